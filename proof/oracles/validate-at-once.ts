// Calls the validator synchronously: a thread asks it, and the calling thread sleeps until the answer.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";

class ValidatorThread {
  readonly #bell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #port: MessagePort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    const workerData = { port: port2, bell: this.#bell };
    const module = new URL("./validator-thread.ts", import.meta.url);
    const worker = new Worker(module, { workerData, transferList: [port2] });
    worker.unref();
    this.#port = port1;
    this.#port.unref();
  }

  ask(bytes: Uint8Array): string[] {
    Atomics.store(this.#bell, 0, 0);
    this.#port.postMessage(bytes);
    const woken = Atomics.wait(this.#bell, 0, 0, PATIENCE);
    if (woken === "timed-out") throw new Error("the validator does not answer");
    return receiveMessageOnPort(this.#port)!.message as string[];
  }
}

/** Milliseconds, including the start of the validator. */
const PATIENCE = 180_000;

const started: ValidatorThread[] = [];

/** Returns the kinds of errors of a document. The calling thread sleeps meanwhile. Throws an error after `PATIENCE`. */
export function validateAtOnce(bytes: Uint8Array): string[] {
  if (started.length === 0) started.push(new ValidatorThread());
  return started[0]!.ask(bytes);
}
