// Answers documents with their kinds of errors in the thread of `validate-at-once.ts`.
//
// After each answer it wakes the waiting thread.

import { type MessagePort, workerData } from "node:worker_threads";
import { validationKinds } from "./validation-kinds.ts";

const { port, bell } = workerData as { readonly port: MessagePort; readonly bell: Int32Array };

port.on("message", async (bytes: Uint8Array) => {
  port.postMessage(await validationKinds(bytes));
  Atomics.store(bell, 0, 1);
  Atomics.notify(bell, 0);
});
