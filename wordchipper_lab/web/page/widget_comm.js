// The comm of one widget: joins its model to the kernel's messages.

import { WidgetModel } from "./widget_model.js";

export class WidgetComm {
  // connect: (handlers) -> a KernelConnection; state: what came with the page
  constructor(id, state, connect) {
    this.id = id;
    this.model = new WidgetModel(state, (data, buffers) => this.tell(data, buffers));
    this.connection = connect({ receive: (message) => this.receive(message), reconnected: () => this.refresh() });
    this.refresh();
  }

  tell(data, buffers) {
    this.connection.send("comm_msg", { comm_id: this.id, data }, { buffers });
  }

  // Ask for what only the kernel sets: it may have changed while there was no connection. What the page sets is newer here.
  refresh() {
    this.tell({ method: "request_state", only: "answers" });
  }

  receive({ header, content, buffers }) {
    if (content.comm_id !== this.id) return;
    if (header.msg_type === "comm_msg") this.model.receive(content.data, buffers);
    else if (header.msg_type === "comm_close") this.connection.close();
  }
}
