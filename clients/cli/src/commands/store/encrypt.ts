// `versus store encrypt`: plain objects of a bucket, rewritten in the encrypted form.

import { readWords, refuseWords } from "../../arguments/read-words.ts";
import { type Command, Refusal, type Surroundings } from "../../command.ts";
import { withService } from "../../operator/with-service.ts";

export const encryptStore: Command = {
  name: "store encrypt",
  summary: "encrypt the objects of a bucket that an older version stored",
  usage: "versus store encrypt",
  help: `Older versions stored objects in a bucket as they came. Each is copied in the encrypted form and verified, its row is
pointed to the copy, and a minute after the last one the plain objects are deleted. Stop processes of older versions first; the new one may
run meanwhile. When it was interrupted, run it again: it goes on from there. \`versus doctor\` counts what is left.
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  refuseWords(readWords(words, {}).positionals);
  const done = await withService(surroundings, ({ service, config }) => service.encryptConfigured(config));
  if (done === undefined) {
    surroundings.stdout.write("a store on disk has no plain objects\n");
    return;
  }
  surroundings.stdout.write(`${done.encrypted} encrypted, ${done.deleted} plain ones deleted\n`);
  if (done.damaged > 0) throw new Refusal(`${done.damaged} objects are missing or damaged, and were left as they are.`);
}
