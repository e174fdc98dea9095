// `npm run dev`: the service to try and to work on, with one command. `-- --port N` for a port of your own.

import { parseArgs } from "node:util";
import { startDemo } from "./demo.ts";
import { demoWords } from "./demo-words.ts";

/** npm passes a Ctrl-C on that we have got already: only a later one is a second one. */
const SAME_MILLISECONDS = 1000;

const interrupted = new Promise<void>((resolve) => {
  let first = Number.POSITIVE_INFINITY;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // What is left is ended by the guards of the servers.
      if (performance.now() - first > SAME_MILLISECONDS) process.exit(1);
      first = Math.min(first, performance.now());
      resolve();
    });
  }
});

try {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  const port = values.port === undefined ? {} : { port: Number(values.port) };
  const demo = await startDemo({ ...port, tell: (line) => console.log(line) });
  console.log(demoWords(demo));
  await Promise.race([interrupted, demo.ended]);
  console.log("stopping");
  await demo.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
