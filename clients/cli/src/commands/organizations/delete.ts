// Runs `versus organizations delete`: deletes a tenant with all its data and prints the proof.

import type { Deletion } from "@versus/service";
import { onlyWord, readWords } from "../../arguments/read-words.ts";
import { type Command, Misuse, type Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { tableWords } from "../../report/table-words.ts";

export const deleteOrganization: Command = {
  name: "organizations delete",
  summary: "delete an organization with all its data, and prove it",
  usage: "versus organizations delete SLUG --confirm SLUG [--json]",
  help: `Revokes its keys at once, erases its content key and waits for running jobs. Then deletes every object in the store, every
job in the queue and every row of the organization. Afterwards it counts what is left in each of these places and prints
the counts; it fails if a count is not 0. The audit log keeps who deleted the organization, and when.

This cannot be undone. If a deletion is interrupted, run the command again to finish it.

      --confirm SLUG  repeat SLUG to confirm
      --json          print the counts as JSON
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const options = { confirm: { type: "string" }, json: { type: "boolean" } } as const;
  const { values, positionals } = readWords(words, options);
  const slug = onlyWord(positionals, "SLUG");
  if (values.confirm !== slug) throw new Misuse("This cannot be undone. Repeat SLUG with --confirm to confirm.");
  const deletion = await withOperator(surroundings, (operator) => operator.deleteOrganization(slug));
  surroundings.stdout.write(values.json ? `${JSON.stringify(deletion)}\n` : deletionWords(slug, deletion));
}

function deletionWords(slug: string, { organizationId, deleted, left }: Deletion): string {
  const places = [...new Set([...Object.keys(deleted), ...Object.keys(left)])];
  const rows = places.map((place) => [
    place.replaceAll("_", " "),
    String(deleted[place] ?? 0),
    String(left[place] ?? 0),
  ]);
  return `organization ${slug} ${organizationId} was deleted\n\n${tableWords(["place", "deleted", "left"], rows)}`;
}
