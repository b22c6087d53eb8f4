// A Lab whose kernel does not answer: the screens that were opened can still be visited, with what was chosen on the others.

const NOT_OPENED = "This screen was not open before the kernel fell silent, and only the kernel has it. Those that were open go on.";

export class LabAlone {
  // inPage: engine/in_page.js; hosts: name -> screen_host.js
  constructor(inPage, hosts) {
    Object.assign(this, { inPage, hosts, noted: {} });
    this.isHosted = false; // whether the Worker moves between the screens
  }

  // Screen `name` is shown as it was opened: what is another way later was chosen there.
  note(name) {
    this.noted[name] = this.stateOf(name);
  }

  stateOf(name) {
    const { model } = this.hosts[name];
    return Object.fromEntries(Object.keys(model.get("_usual") ?? {}).map((key) => [key, model.get(key)]));
  }

  // Go to a screen. from: the one that is left; fields: as of the verb "open"; the answer likewise. along: what the kernel
  // said last that goes along
  async open(from, to, fields, along) {
    const wanted = this.hosts[to];
    if (!wanted) return { problem: NOT_OPENED };
    if (!this.inPage.isReady || !wanted.hasEngine) return {}; // it can be looked at, as it is
    if (!this.isHosted) await this.host(from, along);
    for (const name of new Set([from, to])) await this.begin(name, this.stateOf(name));
    return this.inPage.send({ ...fields, verb: "open", to: "lab", screen: to });
  }

  async host(opened, along) {
    this.isHosted = true;
    const names = Object.keys(this.hosts);
    for (const name of names) await this.begin(name, this.noted[name] ?? this.stateOf(name));
    const usual = Object.fromEntries(names.map((name) => [name, this.hosts[name].model.get("_usual")]));
    await this.inPage.send({ verb: "host", listed: names, usual, opened, along });
  }

  async begin(name, state) {
    if (this.hosts[name]?.hasEngine) await this.inPage.send({ verb: "show", to: name, state });
  }
}
