// Runs `versus serve`: serves until the process is asked to end.

import { readWords, refuseWords } from "../arguments/read-words.ts";
import { type Command, Misuse, type Surroundings } from "../command.ts";
import { withService } from "../operator/with-service.ts";

const ROLES = { api: ["api"], worker: ["worker"], converter: ["converter"], both: ["api", "worker"] } as const;

export const serve: Command = {
  name: "serve",
  summary: "run the service: the API, the worker, the converter, or API and worker together",
  usage: "versus serve [--role api|worker|converter|both]",
  help: `Runs until it receives SIGTERM or SIGINT (Ctrl-C). Then it accepts no more requests and jobs, waits for the running ones,
and exits; a second signal ends it at once.

      --role ROLE  api answers requests, worker runs jobs, both does both (default: both). A worker also converts files if it
                   finds LibreOffice; converter does only that

Settings are environment variables; versus settings lists them. The log is JSON lines on standard output, one for every
request.
`,
  run: runServe,
};

async function runServe(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, { role: { type: "string" } });
  refuseWords(positionals);
  const roles = readRoles(values.role ?? "both");
  await withService(surroundings, async ({ service, config, reread }) => {
    const interrupted = surroundings.untilInterrupted();
    const write = (line: string) => surroundings.stdout.write(line);
    const running = await service.serve(config, { roles, write, reread });
    const reason = await Promise.race([interrupted, running.outdated]);
    if (reason !== undefined) surroundings.stderr.write(`versus: ${reason}\n`);
    const isDone = (await running.stop()) && reason === undefined;
    // Everything that must be closed is closed. A socket that a store or a provider still holds open must not keep the
    // process running.
    surroundings.endNow(isDone ? 0 : 1);
  });
}

function readRoles(text: string): (typeof ROLES)[keyof typeof ROLES] {
  if (text === "api" || text === "worker" || text === "converter" || text === "both") return ROLES[text];
  throw new Misuse("--role must be api, worker, converter or both.");
}
