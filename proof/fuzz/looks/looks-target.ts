// Fuzzes redlines of visible formatting: both views look like their documents, and what looks equal is not tracked.
//
// An independent resolver reads the looks of the documents and of the decided redline.

import { listRevisions } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask, decideTask, type RedlineJson } from "@versus/engine/tasks";
import { openCorpusDocument } from "../../corpus/read-document.ts";
import { type DocumentLooks, readDocumentLooks } from "../../reading/looks/read-looks.ts";
import { Random } from "../../runner/random.ts";
import { type Counts, demand, type Target } from "../target.ts";
import { checkViews } from "./check-views.ts";
import {
  contentNames,
  editingNames,
  formattingNames,
  makeChange,
  newDocument,
  spellingNames,
  stylingNames,
} from "./made-changes.ts";
import {
  blockMarkup,
  defaultsMarkup,
  listMarkup,
  type MadeDocument,
  madeBytes,
  propertiesMarkup,
  styleMarkup,
} from "./made-document.ts";

type Role = "both" | "before" | "after";

/** One change, of both documents or of one. The seed decides everything else about it. */
interface Step {
  readonly role: Role;
  readonly name: string;
  readonly seed: number;
}

export const looksTarget: Target<readonly Step[]> = {
  name: "looks",
  features: [...contentNames, ...formattingNames, ...stylingNames, ...spellingNames, ...editingNames],
  exceptions: [],
  generate: generateSteps,
  check: checkSteps,
  shrinking: { length: ({ length }) => length, without: (steps, from, to) => steps.toSpliced(from, to - from) },
  show: (steps) =>
    [
      steps.map(({ role, name, seed }) => `${role}: ${name} (${seed})`).join("\n"),
      ...(["before", "after"] as const).map((role) => `${role}\n${shown(documentOf(steps, role))}`),
    ].join("\n"),
};

function generateSteps(random: Random, focus: string | undefined): Step[] {
  const step = (role: Role, name: string): Step => ({ role, name, seed: random.next() });
  const steps = (most: number, role: () => Role, names: readonly string[]): Step[] =>
    random.list(random.below(most + 1), () => step(role(), random.pick(names)));
  const oneRole = (): Role => (random.chance(0.75) ? "after" : "before");
  const shared = [
    ...steps(5, () => "both", contentNames),
    ...steps(16, () => "both", formattingNames),
    ...steps(10, () => "both", stylingNames),
  ];
  // Many cases differ in their spelling alone, so that nothing may be tracked.
  const isSpelledOnly = random.chance(0.3);
  const own = isSpelledOnly
    ? []
    : [
        ...steps(5, oneRole, formattingNames),
        ...steps(random.pick([0, 0, 2]), oneRole, stylingNames),
        ...steps(random.pick([0, 0, 2]), oneRole, editingNames),
      ];
  const focused = focus === undefined ? [] : [step(contentNames.includes(focus) ? "both" : "after", focus)];
  return [...shared, ...own, ...steps(3, oneRole, spellingNames), ...focused];
}

function documentOf(steps: readonly Step[], role: Role): MadeDocument {
  const document = newDocument();
  const own = (wanted: Role): readonly Step[] => steps.filter((step) => step.role === wanted);
  for (const { name, seed } of [...own("both"), ...own(role)]) makeChange(document, name, new Random(seed));
  return document;
}

const NAMES = { before: "before.docx", after: "after.docx" };

function checkSteps(steps: readonly Step[], counts: Counts): void {
  for (const { name } of steps) counts.add(name);
  const [before, after] = (["before", "after"] as const).map((role) => madeBytes(documentOf(steps, role)));
  const { artifacts, notices } = compareTask({
    ...{ before: before!, after: after!, names: NAMES, codec: nodeZlib },
    ...{ author: "Versus", date: "2026-01-02T03:04:05Z", formats: ["docx", "json"] },
    options: { formatting: "visible" },
  });
  const redline = artifacts.get("docx")!;
  const json = JSON.parse(new TextDecoder().decode(artifacts.get("json")!)) as RedlineJson;
  const fallbacks = notices.filter(({ code }) => code === "BLOCK_FALLBACK").length;
  demand(fallbacks === 0, "nothing is replaced whole", () => `${fallbacks} times`);
  demand(json.style_changes !== undefined, "the redline is one of visible formatting");
  const read = (bytes: Uint8Array): DocumentLooks => readDocumentLooks(bytes);
  const modified = read(after!);
  checkViews({
    original: read(before!),
    themed: readDocumentLooks(before!, modified.sheet.theme),
    modified,
    accepted: read(decided(redline, "accept")),
    rejected: read(decided(redline, "reject")),
    redline: read(redline),
    listedStyles: new Set(json.style_changes.map(({ style }) => style)),
    revisions: listRevisions(openCorpusDocument(redline)).map(({ kind, place }) => `${kind} of ${place}`),
  });
}

function decided(bytes: Uint8Array, rest: "accept" | "reject"): Uint8Array {
  const outcome = decideTask({ bytes, codec: nodeZlib, decisions: { rest } });
  demand(outcome.kind === "decided", "all changes can be decided", () => JSON.stringify(outcome));
  return outcome.kind === "decided" ? outcome.docx : bytes;
}

/** Returns the parts of a document that differ between cases. */
function shown({ blocks, styles, defaults, lists, section }: MadeDocument): string {
  return [
    defaultsMarkup(defaults),
    ...styles.map(styleMarkup),
    ...lists.map(listMarkup),
    ...blocks.map(blockMarkup),
    propertiesMarkup("sectPr", section),
  ].join("\n");
}
