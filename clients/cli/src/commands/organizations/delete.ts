// `versus organizations delete`: a tenant and everything it has, for good, with the proof.

import type { Deletion } from "@versus/service";
import { onlyWord, readWords } from "../../arguments/read-words.ts";
import { type Command, Misuse, type Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { tableWords } from "../../report/table-words.ts";

export const deleteOrganization: Command = {
  name: "organizations delete",
  summary: "delete an organization with everything it has, and prove it",
  usage: "versus organizations delete SLUG --confirm SLUG [--json]",
  help: `Ends its keys at once, erases its content key, waits for work that runs, and then deletes every object in the store,
every job in the queue and every row. Afterwards each of these places is asked what it still has, and the counts are
printed; the command fails when one is not 0. The audit keeps that it was deleted, by whom and when.

This cannot be undone. A deletion that was interrupted is finished by running it again.

      --confirm SLUG  the same name again
      --json          print the counts as JSON
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const options = { confirm: { type: "string" }, json: { type: "boolean" } } as const;
  const { values, positionals } = readWords(words, options);
  const slug = onlyWord(positionals, "SLUG");
  if (values.confirm !== slug) throw new Misuse("This cannot be undone: say the same name again with --confirm.");
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
  return `organization ${slug} ${organizationId} is deleted\n\n${tableWords(["place", "deleted", "left"], rows)}`;
}
