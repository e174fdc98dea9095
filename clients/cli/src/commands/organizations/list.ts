// Runs `versus organizations list`: lists the organizations with their settings.

import type { Organization } from "@versus/service";
import { readWords, refuseWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { tableWords, timeWords } from "../../report/table-words.ts";

export const listOrganizations: Command = {
  name: "organizations list",
  summary: "list the organizations",
  usage: "versus organizations list [--json]",
  help: `Lists the organizations by slug, with their settings, the state of the service account and the number of working keys.

      --json  print a JSON array
`,
  run,
};

const COLUMNS = ["slug", "id", "zero-day", "days", "limit", "instruction", "ocr", "account", "keys", "created", "name"];

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, { json: { type: "boolean" } });
  refuseWords(positionals);
  const found = await withOperator(surroundings, (operator) => operator.listOrganizations());
  surroundings.stdout.write(values.json ? `${JSON.stringify(found)}\n` : tableWords(COLUMNS, found.map(rowOf)));
}

function rowOf(organization: Organization): string[] {
  const { slug, organizationId, zeroDay, retentionDays, documentLimit, instruction, ocr } = organization;
  const { address, activeKeys, createdAt, name } = organization;
  return [
    organization.isClosed ? `${slug} (being deleted)` : slug,
    organizationId,
    zeroDay ? "on" : "off",
    String(retentionDays ?? "-"),
    String(documentLimit ?? "-"),
    instruction ? "on" : "off",
    ocr ? "on" : "off",
    address ?? "detached",
    String(activeKeys),
    timeWords(createdAt),
    name,
  ];
}
