// Runs as a process that chooses its sandbox as the service does, and prints the result as JSON.
//
// Arguments: the environment, and optionally the mode.

import { chooseSandbox } from "../choose-sandbox.ts";
import { ConfigInvalid } from "../config.ts";
import { sandboxModes } from "../jobs/confine/confine.ts";

const [environment, mode] = process.argv.slice(2);
const sandbox = sandboxModes.find((candidate) => candidate === mode);
const warnings: string[] = [];
try {
  const chosen = await chooseSandbox(
    { environment: environment === "production" ? "production" : "development", sandbox },
    (sentence) => warnings.push(sentence),
  );
  process.stdout.write(JSON.stringify({ chosen, warnings }));
} catch (problem) {
  if (!(problem instanceof ConfigInvalid)) throw problem;
  process.stdout.write(JSON.stringify({ faults: problem.faults }));
}
