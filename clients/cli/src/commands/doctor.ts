// Runs `versus doctor`: checks every part of the service and prints what to do.

import type { Finding } from "@versus/service";
import { readWords, refuseWords } from "../arguments/read-words.ts";
import { type Command, Refusal, type Surroundings } from "../command.ts";
import { withService } from "../operator/with-service.ts";

export const doctor: Command = {
  name: "doctor",
  summary: "check every part of the service, and say how to fix it",
  usage: "versus doctor",
  help: `Uses each part as the service does. Connects to Postgres, compares the clocks, looks for missing migrations and starts the
queue. Writes, reads and deletes an object in the store. Tries to break out of the sandbox of a child process, gives a
child process a document, and asks the converter for its version. Leaves nothing behind, except the tables of the queue if
they were missing. The exit code is 1 if a check failed.
`,
  run: runDoctor,
};

const MARKS: Readonly<Record<Finding["state"], string>> = { ok: "ok  ", lacking: "note", failed: "FAIL" };

async function runDoctor(words: readonly string[], surroundings: Surroundings): Promise<void> {
  refuseWords(readWords(words, {}).positionals);
  const failed = await withService(surroundings, async ({ service, config }) => {
    let count = 0;
    for await (const finding of service.diagnose(config)) {
      surroundings.stdout.write(findingWords(finding));
      if (finding.state === "failed") count++;
    }
    return count;
  });
  if (failed > 0) throw new Refusal(`${failed} ${failed === 1 ? "check" : "checks"} failed.`);
}

const WIDTH = 16;

function findingWords({ part, state, found, mend }: Finding): string {
  const line = `${MARKS[state]} ${part.padEnd(WIDTH)} ${found}\n`;
  return mend === undefined ? line : `${line}     ${" ".repeat(WIDTH)} ${mend}\n`;
}
