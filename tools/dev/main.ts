// `npm run dev`: the service to try and to work on, with one command. `-- --port N` for a port of your own.

import { parseArgs } from "node:util";
import { choosePort } from "./choose-port.ts";
import { startDemo } from "./demo.ts";
import { demoWords } from "./demo-words.ts";

/** npm passes a Ctrl-C on that we have got already: only a later one is a second one. */
const SAME_MILLISECONDS = 1000;

const interrupted = new Promise<void>((resolve) => {
  let first = Number.POSITIVE_INFINITY;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // What is left is ended and removed by the guards of the servers.
      if (performance.now() - first > SAME_MILLISECONDS) process.exit(1);
      if (first === Number.POSITIVE_INFINITY) console.log("stopping");
      first = Math.min(first, performance.now());
      resolve();
    });
  }
});

try {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  const demo = await startDemo({ port: await choosePort(values.port), tell: (line) => console.log(line) });
  console.log(demoWords(demo));
  const isAsked = await Promise.race([interrupted.then(() => true), demo.ended.then(() => false)]);
  if (!isAsked) console.log("The service has ended by itself.");
  await demo.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
