// A worker that answers one line at a time. It is ended when it takes too long, and started again when it is needed.

export class WorkerProxy {
  constructor(address) {
    this.address = address;
  }

  // The answer, within so many seconds after the worker has started.
  ask(line, seconds) {
    this.#start();
    const { worker, ready } = this;
    return new Promise((resolve, reject) => {
      const fail = words => { this.stop(); reject(new Error(words)); };
      this.fail = fail;
      worker.onerror = () => fail("ended without an answer");
      ready.then(() => {
        if (this.worker !== worker) return;
        const timer = setTimeout(() => fail("did not answer in time"), 1000 * seconds);
        worker.onmessage = ({ data }) => { clearTimeout(timer); this.fail = null; resolve(data); };
        worker.postMessage(line);
      });
    });
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
    const { fail } = this;
    this.fail = null;
    fail?.("was stopped");
  }

  #start() {
    if (this.worker) return;
    this.worker = new Worker(this.address, { type: "module" });
    this.ready = new Promise(resolve => { this.worker.onmessage = resolve; });
  }
}
