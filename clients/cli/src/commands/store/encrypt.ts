// Runs `versus store encrypt`: rewrites the plain objects of a bucket in encrypted form.

import { readWords, refuseWords } from "../../arguments/read-words.ts";
import { type Command, Refusal, type Surroundings } from "../../command.ts";
import { withService } from "../../operator/with-service.ts";

export const encryptStore: Command = {
  name: "store encrypt",
  summary: "encrypt the objects of a bucket that an older version stored",
  usage: "versus store encrypt",
  help: `Older versions stored objects in a bucket without encryption. For each of them, this makes an encrypted copy, verifies it
and points the row to it; a minute after the last copy it deletes the plain objects. Stop processes of older versions
first; this version may keep running. If it is interrupted, run it again to continue. \`versus doctor\` counts the objects that
are left.
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  refuseWords(readWords(words, {}).positionals);
  const done = await withService(surroundings, ({ service, config }) => service.encryptConfigured(config));
  if (done === undefined) {
    surroundings.stdout.write("nothing to do: a store on disk has no plain objects\n");
    return;
  }
  surroundings.stdout.write(`${done.encrypted} encrypted, ${done.deleted} plain ones deleted\n`);
  if (done.damaged > 0) throw new Refusal(`${done.damaged} objects are missing or damaged, and were not changed.`);
}
