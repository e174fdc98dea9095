// Implements POST …/compare: any two versions become the sources of an ordinary comparison.

import type { z } from "zod";
import { createComparison } from "../comparisons/request-comparison.ts";
import { namedSources } from "../comparisons/take-sources.ts";
import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import type { DocumentCompareRequest } from "../contract/document-schemas.ts";
import { newId } from "../contract/ids.ts";
import { referenceOf } from "../contract/references.ts";
import type { ComparisonCreatedResponse } from "../contract/schemas.ts";
import { requireRoom } from "../jobs/require-room.ts";
import type { Transaction } from "../storage/database.ts";
import { copyTexts } from "./copy-texts.ts";
import { type AskedDocument, lockDocument, namedVersion } from "./find-document.ts";
import type { MergeParts } from "./merge-versions.ts";
import { listVersions } from "./queries.ts";
import { requireReady } from "./rules.ts";

export interface CompareCall {
  readonly document: AskedDocument;
  readonly caller: Caller;
  readonly asked: z.infer<typeof DocumentCompareRequest>;
  readonly remember: Remember<Transaction>;
}

/**
 * Throws RATE_LIMITED, USAGE_LIMIT_REACHED, INVALID_REQUEST, DOCUMENT_NOT_FOUND, VERSION_NOT_FOUND, CONTENT_DELETED and
 * CONFLICT.
 */
export async function compareVersions(call: CompareCall, parts: MergeParts): Promise<CreatedReply> {
  const { document, caller, asked, remember } = call;
  const { documentId } = document;
  await requireRoom(document.organizationId, parts);
  const all = await listVersions(parts.database, documentId);
  const from = namedVersion(all, "from_version_id", asked.from_version_id);
  const to = namedVersion(all, "to_version_id", asked.to_version_id);
  for (const version of [from, to]) requireReady(version);
  const comparisonId = newId("cmp", parts.clock, parts.random);
  const body: ComparisonCreatedResponse = { comparison_id: comparisonId, status: "processing" };
  const reply: CreatedReply = { status: 202, body };
  const wanted = [
    { version: from, role: "original" },
    { version: to, role: "modified" },
  ];
  await copyTexts({ ownerId: comparisonId, organization: caller.organization }, wanted, parts, async (copies) => {
    const sources = namedSources(copies[0]!, copies[1]!);
    await parts.database.transaction().execute(async (transaction) => {
      const given = { author: asked.author, options: undefined, reference: referenceOf(asked.reference) };
      await createComparison(transaction, { comparisonId, caller, sources, documentId, ...given }, parts);
      // A deletion of the document also deletes its comparisons, so lock it before this one is committed.
      await lockDocument(transaction, document, parts);
      await remember(transaction, reply, comparisonId);
    });
  });
  return reply;
}
