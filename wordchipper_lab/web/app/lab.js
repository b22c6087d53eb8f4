// The Lab: all screens in one page. It opens them, moves between them, and keeps the address in step.

import { openedLike, openEngine } from "../engine/engine.js";
import { NOT_KEPT, Outage } from "../engine/outage.js";
import { linkedOf, placeOf, wordOf } from "../engine/place.js";
import { element } from "../shared/dom.js";
import { keepDrops } from "../shared/drops.js";
import { reopenTokenizers } from "../shared/kept_tokenizers.js";
import { keepPalette } from "../shared/palette.js";
import { CHART, HOME, LabAddress } from "./address.js";
import { Home } from "./home.js";
import { LabAlone } from "./lab_alone.js";
import { LanguageChart } from "./language_chart.js";
import { Navigation } from "./navigation.js";
import { ScreenHost } from "./screen_host.js";
import { ScreenModel, withBuffers } from "./screen_model.js";
import { ChartSharer, HomeSharer } from "./sharing.js";
import { StoryPanel } from "./story_panel.js";
import { bringAbove } from "./story_sight.js";

const ON_HOME = ["text", "model", "lexer", "encoder", "special"]; // what its miniature shows of the Explorer's state

class LabSession {
  constructor(model, el) {
    this.engine = openEngine(model);
    this.place = placeOf(this.engine.isLive);
    const { screens } = (this.lists = this.engine.get("_options"));
    this.titles = Object.fromEntries(screens.map(({ name, title }) => [name, title]));
    this.address = new LabAddress(screens.map(({ name }) => name), window.location, window.history, this.place.inQuery);
    this.navigation = new Navigation(screens, (screen) => this.hrefOf(screen), this.engine.canAsk || this.savedChart);
    this.notice = element("p", { class: "wcl-notice", role: "alert", hidden: true });
    this.stage = element("div", { class: "wcl-lab-stage", role: this.place.ownsKeys && "main" });
    this.body = element("div", { class: "wcl-lab-body" }, this.stage);
    this.outage = new Outage(this.place.restart ? async () => this.warn((await this.restart()) ? null : NOT_KEPT) : null);
    this.node = element("div", { class: "wcl wcl-lab", onclick: (event) => this.clicked(event) }, this.navigation.node, this.notice, this.body);
    this.outage.mount(this.node, this.place.isServed, this.body);
    el.append(this.node);
    this.stopPalette = keepPalette(this.node);
    this.hosts = {};
    this.alone = new LabAlone(this.engine.inPage, this.hosts);
    for (const [name, state] of Object.entries(this.engine.get("_screens"))) this.adopt(name, state);
    this.engine.passed = (message, buffers) => this.received(message, buffers);
    this.engine.watch(() => this.showEngine());
    if (this.place.isServed) {
      this.onBack = () => {
        this.address.leave();
        this.arrive(this.address.opening);
      };
      window.addEventListener("popstate", this.onBack);
    }
    this.onTurn = (event) => this.turned(event);
    this.onKey = (event) => this.pressed(event);
    window.addEventListener("keydown", this.onTurn, true); // before the screens, which have other uses for these keys
    window.addEventListener("keydown", this.onKey);
    if (this.place.ownsKeys) this.stopDrops = keepDrops(() => (this.open === HOME && this.engine.opensTokenizers ? (files) => this.openFiles(files) : null));
    this.start();
  }

  // A served page opens what its address says, without showing anything else before.
  start() {
    const opening = this.place.isServed ? this.address.opening : { screen: this.savedChart ? CHART : this.engine.get("screen"), story: this.engine.get("_story") };
    const isThere = opening.screen === this.engine.get("screen") && !opening.state && !opening.link && !opening.along;
    if (isThere && !opening.story) return this.show(opening.screen);
    return this.arrive(opening);
  }

  // Show what an address says.
  arrive(opening) {
    if (opening.story) return this.tell(opening.story, opening.step || 1, { isStep: false, opening: opening.screen === HOME ? null : opening });
    if (this.story) this.endStory();
    return this.go(opening, { isStep: false });
  }

  // What a saved page that shows the chart has in place of a kernel: {costs, chosen}
  get savedChart() {
    return this.engine.canAsk ? null : this.engine.get("_chart");
  }

  hrefOf(screen, story) {
    if (this.place.isServed) return this.address.of(screen, "", story);
    return story ? `#${screen}?story=${story.name}` : `#${screen}`;
  }

  // Files dropped on the home page are opened in the screen whose miniature it shows.
  async openFiles(files) {
    const { name } = this.lists.screens[0];
    await this.go({ screen: name });
    this.hosts[name].session?.opener.dropped(files);
  }

  adopt(name, state) {
    const send = (content, buffers) => this.engine.pass({ to: name, content }, buffers);
    const kept = (this.engine.get("_screens")[name] ??= state);
    const model = openedLike(this.engine, new ScreenModel({ ...state }, send, this.placeFor(name, state), kept), name);
    this.hosts[name] = new ScreenHost(name, this.titles[name], model);
    this.stage.append(this.hosts[name].node);
  }

  // Where a screen is: in this page while it is the open one.
  placeFor(name, { _usual: usual, _first: first }) {
    const lab = this;
    const place = {
      usual,
      first,
      isServed: this.place.isServed,
      opening: null,
      get ownsKeys() { return lab.place.ownsKeys; },
      get isShown() { return lab.open === name; },
      addressOf: (word) => lab.address.of(name, word, lab.story),
      open: (screen, state) => lab.go({ screen, alone: state }),
      opened: (name) => { lab.along = { ...lab.along, model: name }; },
      follow: () => lab.place.isServed && lab.follow(name),
      presented: (on) => lab.presented(on),
      leave() {},
    };
    if (this.place.restart) place.restart = (state) => this.restart(state);
    return place;
  }

  // Load the page again, with a new kernel. Resolves to whether it will show `state`.
  async restart(state = this.shown.state) {
    const isKept = await this.address.replace({ ...this.shown, state, linked: state });
    if (isKept) window.location.reload();
    return isKept;
  }

  // Screens say for themselves that the kernel does not answer.
  showEngine() {
    const isSilent = this.engine.isSilent && (this.open === HOME || this.hasChart);
    const goesOn = !this.hasChart && Boolean(this.home?.engine.goesOn);
    this.outage.show(isSilent, goesOn);
    for (const shown of [this.home, this.chart]) shown?.node.classList.toggle("wcl-is-silent", isSilent && !goesOn);
  }

  received(message, buffers) {
    const { screen, method } = message;
    if (method === "open") {
      if (!this.hosts[screen]) this.adopt(screen, withBuffers(message.state, message.buffer_paths, buffers));
    } else {
      this.hosts[screen]?.model.receive(message, buffers);
    }
  }

  // Show step `number` of a story: its panel, and its screen in its state.
  async tell(name, number, { isStep = true, opening = null } = {}) {
    const { step, problem } = await this.engine.ask("story", { name, number });
    this.warn(problem);
    if (problem) return;
    this.panel ??= this.makePanel();
    this.story = { name, step: number };
    this.panel.show(step);
    this.body.classList.add("wcl-with-story");
    await this.showChart(step.chart);
    if (step.chart) this.chart?.select(step.state);
    await this.go(opening ?? { screen: step.screen, alone: step.state }, { isStep });
    this.presentAgain();
    this.bringIntoSight();
  }

  // What a step talks about is seen beside its sheet, wherever the page was scrolled to. A notebook stays where it is.
  bringIntoSight() {
    if (!this.place.ownsKeys) return;
    requestAnimationFrame(() => { // after the panel has its size
      const seen = this.hasChart ? this.chart.seen : this.hosts[this.open]?.session?.page.seen;
      if (this.panel && seen) bringAbove(this.panel.node, seen);
    });
  }

  // The buttons of a presenter send PageUp and PageDown: in a story they turn its pages, wherever the focus is, except
  // in a text, and in a list while nothing is presented.
  turned(event) {
    if (!this.story || !this.place.ownsKeys || !/^Page(Up|Down)$/.test(event.key)) return;
    const { target } = event;
    const isFree = target === document.body || target.closest?.("button, a, summary") || (this.isPresenting && !target.closest("textarea, input, select"));
    if (isFree && this.panel.press(event)) event.stopImmediatePropagation();
  }

  // While a story is presented, Space and the arrow keys belong to the screen; those that it has no use for, to the story.
  pressed(event) {
    if (!this.isPresenting || event.target !== document.body) return;
    if (this.story) this.panel.press(event);
    else if (this.hasChart) this.chart.turn(event);
  }

  get isPresenting() {
    return this.node.classList.contains("wcl-lab-presenting");
  }

  presented(on) {
    this.node.classList.toggle("wcl-lab-presenting", on);
    if (!this.isHandingOver) this.isWantedLarge = on;
  }

  // Begins or ends the presentation of a screen or the chart because another one is shown, not because somebody asked.
  handOver(shown, on) {
    this.isHandingOver = true;
    shown?.present(on);
    this.isHandingOver = false;
  }

  // What is shown now is presented in place of what was shown before.
  presentAgain() {
    const shown = this.hasChart ? this.chart : this.hosts[this.open]?.session;
    for (const one of [this.chart, ...Object.values(this.hosts).map(({ session }) => session)]) if (one !== shown) this.handOver(one, false);
    if (!shown) this.isWantedLarge = false;
    if (this.isWantedLarge) this.handOver(shown, true); // unless Escape was pressed meanwhile
  }

  makePanel() {
    const panel = new StoryPanel({
      onStep: (number) => this.tell(this.story.name, number),
      onGuess: (number, guess) => this.judge(number, guess),
      onClose: () => this.endStory(),
    });
    this.body.prepend(panel.node);
    return panel;
  }

  // The chart that a step of a story has in place of its screen, or null.
  async showChart(name) {
    if (name === CHART && !this.chart) {
      const { costs, chosen, problem } = this.savedChart ?? (await this.engine.ask("languages"));
      this.warn(problem);
      if (problem) return;
      this.chart = this.makeChart();
      this.chart.show(costs);
      this.chartTools.offer(this.chart);
      if (this.savedChart) this.fillChart(costs, chosen);
    }
    this.node.classList.toggle("wcl-lab-with-chart", name === CHART);
    if (this.chart) this.chart.node.hidden = name !== CHART;
    this.showEngine();
  }

  get hasChart() {
    return this.node.classList.contains("wcl-lab-with-chart");
  }

  makeChart() {
    const tools = (this.chartTools = new ChartSharer(this));
    const chart = new LanguageChart({
      tools,
      onChange: () => this.place.isServed && this.follow(CHART),
      onPresent: (on) => this.presented(on),
      ...(this.engine.canAsk && {
        onOpen: (row, model) => {
          this.showChart(null);
          this.go({ screen: this.lists.screens[0].name, alone: { text: row.text, model } });
        },
        onTexts: async (texts) => {
          const { costs: own, problem: refused } = await this.engine.ask("languages", { texts });
          return refused ? { problem: refused } : own;
        },
      }),
    });
    this.stage.prepend(chart.node);
    return chart;
  }

  // chosen: {model, measure, texts}, as a link has them
  fillChart(costs, { model = costs.models[0], measure = "times", texts = {} }) {
    this.chart.showTexts(texts, costs);
    this.chart.select({ model, measure });
  }

  // The chart as a place of its own. link, state: what to show in it; without either, what was shown last
  async goToChart({ link, state }) {
    if (this.story) this.endStory();
    const asked = (this.asked = {});
    await this.showChart(CHART);
    if (!this.chart || asked !== this.asked) return;
    if (link || state) {
      const { costs, chosen = {}, problem } = await this.engine.ask("languages", link ? { link } : { state });
      if (asked !== this.asked) return;
      this.warn(problem);
      if (!problem) this.fillChart(costs, chosen);
    }
    await this.show(CHART);
  }

  // Resolves to the truth beside the guess; the screen shows it, too.
  async judge(number, guess) {
    const { judged, problem } = await this.engine.ask("guess", { name: this.story.name, number, guess });
    if (problem) return { problem };
    this.chart?.select(judged.state);
    this.go({ screen: judged.screen, alone: judged.state }, { isStep: false }).then(() => this.bringIntoSight());
    return judged;
  }

  endStory() {
    this.story = null;
    this.panel?.node.remove();
    this.panel = null;
    this.body.classList.remove("wcl-with-story");
    this.showChart(null);
    this.presentAgain();
    if (this.place.isServed) this.address.replace(this.shown);
  }

  // wanted: {screen, state or link, or `alone`: a state that takes nothing from other screens; `along`: what was chosen
  // on them}; isStep: whether that is a step in the history
  async go(wanted, { isStep = true } = {}) {
    const { screen, state, link, alone, along } = wanted;
    // The entry that is left has everything that was chosen, even a moment ago.
    const left = isStep && this.open && this.place.isServed ? this.address.replace(this.shown) : null;
    (this.open === HOME ? this.home : this.hosts[this.open]?.session)?.engine.flush(); // what is chosen here goes along
    if (screen === CHART) {
      await this.goToChart(wanted);
      await left;
      if (isStep && this.open === CHART && this.place.isServed) await this.address.push(this.shown);
      return;
    }
    const asked = (this.asked = {});
    const asking = state ? { state } : alone ? { alone } : link ? { link } : {};
    // What an address says was chosen, here or where the address comes from; what a story shows was not.
    if ((state || link) && !this.story) asking.chosen = true;
    if (along) asking.along = along;
    this.stage.setAttribute("aria-busy", "true");
    if (this.place.isServed && !this.engine.isSilent) await reopenTokenizers(this.engine, wanted, this.stage);
    if (asked !== this.asked) return;
    const answer = this.engine.canAsk ? await this.askToOpen(screen, asking) : this.savedAnswer(screen);
    if (asked !== this.asked) return;
    this.stage.setAttribute("aria-busy", "false");
    this.along = answer.along ?? this.along;
    this.warn(answer.problem);
    if (!this.hosts[screen === HOME ? this.lists.screens[0].name : screen]) return;
    await this.show(screen);
    if (!this.place.isServed) return;
    await left;
    if (isStep) await this.address.push(this.shown);
  }

  // Of a silent kernel the page does not wait for an answer, if it can go on by itself.
  askToOpen(screen, asking) {
    if (!this.engine.isSilent) {
      this.alone.isHosted = false;
      return this.engine.ask("open", { screen, ...asking });
    }
    const [from, to] = [this.open, screen].map((name) => (name === HOME || name === CHART ? this.lists.screens[0].name : name));
    return this.alone.open(from, to, asking, this.along);
  }

  savedAnswer(screen) {
    return { problem: screen === HOME || this.hosts[screen] ? null : "This is a saved page: only the screens that were open when it was saved are in it." };
  }

  async show(screen) {
    const before = this.open;
    if (screen === HOME) this.home ??= this.makeHome();
    else if (screen !== CHART) await this.hosts[screen].show();
    if (screen !== CHART && !this.story) this.showChart(null);
    if (before && before !== screen && before !== CHART) (before === HOME ? this.home : this.hosts[before]).hide();
    this.open = screen;
    if (screen !== CHART) this.alone.note(screen === HOME ? this.lists.screens[0].name : screen);
    if (screen === HOME) this.home.show();
    this.showEngine();
    if (before !== screen) this.presentAgain();
    this.navigation.show(screen);
    if (before !== undefined && before !== screen) this.toTop();
    if (this.place.isServed) document.title = screen === HOME ? "wordchipper-lab" : `${this.titles[screen] ?? "Languages"} – wordchipper-lab`;
  }

  // A notebook is scrolled only as far as the Lab is above its window.
  toTop() {
    if (this.place.isServed || this.place.ownsKeys) window.scrollTo?.({ top: 0 });
    else if (this.node.getBoundingClientRect().top < 0) this.node.scrollIntoView({ block: "start" });
  }

  makeHome() {
    const tools = new HomeSharer(this);
    const home = new Home(this.hosts[this.lists.screens[0].name].model, this.lists, (screen, story) => this.hrefOf(screen, story),
      () => this.place.isServed && this.follow(HOME), tools, { isServed: this.place.isServed, changed: () => this.showEngine() });
    this.stage.prepend(home.node);
    tools.offer(home);
    return home;
  }

  // What the address is to say.
  get shown() {
    const { open: screen, story, along } = this;
    if (screen === CHART) return { screen, story: null, state: this.chart.linked, linked: this.chart.linked, along };
    const session = screen === HOME ? null : this.hosts[screen].session;
    if (session) return { screen, story, state: session.read(), linked: session.linkedState, along };
    const { model } = this.hosts[this.lists.screens[0].name];
    const state = Object.fromEntries(ON_HOME.map((name) => [name, model.get(name)]));
    return { screen, story, state, linked: linkedOf(state, model.place.usual, model.place.first), along };
  }

  // An address of what is `shown`; null if the state is too long for one.
  async linkTo({ screen, story, linked }) {
    const word = await wordOf(linked);
    return word || !Object.keys(linked ?? {}).length ? this.address.of(screen, word, story) : null;
  }

  follow(screen) {
    if (screen === this.open) this.address.follow(() => this.shown);
  }

  warn(problem) {
    this.notice.hidden = !problem;
    this.notice.textContent = problem ?? "";
  }

  // Links to screens are followed inside the page; with a modifier key they open elsewhere, as all links do.
  clicked(event) {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const wanted = this.place.isServed ? this.address.read(link.href) : this.readLocal(link);
    if (!wanted) return;
    event.preventDefault();
    if (wanted.story) this.tell(wanted.story, wanted.step || 1);
    else if (wanted.screen === this.open && !wanted.link) this.toTop(); // it is here already, as it is
    else this.go(wanted);
  }

  // In a notebook and in a saved page, links are "#screen", with "?state=..." behind it.
  readLocal(link) {
    const [screen, query] = (link.getAttribute("href").split("#")[1] ?? "").split("?");
    if (screen !== HOME && screen !== CHART && !(screen in this.titles)) return null;
    const state = new URLSearchParams(query).get("state");
    const story = new URLSearchParams(query).get("story");
    return { screen, ...(state ? { link: state } : {}), story };
  }

  destroy() {
    if (this.onBack) window.removeEventListener("popstate", this.onBack);
    window.removeEventListener("keydown", this.onTurn, true);
    window.removeEventListener("keydown", this.onKey);
    this.address.close();
    this.stopDrops?.();
    for (const host of Object.values(this.hosts)) host.destroy();
    this.home?.destroy();
    this.chart?.presentation.destroy();
    this.chartTools?.destroy();
    this.engine.close();
    this.stopPalette();
  }
}

export default { render: ({ model, el }) => { const lab = new LabSession(model, el); return () => lab.destroy(); } };
