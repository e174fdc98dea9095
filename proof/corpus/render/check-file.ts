// Checks everything that must hold for the renderings of one document, in its own thread.
//
// Both versions are rebuilt from the JSON alone and from the Markdown alone. They must equal the views of the engine,
// which show the text after all changes are accepted or rejected. The JSON must follow its schema. Ids must be unique
// and the same in both renderings, and a second rendering must be identical.

import { readFileSync } from "node:fs";
import {
  listRevisions,
  readView,
  renderJson,
  renderMarkdown,
  type Story,
  storiesOf,
  textBoxesOf,
} from "@versus/engine/inside";
import { Failure, type RedlineJson } from "@versus/engine/tasks";
import { firstDifference } from "../../runner/first-difference.ts";
import { rebuildJson, type Side } from "../compare/rebuild-json.ts";
import { rebuildMarkdown } from "../compare/rebuild-markdown.ts";
import { openCorpusDocument } from "../read-document.ts";
import { redlineIds } from "./redline-ids.ts";
import { schemaProblems } from "./validate-redline.ts";

export interface RenderJob {
  /** Path from the root of the corpus; the name of the file in the report. */
  readonly path: string;
  readonly file: string;
}

export const checkNames = [
  "it renders",
  "the base from JSON",
  "the revised text from JSON",
  "the base from Markdown",
  "the revised text from Markdown",
  "other parts from JSON",
  "the schema holds",
  "ids are unique",
  "ids are those of the Markdown",
  "twice the same",
] as const;
export type CheckName = (typeof checkNames)[number];

export interface RenderResult {
  readonly path: string;
  readonly outcome: "rendered" | "unopened" | "crashed";
  readonly revisions: number;
  /** Maps a failed check to the position of the problem, without any text of the document. */
  readonly problems: Readonly<Partial<Record<CheckName, string>>>;
}

const OPTIONS = {
  kind: "comparison",
  revision: "after.docx",
  documents: [
    { role: "original", name: "before.docx" },
    { role: "modified", name: "after.docx" },
  ],
} as const;

export function work({ path, file }: RenderJob): RenderResult {
  const bytes = readFileSync(file);
  try {
    return { path, outcome: "rendered", ...checkRenderings(bytes) };
  } catch (problem) {
    if (problem instanceof Failure) return { path, outcome: "unopened", revisions: 0, problems: {} };
    throw problem;
  }
}

export function crashedRender({ path }: RenderJob, reason: string): RenderResult {
  const [error = "", place = ""] = reason.split("\n");
  return { path, outcome: "crashed", revisions: 0, problems: { "it renders": `${error} ${place.trim()}` } };
}

export function checkRenderings(bytes: Uint8Array): Pick<RenderResult, "revisions" | "problems"> {
  const document = openCorpusDocument(bytes);
  const json = renderJson(document, OPTIONS);
  const markdown = renderMarkdown(document, OPTIONS);
  const stories = storiesOf(document);
  const body = stories.find(({ kind }) => kind === "body");
  const views = { base: textsOf(body, "base"), revised: textsOf(body, "revised") };
  const ids = redlineIds(json, markdown);
  const problems: Readonly<Record<CheckName, string>> = {
    "it renders": "",
    "the base from JSON": differingParagraph(views.base, rebuildJson(json, "base")),
    "the revised text from JSON": differingParagraph(views.revised, rebuildJson(json, "revised")),
    "the base from Markdown": differingParagraph(views.base, rebuildMarkdown(markdown, "base")),
    "the revised text from Markdown": differingParagraph(views.revised, rebuildMarkdown(markdown, "revised")),
    "other parts from JSON": checkParts(stories, json),
    "the schema holds": schemaProblems(json).slice(0, 3).join("; "),
    "ids are unique": ids.repeated,
    "ids are those of the Markdown": ids.different,
    "twice the same": checkAgain(bytes, JSON.stringify(json) + markdown),
  };
  const failed = Object.entries(problems).filter(([, problem]) => problem !== "");
  return { revisions: listRevisions(document).length, problems: Object.fromEntries(failed) };
}

function textsOf(story: Story | undefined, side: Side): string[] {
  const view = side === "base" ? "rejected" : "accepted";
  return story === undefined ? [] : readView(story, view).map(({ text }) => text);
}

/** Returns the first difference of two lists of paragraphs and the length of each list; empty if they are equal. */
function differingParagraph(wanted: readonly string[], rebuilt: readonly string[]): string {
  const at = firstDifference(wanted, rebuilt);
  return at === undefined ? "" : `paragraph ${at} (${wanted.length} and ${rebuilt.length})`;
}

/**
 * A header, footer, note or text box must have both texts of some story of the document. The JSON does not name its
 * part file, so any story may match.
 */
function checkParts(stories: readonly Story[], { headers, footers, notes, text_boxes: boxes }: RedlineJson): string {
  const key = (base: readonly string[], revised: readonly string[]): string => JSON.stringify([base, revised]);
  const all = stories.flatMap((story) => [story, ...textBoxesOf(story).map((box) => box.story)]);
  const known = new Set(all.map((story) => key(textsOf(story, "base"), textsOf(story, "revised"))));
  const isWrong = (part: Pick<RedlineJson, "blocks">): boolean =>
    !known.has(key(rebuildJson(part, "base"), rebuildJson(part, "revised")));
  return [
    ...[...headers, ...footers]
      .filter(isWrong)
      .map(({ part }) => `${part.kind} ${part.type} of ${part.section.number}`),
    ...notes.filter(isWrong).map(({ kind, number }) => `${kind} ${number}`),
    ...boxes.flatMap((box, index) => (isWrong(box) ? `text box ${index + 1}` : [])),
  ].join("; ");
}

function checkAgain(bytes: Uint8Array, first: string): string {
  const document = openCorpusDocument(bytes);
  const second = JSON.stringify(renderJson(document, OPTIONS)) + renderMarkdown(document, OPTIONS);
  return first === second ? "" : "another text";
}
