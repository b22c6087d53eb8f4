exports.open = () => import("wordchipper-lab");
