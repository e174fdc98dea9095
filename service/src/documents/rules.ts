// Defines the rules of stored documents that need no database.
//
// They are the forms, the base of a merge, the descent of a version, and the representation of a row in a reply.

import type { z } from "zod";
import { ApiError, refusalFor } from "../contract/api-error.ts";
import {
  DescribingTexts,
  type DocumentPatchRequest,
  type DocumentResource,
  type DocumentVersionResource,
  MetadataPatch,
} from "../contract/document-schemas.ts";
import type { FormRules, ReceivedForm, TextRule } from "../contract/forms.ts";
import { issueDetails } from "../contract/invalid-values.ts";
import { limits } from "../contract/limits.ts";
import type { Stage } from "../contract/record-schemas.ts";
import { echoed, referenceRule } from "../contract/references.ts";
import { parseWritable, requireWritable } from "../contract/writable-json.ts";
import { documentExtensions } from "../files/rules.ts";
import { redlineRecordOf } from "../redlines/read-job.ts";
import type { Metadata } from "../storage/schema.ts";
import type { DocumentRow, FoundVersion, VersionCount } from "./queries.ts";

/** Longer than any valid value of these fields. */
const shortBytes = 64 * 1024;

function text(description: string, over: Partial<TextRule> = {}): TextRule {
  return { description, least: 0, most: 1, mostBytes: shortBytes, ...over };
}

/** Returns the rules of the form that creates a document. */
export function documentForm(): FormRules {
  const extensions = documentExtensions;
  return {
    files: {
      document: { description: "The first version. Use this or `file_id`.", least: 0, most: 1, extensions },
    },
    choices: [["document", "file_id"]],
    texts: {
      file_id: text(
        "The file_id of an upload, a staged or edited document, a decided file or a created document. It is copied. Use this or `document`.",
        { example: "7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293" },
      ),
      name: text(
        `The name of the document, at most ${limits.documentNameCharacters} characters. Default: the name of the file without its extension.`,
        { example: "Share purchase agreement" },
      ),
      description: text(`A description, at most ${limits.descriptionCharacters} characters.`),
      metadata: text("Notes of your own as a JSON object.", { json: MetadataPatch, example: '{ "matter": "M-1047" }' }),
      author: text(
        "The author of the version. Control characters are removed, and the name is cut at 100 characters.",
        { example: "Counsel for the Buyer" },
      ),
      reference: referenceRule,
    },
  };
}

/** Returns the rules of the form that adds a version. */
export function versionForm(): FormRules {
  const { files, texts, choices } = documentForm();
  return {
    files: { document: { ...files.document!, description: "The new version. Use this or `file_id`." } },
    choices: choices!,
    texts: {
      ...texts,
      parent_version_id: text("The version that it was made from: any of the document. Default: the latest version."),
      name: text(
        `The name of the version, at most ${limits.documentNameCharacters} characters. Default: the name of the file without its extension.`,
        { example: "Second draft" },
      ),
      author: text(
        "The author of every tracked change in the redline. Control characters are removed, and the name is cut at 100 characters. Default: the address of the service account, a dash and the name of the file.",
        { example: "Counsel for the Buyer" },
      ),
    },
  };
}

/** Returns the name, description and metadata that a form gives to a document or version. Throws INVALID_REQUEST. */
export function readDescribing(form: Pick<ReceivedForm, "texts">): z.infer<typeof DescribingTexts> {
  const given: Record<string, unknown> = {};
  for (const field of ["name", "description"]) {
    const [value] = form.texts(field);
    if (value !== undefined) given[field] = value;
  }
  requireWritable(JSON.stringify(given), given);
  const [metadata] = form.texts("metadata");
  if (metadata !== undefined) given.metadata = parseMetadata(metadata);
  return held(DescribingTexts, given);
}

function parseMetadata(json: string): unknown {
  try {
    return parseWritable(json, "metadata");
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw invalid("metadata", "`metadata` must be a JSON object.");
  }
}

/** Returns the value if it matches the schema. Throws INVALID_REQUEST. */
export function held<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw refusalFor(
    "INVALID_REQUEST",
    result.error.issues.flatMap((issue) => issueDetails(issue, shape)),
  );
}

/** Returns the refusal of a field whose value is not allowed. */
export function invalid(field: string, message: string): ApiError {
  return refusalFor("INVALID_REQUEST", [{ field, reason: "INVALID_VALUE", message }]);
}

/** Returns the entries after a change; null removes an entry. Throws INVALID_REQUEST if there are too many. */
export function mergedMetadata(before: Metadata, patch: DocumentPatchRequest["metadata"]): Metadata {
  const entries = Object.entries({ ...before, ...patch }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  if (entries.length > limits.metadataEntries) {
    const most = limits.metadataEntries;
    throw invalid("metadata", `\`metadata\` would have ${entries.length} entries; at most ${most} are allowed.`);
  }
  return Object.fromEntries(entries);
}

interface TreeVersion {
  readonly version_id: string;
  readonly number: number;
  readonly parent_version_id: string | null;
}

/**
 * Returns the nearest common ancestor: the version with the highest number that every given version is, or descends
 * from by its parents. Merged versions do not count as parents here. Undefined without a common ancestor. Invariant: a
 * version has a higher number than its parent.
 */
export function commonAncestor<Version extends TreeVersion>(
  all: readonly Version[],
  versionIds: readonly string[],
): Version | undefined {
  const byId = new Map(all.map((version) => [version.version_id, version]));
  const lines = versionIds.map((versionId) => lineOf(versionId, byId));
  const common = all.filter(({ version_id: id }) => lines.every((line) => line.has(id)));
  return common.reduce<Version | undefined>(
    (nearest, version) => (nearest === undefined || version.number > nearest.number ? version : nearest),
    undefined,
  );
}

/** Returns the ids of the version and its ancestors by parent. */
function lineOf(versionId: string, byId: ReadonlyMap<string, TreeVersion>): ReadonlySet<string> {
  const line = new Set<string>();
  let version = byId.get(versionId);
  while (version !== undefined && !line.has(version.version_id)) {
    line.add(version.version_id);
    version = version.parent_version_id === null ? undefined : byId.get(version.parent_version_id);
  }
  return line;
}

interface MergedVersion extends TreeVersion {
  readonly merged_version_ids: readonly string[];
}

/**
 * Returns a version and all versions that it descends from, by parents and by merges, root first. `parents` are the
 * indexes, in the returned list, of the versions that a version was made from.
 */
export function descentOf<Version extends MergedVersion>(
  all: readonly Version[],
  versionId: string,
): { readonly version: Version; readonly parents: readonly number[] }[] {
  const byId = new Map(all.map((version) => [version.version_id, version]));
  const sourcesOf = ({ parent_version_id: parentId, merged_version_ids: merged }: Version): string[] =>
    // A merged version may have been deleted since.
    [...(parentId === null ? [] : [parentId]), ...merged].filter((id) => byId.has(id));
  const found = new Set<string>([versionId]);
  // The loop also visits the ids that are added during the loop.
  for (const id of found) for (const source of sourcesOf(byId.get(id)!)) found.add(source);
  // A version has a higher number than the versions that it was made from.
  const versions = [...found].map((id) => byId.get(id)!).sort((one, other) => one.number - other.number);
  const places = new Map(versions.map(({ version_id: id }, place) => [id, place]));
  return versions.map((version) => ({ version, parents: sourcesOf(version).map((id) => places.get(id)!) }));
}

/**
 * Returns the format of the artifact that contains the text of a version. The text of a merge has every change accepted
 * and the first side of each conflict.
 */
export function textFormat({ kind }: Pick<FoundVersion, "kind">): "docx" | "text" {
  return kind === "merge" ? "text" : "docx";
}

/** Throws CONFLICT if the version is still processing or failed, because it has no text. */
export function requireReady(version: Pick<FoundVersion, "number" | "status">): void {
  const { number, status } = version;
  if (status === "failed") {
    throw new ApiError(
      "CONFLICT",
      `Version ${number} failed, so it cannot be used. Add the document again as a new version.`,
    );
  }
  if (status === "processing") {
    const headers = { "retry-after": String(limits.comparisonRetrySeconds) };
    throw new ApiError("CONFLICT", `Version ${number} is still processing. Try again in a second.`, { headers });
  }
}

export function documentResource(row: DocumentRow, versions: VersionCount): DocumentResource {
  return {
    document_id: row.document_id,
    name: row.name,
    description: row.description,
    metadata: row.metadata ?? {},
    ...echoed(row),
    version_count: versions.count,
    latest_version_id: versions.latest,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** `stage` is set only for the read of a version that is processing. */
export function versionResource(row: FoundVersion, stage?: Stage): DocumentVersionResource {
  return {
    version_id: row.version_id,
    document_id: row.document_id,
    number: row.number,
    name: row.name,
    file_name: row.file_name,
    author: row.author,
    description: row.description,
    metadata: row.metadata ?? {},
    ...echoed(row),
    kind: row.kind,
    parent_version_id: row.parent_version_id,
    ...(row.merge_id === null ? {} : { merge_id: row.merge_id }),
    status: row.status,
    redline: { status: row.redline_id === null ? "none" : (row.redline_status ?? "failed") },
    ...(row.error === null ? {} : { error: { code: row.error.code, message: row.error.message } }),
    ...redlineRecordOf({ ...row, finished_at: row.status === "processing" ? null : row.made_at }, stage),
    updated_at: row.updated_at.toISOString(),
  };
}
