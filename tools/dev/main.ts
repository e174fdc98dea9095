// Runs the service for trying and development (`npm run dev`, with `-- --port N` for a port).

import { parseArgs } from "node:util";
import { installation, notInstalledWords } from "./installed-packages.ts";

/** npm passes on a Ctrl-C that this process has already received. Only a later one counts as a second one. */
const SAME_MILLISECONDS = 1000;

const interrupted = new Promise<void>((resolve) => {
  let first = Number.POSITIVE_INFINITY;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // The guards of the servers end and remove the rest.
      if (performance.now() - first > SAME_MILLISECONDS) process.exit(1);
      if (first === Number.POSITIVE_INFINITY) console.log("stopping");
      first = Math.min(first, performance.now());
      resolve();
    });
  }
});

const installed = installation();
try {
  if (installed === undefined) throw new Error(notInstalledWords);
  await run();
} catch (error) {
  // A package that is being replaced fails with errors that do not show the cause.
  const isReplaced = installation() !== installed;
  console.error(isReplaced ? notInstalledWords : error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  // Loaded here, because these modules need packages.
  const [{ startDemo }, { demoWords }, { choosePort }] = await Promise.all([
    import("./demo.ts"),
    import("./demo-words.ts"),
    import("./choose-port.ts"),
  ]);
  const demo = await startDemo({ choosePort: () => choosePort(values.port), tell: (line) => console.log(line) });
  console.log(demoWords(demo));
  const isAsked = await Promise.race([interrupted.then(() => true), demo.ended.then(() => false)]);
  if (!isAsked) console.log("The service has ended by itself.");
  await demo.stop();
}
