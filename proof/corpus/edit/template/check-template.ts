// Edits one document with templates and checks the imported styles and lists, in its own thread.

import { readFileSync } from "node:fs";
import { lintDocument } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { editTask, Failure } from "@versus/engine/tasks";
import { newKinds, validationKinds } from "../../../oracles/validation-kinds.ts";
import { openCorpusDocument } from "../../read-document.ts";
import { readStyleLists, type StyleLists } from "./style-lists.ts";

export interface TemplateJob {
  readonly path: string;
  readonly file: string;
  readonly templates: readonly { readonly path: string; readonly file: string }[];
}

export const templateChecks = [
  "it is carried out",
  "every imported style shows its list",
  "the document's own are as they were",
  "nothing else is taken",
  "no new lint finding",
  "no new kind of validation error",
] as const;
type TemplateCheck = (typeof templateChecks)[number];

export interface TemplateResult {
  /** Why the document was not edited; empty if it was. */
  readonly unread: string;
  readonly path: string;
  readonly pairs: readonly PairResult[];
}

interface PairResult {
  readonly template: string;
  /** Number of imported styles, and of those that show a list. */
  readonly imported: number;
  readonly numbered: number;
  /** Maps a failed check to its problem, without any text. */
  readonly problems: Readonly<Partial<Record<TemplateCheck, string>>>;
}

/** An edit that every document accepts. */
const EDITS = [{ type: "set_document_settings", settings: { track_changes: true } }];
const SIGNATURE = { author: "Versus corpus edit", date: "2031-02-03T04:05:06Z", codec: nodeZlib } as const;

export async function work({ path, file, templates }: TemplateJob): Promise<TemplateResult> {
  const upload = readUpload(readFileSync(file));
  if (typeof upload === "string") return { path, unread: upload, pairs: [] };
  const pairs: PairResult[] = [];
  for (const template of templates) pairs.push(await checkPair(upload, template));
  return { path, unread: "", pairs };
}

export function crashedTemplate({ path, templates }: TemplateJob, reason: string): TemplateResult {
  const told = reason.split("\n").slice(0, 3).join(" ");
  const pairs = templates.map((template) => failedPair(template.path, told));
  return { path, unread: "", pairs };
}

function failedPair(template: string, reason: string): PairResult {
  return { template, imported: 0, numbered: 0, problems: { "it is carried out": reason } };
}

interface TemplateUpload {
  readonly bytes: Uint8Array;
  readonly lists: StyleLists;
  readonly lint: ReadonlySet<string>;
}

/** Returns the document, or why it cannot be edited. */
function readUpload(bytes: Uint8Array): TemplateUpload | string {
  try {
    return { bytes, lists: readStyleLists(bytes), lint: rulesOf(bytes) };
  } catch (problem) {
    return problem instanceof Failure ? problem.code : `not read by the judge: ${String(problem).split("\n")[0]}`;
  }
}

function rulesOf(bytes: Uint8Array): Set<string> {
  return new Set(lintDocument(openCorpusDocument(bytes)).map(({ rule }) => rule));
}

async function checkPair(
  upload: TemplateUpload,
  { path, file }: TemplateJob["templates"][number],
): Promise<PairResult> {
  const template = readFileSync(file);
  const outcome = editTask({ ...SIGNATURE, document: upload.bytes, styleTemplate: template, edits: EDITS });
  if (outcome.kind === "refused") return failedPair(path, outcome.refusals.map(({ message }) => message).join(" "));
  const [own, theirs, made] = [upload.lists, readStyleLists(template), readStyleLists(outcome.docx)];
  const imported = [...theirs.styles.keys()].filter((id) => id !== "" && !own.styles.has(id));
  const numbered = imported.filter((id) => (theirs.shown.get(id) ?? "none") !== "none");
  const problems: Record<TemplateCheck, string> = {
    "it is carried out": "",
    "every imported style shows its list": namesOf(
      imported,
      (id) => made.styles.has(id) && theirs.shown.get(id) === made.shown.get(id),
    ),
    "the document's own are as they were": changedOf(own, made),
    "nothing else is taken": takenBeside(own, theirs, made),
    "no new lint finding": [...rulesOf(outcome.docx)].filter((rule) => !upload.lint.has(rule)).join(" "),
    "no new kind of validation error": await validationProblem(outcome.docx, [upload.bytes, template]),
  };
  const found = Object.entries(problems).filter(([, problem]) => problem !== "");
  return { template: path, imported: imported.length, numbered: numbered.length, problems: Object.fromEntries(found) };
}

/** Returns the number of names for which `holds` is false, with up to five of them. */
function namesOf(names: readonly string[], holds: (name: string) => boolean): string {
  const wrong = names.filter((name) => !holds(name));
  return wrong.length === 0 ? "" : `${wrong.length}: ${wrong.slice(0, 5).join(" ")}`;
}

function changedOf(own: StyleLists, made: StyleLists): string {
  const kinds = ["styles", "shown", "lists"] as const;
  return kinds.map((kind) => namesOf([...own[kind].keys()], (id) => own[kind].get(id) === made[kind].get(id))).join("");
}

/** A list may be imported, with its definition, only for a style that shows it. */
function takenBeside(own: StyleLists, theirs: StyleLists, made: StyleLists): string {
  const styles = namesOf([...made.styles.keys()], (id) => own.styles.has(id) || theirs.styles.has(id));
  const shown = new Set(made.shown.values());
  const says = (list: string): boolean => [...shown].some((one) => one.endsWith(` of ${list}`));
  const lists = namesOf([...made.lists.keys()], (id) => own.lists.has(id) || says(made.lists.get(id)!));
  const came = made.lists.size - own.lists.size;
  const definitions = made.definitions - own.definitions - came > came ? "more definitions than lists" : "";
  return [styles, lists, definitions].filter((problem) => problem !== "").join("; ");
}

/** Returns the kinds of validation errors that neither the document nor the template has. */
async function validationProblem(docx: Uint8Array, sources: readonly Uint8Array[]): Promise<string> {
  const kinds = await validationKinds(docx);
  if (kinds.length === 0) return "";
  // The validator answers one question at a time.
  const known: string[] = [];
  for (const source of sources) known.push(...(await validationKinds(source)));
  return newKinds(known, kinds).join("; ");
}
