// Creates a document from one generated list of paragraphs and checks it, in its own thread.

import { readFileSync, writeFileSync } from "node:fs";
import { lintDocument } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { createTask } from "@versus/engine/tasks";
import { newKinds, validationKinds } from "../../oracles/validation-kinds.ts";
import { childNamed, descendantsOf, type Element, elementsIn, readXmlTree } from "../../reading/xml-tree.ts";
import { firstDifference } from "../../runner/first-difference.ts";
import { seededRandom } from "../../runner/random.ts";
import { openCorpusDocument } from "../read-document.ts";
import { referenceText } from "../text/reference-text.ts";
import { changedDefinitions, type Definitions, readDefinitions, readParts, styleNames } from "./definitions.ts";
import { DATE, type MadeList, makeList } from "./make-list.ts";

export interface ListJob {
  readonly number: number;
  readonly seed: number;
  /** Undefined for the default styles. */
  readonly template: { readonly path: string; readonly file: string } | undefined;
  /** The file in which the document is saved for LibreOffice. */
  readonly saveAs: string | undefined;
}

export const checkNames = [
  "it is made",
  "twice the same",
  "the linter finds nothing",
  "no new kind of validation error",
  "every text as asked",
  "every style as asked",
  "the template's definitions",
  "nothing else of the template",
] as const;
export type CheckName = (typeof checkNames)[number];

export interface ListResult {
  readonly name: string;
  readonly paragraphs: number;
  /** Maps a failed check to its problem, without any text. */
  readonly problems: Readonly<Partial<Record<CheckName, string>>>;
}

export async function work(job: ListJob): Promise<ListResult> {
  const template = job.template === undefined ? undefined : readFileSync(job.template.file);
  const theirs = template === undefined ? undefined : readDefinitions(readParts(template));
  const list = listOf(job, theirs);
  const request = { paragraphs: list.paragraphs, date: DATE, codec: nodeZlib, ...(template && { template }) };
  const result = (problems: ListResult["problems"]): ListResult => {
    return { name: nameOf(job), paragraphs: list.paragraphs.length, problems };
  };
  const [made, again] = [createTask(request), createTask(request)];
  if (made.kind === "refused" || again.kind === "refused") {
    const problems = made.kind === "refused" ? made.problems : [];
    return result({ "it is made": problems.map(({ field, reason }) => `${field} ${reason}`).join("; ") });
  }
  if (job.saveAs !== undefined) writeFileSync(job.saveAs, made.docx);
  const problems: Record<CheckName, string> = {
    "it is made": "",
    "twice the same": Buffer.from(made.docx).equals(again.docx) ? "" : "other bytes",
    ...(await judge(made.docx, { list, template, theirs })),
  };
  return result(Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== "")));
}

export function crashedList(job: ListJob, reason: string): ListResult {
  return { name: nameOf(job), paragraphs: 0, problems: { "it is made": reason.split("\n").slice(0, 3).join(" ") } };
}

export function nameOf({ number, template }: ListJob): string {
  return `list ${number} (${template?.path ?? "no template"})`;
}

/** Returns the list of a job; the same list for every call. */
export function listOf({ seed, number, template }: ListJob, theirs: Definitions | undefined): MadeList {
  const known = theirs ?? { styles: new Map(), lists: new Map(), schemes: new Map() };
  return makeList(seededRandom(seed, "create", number, template?.path ?? ""), styleNames(known));
}

interface Asked {
  readonly list: MadeList;
  readonly template: Uint8Array | undefined;
  readonly theirs: Definitions | undefined;
}

type Judgement = Omit<Record<CheckName, string>, "it is made" | "twice the same">;

export async function judge(docx: Uint8Array, { list, template, theirs }: Asked): Promise<Judgement> {
  const findings = lintDocument(openCorpusDocument(docx)).map(({ rule }) => rule);
  const kinds = await validationKinds(docx);
  const known = template === undefined || kinds.length === 0 ? [] : await validationKinds(template);
  const parts = readParts(docx);
  const changed = theirs === undefined ? [] : changedDefinitions(theirs, readDefinitions(parts));
  return {
    "the linter finds nothing": [...new Set(findings)].join("; "),
    "no new kind of validation error": newKinds(known, kinds).join("; "),
    "every text as asked": textProblem(docx, list),
    "every style as asked": styleProblem(parts, list),
    "the template's definitions": changed.slice(0, 5).join("; "),
    "nothing else of the template": foreignContent(parts),
  };
}

function textProblem(docx: Uint8Array, { body, footnotes, endnotes }: MadeList): string {
  const stories = referenceText(docx);
  const found = (kind: string): string[] => stories.flatMap((story) => (story.kind === kind ? story.paragraphs : []));
  // The first two paragraphs are the two separators, each a note with one empty paragraph.
  const notes = (kind: string): string[] => found(kind).slice(2);
  return [
    differenceOf(
      "paragraph",
      body.map(({ text }) => text),
      found("body"),
    ),
    differenceOf("paragraph of footnotes", footnotes, notes("footnote")),
    differenceOf("paragraph of endnotes", endnotes, notes("endnote")),
  ]
    .filter((problem) => problem !== "")
    .join("; ");
}

function differenceOf(what: string, wanted: readonly string[], found: readonly string[]): string {
  if (wanted.length !== found.length) return `${found.length} ${what}, not ${wanted.length}`;
  const at = firstDifference(wanted, found);
  return at === undefined ? "" : `${what} ${at}`;
}

function styleProblem(parts: ReadonlyMap<string, Uint8Array>, { body }: MadeList): string {
  const paragraphs = elementsIn(bodyOf(parts)).filter(({ name }) => name === "w:p");
  const styles = paragraphs.map((paragraph) => {
    return childNamed(childNamed(paragraph, "w:pPr"), "w:pStyle")?.attributes.get("w:val") ?? "";
  });
  return differenceOf(
    "style of paragraph",
    body.map(({ style }) => style),
    styles,
  );
}

function bodyOf(parts: ReadonlyMap<string, Uint8Array>): Element {
  return childNamed(readXmlTree(parts.get("word/document.xml")!), "w:body")!;
}

/** The parts that a created document may have. */
const PARTS: ReadonlySet<string> = new Set([
  "[Content_Types].xml",
  "_rels/.rels",
  "docProps/app.xml",
  "docProps/core.xml",
  "word/_rels/document.xml.rels",
  ...["document", "styles", "settings", "numbering", "footnotes", "endnotes", "theme/theme1"].map(
    (name) => `word/${name}.xml`,
  ),
]);
const PAGE = "w:pgSz 12240 15840, w:pgMar 1440 1440 1440 1440 720 720 0, w:cols 720";

function foreignContent(parts: ReadonlyMap<string, Uint8Array>): string {
  const names = [...parts.keys()].filter((name) => !PARTS.has(name));
  const sections = [...descendantsOf(bodyOf(parts))].filter(({ name }) => name === "w:sectPr");
  const pages = sections.map((section) =>
    elementsIn(section)
      .map(({ name, attributes }) => [name, ...attributes.values()].join(" "))
      .join(", "),
  );
  const settings = readXmlTree(parts.get("word/settings.xml")!);
  const foreign = elementsIn(settings).filter(({ name }) => !SETTINGS.has(name));
  return [...names, ...(pages.join() === PAGE ? [] : ["another page"]), ...foreign.map(({ name }) => name)].join("; ");
}

const SETTINGS: ReadonlySet<string> = new Set(
  "zoom defaultTabStop characterSpacingControl footnotePr endnotePr compat themeFontLang clrSchemeMapping decimalSymbol listSeparator"
    .split(" ")
    .map((name) => `w:${name}`),
);
