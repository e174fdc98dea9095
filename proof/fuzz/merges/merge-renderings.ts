// Checks the JSON and Markdown of a merge, and decisions that are made from them.
//
// From the renderings alone, a reader can rebuild every version. Settling every conflict for one revision gives exactly
// that revision.

import { decide } from "@versus/engine";
import { renderJson, renderMarkdown, type WordDocument } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type Decisions, decideTask, type RedlineJson } from "@versus/engine/tasks";
import { rebuildJson } from "../../corpus/compare/rebuild-json.ts";
import { rebuildMarkdown } from "../../corpus/compare/rebuild-markdown.ts";
import { redlineIds } from "../../corpus/render/redline-ids.ts";
import { schemaProblems } from "../../corpus/render/validate-redline.ts";
import { demand } from "../target.ts";

/** The versions that a merge was made of, as texts of paragraphs. */
export interface Versions {
  readonly names: readonly string[];
  readonly base: readonly string[];
  readonly copies: readonly (readonly string[])[];
}

export function checkRenderings(document: WordDocument, { names, base, copies }: Versions): RedlineJson {
  const documents = [
    { role: "original" as const, name: "base.docx" },
    ...names.map((name) => ({ role: "revision" as const, name })),
  ];
  const options = { kind: "merge", revision: "", documents } as const;
  const json = renderJson(document, options);
  const markdown = renderMarkdown(document, options);
  const problems = schemaProblems(json);
  demand(problems.length === 0, "the schema holds", () => problems.slice(0, 3).join("; "));
  const ids = redlineIds(json, markdown);
  demand(ids.repeated === "" && ids.different === "", "ids are unique and the same", () => JSON.stringify(ids));
  holds(base, rebuildJson(json, "base"), "the JSON rebuilds the base");
  holds(base, rebuildMarkdown(markdown, "base", names), "the Markdown rebuilds the base");
  for (const [at, copy] of copies.entries()) {
    const revision = names[at]!;
    holds(copy, rebuildJson(json, { revision }), `the JSON rebuilds copy ${at}`);
    holds(copy, rebuildMarkdown(markdown, { revision }, names), `the Markdown rebuilds copy ${at}`);
  }
  return json;
}

/** Returns the decisions that settle the merge for one revision, from the ids and conflicts of its JSON alone. */
export function settledFor(json: RedlineJson, revision: string): Decisions {
  const ids = new Set<string>();
  // Units have ids of their own, and name the ids of changes once more.
  collectIds({ ...json, units: undefined }, revision, ids);
  const conflicts = (json.conflicts ?? []).filter(({ kind }) => kind !== "property");
  return {
    ...(ids.size === 0 ? {} : { accept: { ids: [...ids] } }),
    conflicts: conflicts.map(({ id }) => ({ id, choose: revision })),
    rest: "reject",
  };
}

/** Collects the ids of all objects that list a revision. */
function collectIds(value: unknown, revision: string, ids: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  const { id, revisions } = value as { readonly id?: unknown; readonly revisions?: unknown };
  if (typeof id === "string" && Array.isArray(revisions) && revisions.includes(revision)) ids.add(id);
  for (const child of Object.values(value)) collectIds(child, revision, ids);
}

/** Maps a merge to its decided copies, by the decisions. Several laws need the same ones. */
const known = new WeakMap<WordDocument, Map<string, WordDocument>>();

/** Returns a copy of a merge after decisions. It is never saved and read again, which would cost more than deciding. */
export function decidedCopy(document: WordDocument, decisions: Decisions): WordDocument {
  const copies = known.get(document) ?? new Map<string, WordDocument>();
  known.set(document, copies);
  const key = JSON.stringify(decisions);
  const found = copies.get(key) ?? newDecidedCopy(document, decisions);
  copies.set(key, found);
  return found;
}

function newDecidedCopy(document: WordDocument, decisions: Decisions): WordDocument {
  const outcome = decide(document, decisions);
  demand(outcome.kind === "decided", "decisions from the JSON are taken", () => JSON.stringify(outcome));
  return outcome.kind === "decided" ? outcome.document : document;
}

export function decidedBytes(bytes: Uint8Array, decisions: Decisions): Uint8Array {
  const outcome = decideTask({ bytes, codec: nodeZlib, decisions });
  demand(outcome.kind === "decided", "decisions from the JSON are taken", () => JSON.stringify(outcome));
  return outcome.kind === "decided" ? outcome.docx : bytes;
}

function holds(wanted: readonly string[], found: readonly string[], property: string): void {
  const isSame = wanted.length === found.length && wanted.every((text, at) => text === found[at]);
  demand(isSame, property, () => `\nwanted ${JSON.stringify(wanted)}\nfound  ${JSON.stringify(found)}`);
}
