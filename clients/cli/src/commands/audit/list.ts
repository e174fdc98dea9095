// Runs `versus audit list`: prints who did what, one JSON object per line.

import { readMoment } from "../../arguments/read-values.ts";
import { readWords, refuseWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";

export const listAudit: Command = {
  name: "audit list",
  summary: "print who did what, one JSON object a line",
  usage:
    "versus audit list [--organization SLUG] [--since TIME] [--until TIME] [--actor A] [--action A] [--subject ID]",
  help: `Prints the entries of the audit log, oldest first. An entry has a time, an actor, an action, an organization, a subject
(the id of what was acted on) and details. The actor is key:ID, operator:NAME as DATABASE_ROLE, link:SIGNING_KEY,
system:TASK or address:ADDRESS. The action is an operation of the API, or one such as key.created. No entry contains text
or names of documents.

      --organization SLUG  only this organization; an id also works
      --since TIME         from this time on, such as 2026-01-31T09:30:00Z
      --until TIME         before this time
      --actor ACTOR        only this actor, such as key:0123456789ab
      --action ACTION      only this action, such as download
      --subject ID         only what was done to this object
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const text = { type: "string" } as const;
  const options = { organization: text, since: text, until: text, actor: text, action: text, subject: text };
  const { values, positionals } = readWords(words, options);
  refuseWords(positionals);
  const { organization, since, until, actor, action, subject } = values;
  const filter = {
    ...(organization === undefined ? {} : { organization }),
    ...(since === undefined ? {} : { since: readMoment("--since", since) }),
    ...(until === undefined ? {} : { until: readMoment("--until", until) }),
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(subject === undefined ? {} : { subject }),
  };
  await withOperator(surroundings, async (operator) => {
    for await (const entry of operator.readAudit(filter)) surroundings.stdout.write(`${JSON.stringify(entry)}\n`);
  });
}
