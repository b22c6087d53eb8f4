// An extension of JupyterLab: a notebook that is only opened is not marked as modified.
//
// While the state of widgets is saved with notebooks, ipywidgets marks a notebook as modified whenever it makes a widget,
// also when it restores one that was saved. Until something in the notebook has changed, that mark is taken away.

function keepClean({ model }) {
  const changed = () => {
    model.contentChanged.disconnect(changed);
    model.stateChanged.disconnect(marked);
    clearTimeout(timer);
  };
  // The mark can come before the change that it is for, so it is taken away a moment later.
  const marked = (_, { name }) => {
    if (name !== "dirty" || !model.dirty) return;
    clearTimeout(timer);
    timer = setTimeout(() => { if (!model.isDisposed) model.dirty = false; });
  };
  let timer = null;
  model.contentChanged.connect(changed);
  model.stateChanged.connect(marked);
}

const plugin = {
  id: "wordchipper-lab:opening",
  description: "A notebook that is only opened is not marked as modified.",
  autoStart: true,
  activate({ docRegistry }) {
    docRegistry.addWidgetExtension("Notebook", {
      createNew(panel, context) {
        context.ready.then(() => keepClean(context)); // reading a file changes a notebook, too
      },
    });
  },
};

// What JupyterLab expects of a built extension, written by hand: there is nothing to share and nothing to build.
(window._JUPYTERLAB ??= {})["wordchipper-lab"] = {
  init() {},
  get: async () => () => ({ __esModule: true, default: plugin }),
};
