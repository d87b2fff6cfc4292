// The events of a table, in order and without gaps. Reconnects and continues where it stopped.

const PATIENCE = [500, 1000, 2000, 4000, 8000];

export class Stream {
  // `happened(event)` gets each event once, in order; `connected(yes)` whether there is a connection.
  constructor(address, since, happened, connected) {
    this.address = address;
    this.last = since;
    this.happened = happened;
    this.connected = connected;
    this.failed = 0;
    this.#open();
    // A phone that wakes up reconnects at once instead of waiting for the next attempt.
    addEventListener("online", () => this.#again(0));
    document.addEventListener("visibilitychange", () => { if (!document.hidden && this.source.readyState === EventSource.CLOSED) this.#again(0); });
  }

  #open() {
    this.source = new EventSource(`${this.address}?since=${this.last}`);
    this.source.onopen = () => { this.failed = 0; this.connected(true); };
    this.source.onerror = () => {
      this.connected(false);
      this.source.close();
      this.#again(PATIENCE[Math.min(this.failed++, PATIENCE.length - 1)]);
    };
    const heard = message => {
      const event = JSON.parse(message.data);
      if (message.lastEventId) {
        const number = Number(message.lastEventId);
        if (number <= this.last) return;
        this.last = number;
      }
      this.happened(event);
    };
    this.source.onmessage = heard;
    for (const kind of ["question", "settings", "note", "rematch", "presence", "talk"]) this.source.addEventListener(kind, message => this.happened({ kind, ...JSON.parse(message.data) }));
  }

  // The link is no longer valid.
  stop() {
    this.stopped = true;
    this.source.close();
    this.connected = () => {};
  }

  #again(wait) {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (this.stopped) return; this.source.close(); this.#open(); }, wait);
  }
}
