// The row above the screens: home, and a link to each of them.

import { element } from "../shared/dom.js";
import { CHART, HOME } from "./address.js";

export class Navigation {
  // screens: [{name, title}]; address: where a screen is, for links that are opened elsewhere
  // hasChart: whether there is a chart of languages to go to
  constructor(screens, address, hasChart) {
    this.address = address;
    const link = (name, title, classes) => element("a", { "data-page": name, href: "#", class: classes }, title);
    this.links = [link(HOME, "wordchipper-lab", "wcl-lab-brand"), ...screens.map(({ name, title }) => link(name, title)),
      ...(hasChart ? [link(CHART, "Languages")] : [])];
    this.node = element("nav", { class: "wcl-lab-nav wordchipper-pages", "aria-label": "Screens" }, ...this.links);
    this.point();
  }

  point() {
    for (const link of this.links) link.href = this.address(link.dataset.page);
  }

  show(open) {
    for (const link of this.links) {
      if (link.dataset.page === open) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const here = this.links.find((link) => link.dataset.page === open);
    if (!here || this.node.scrollWidth <= this.node.clientWidth) return;
    const [row, box] = [this.node.getBoundingClientRect(), here.getBoundingClientRect()];
    this.node.scrollLeft += (box.left + box.right - row.left - row.right) / 2; // the page itself stays where it is
  }
}
