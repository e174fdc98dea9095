// Checks what must hold when one document is scrubbed, in its own thread (docs/design/scrub.md).
//
// All kinds are removed at once: in one copy with the changes accepted, in another with the changes rejected. The
// check searches the bytes of the result for removed data. It compares the text with that of the original document
// with the changes decided and hidden runs skipped.

import { readFileSync } from "node:fs";
import {
  acceptAll,
  isToggledOn,
  numberingOf,
  rejectAll,
  runFormatting,
  type Story,
  storiesOf,
  trackedParts,
  type Verdict,
  W,
  type WordDocument,
  writeTree,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { countOf, Failure, type ScrubKind, scrubKinds, scrubTask } from "@versus/engine/tasks";
import { newKinds, validationKinds } from "../../oracles/validation-kinds.ts";
import { elementsNamed } from "../change-word.ts";
import { gravelyBroken, newlyBroken } from "../decisions/lint-rules.ts";
import { openCorpusDocument } from "../read-document.ts";

export interface ScrubJob {
  readonly path: string;
  readonly file: string;
}

export interface ScrubResult {
  readonly path: string;
  readonly outcome: "scrubbed" | "unopened" | "crashed";
  /** Number of items of each kind in the document. */
  readonly found: Readonly<Record<ScrubKind, number>>;
  readonly problems: readonly string[];
}

const NOTHING = { changes: 0, comments: 0, hidden: 0, authors: 0, properties: 0, rsids: 0 };

export async function work({ path, file }: ScrubJob): Promise<ScrubResult> {
  const bytes = readFileSync(file);
  try {
    const { found } = scrubTask({ bytes, codec: nodeZlib });
    const problems = [...(await checkVerdict(bytes, "accept")), ...(await checkVerdict(bytes, "reject"))];
    const counts = Object.fromEntries(scrubKinds.map((kind) => [kind, countOf(found, kind)]));
    return { path, outcome: "scrubbed", found: counts as ScrubResult["found"], problems };
  } catch (problem) {
    if (problem instanceof Failure) return { path, outcome: "unopened", found: NOTHING, problems: [] };
    throw problem;
  }
}

export function crashedScrub({ path }: ScrubJob, reason: string): ScrubResult {
  const [error = "", place = ""] = reason.split("\n");
  return { path, outcome: "crashed", found: NOTHING, problems: [`${error} ${place.trim()}`] };
}

async function checkVerdict(bytes: Uint8Array, changes: Verdict): Promise<string[]> {
  const before = openCorpusDocument(bytes);
  const broken = gravelyBroken(before);
  (changes === "accept" ? acceptAll : rejectAll)(before);
  const { docx } = scrubTask({ bytes, codec: nodeZlib, remove: scrubKinds, changes });
  const after = openCorpusDocument(docx);
  const kinds = newKinds(await validationKinds(bytes), await validationKinds(docx));
  return [
    ...traces(after),
    ...textProblems(before, after),
    ...newlyBroken(broken, gravelyBroken(after)).map((rule) => `lint: ${rule}`),
    ...kinds.map((kind) => `validator: ${kind}`),
  ].map((problem) => `${changes}: ${problem}`);
}

/**
 * Markup that a scrubbed document must not contain. The patterns search the bytes and do not use the lists of the
 * engine.
 */
const TRACES: readonly RegExp[] = [
  /<w:comment(?:Reference|RangeStart|RangeEnd)?[ />]/,
  /<w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|\w+Change) [^>]*w:author=/,
  /w:author="(?!Author")/,
  / w:rsid[A-Za-z]*="/,
  /<w:rsids?[ />]/,
  /<w:attachedTemplate /,
];

function traces(document: WordDocument): string[] {
  const parts = document.package.partNames.filter((part) =>
    /^docProps\/|\/people\.xml$|\/comments\w*\.xml$/i.test(part),
  );
  const reached = parts.filter((part) => document.package.contentType(part) !== undefined);
  const written = trackedParts(document).flatMap((part) => {
    const xml = new TextDecoder().decode(writeTree(document.package.tree(part)));
    return TRACES.filter((trace) => trace.test(xml)).map((trace) => `${part} has ${trace.source}`);
  });
  return [...reached.map((part) => `${part} is left`), ...written];
}

function textProblems(before: WordDocument, after: WordDocument): string[] {
  const [wanted, got] = [shownTexts(before, "visible"), shownTexts(after, "all")];
  return [...wanted].flatMap(([part, text]) => {
    const now = got.get(part) ?? "";
    if (now === text) return [];
    return [`${part}: ${text.length} characters became ${now.length}, other from ${differsAt(text, now)}`];
  });
}

/**
 * Maps a part to its characters in document order. Notes are left out: scrubbing removes a note if its reference is
 * hidden.
 */
function shownTexts(document: WordDocument, which: "visible" | "all"): Map<string, string> {
  const stories = storiesOf(document).filter(({ kind }) => kind === "body" || kind === "header" || kind === "footer");
  const numbering = numberingOf(document);
  const isShown = (story: Story, run: number): boolean =>
    which === "all" || !isToggledOn(runFormatting(numbering, story, run as never), W.vanish);
  return new Map(stories.map((story) => [story.part, textOfRuns(story, (run) => isShown(story, run))]));
}

function textOfRuns(story: Story, isShown: (run: number) => boolean): string {
  const { tree } = story;
  const texts = elementsNamed(tree, W.t).filter((text) => {
    for (let at = tree.parent(text); tree.isElement(at); at = tree.parent(at)) {
      if (tree.name(at) === W.r && !isShown(at)) return false;
    }
    return true;
  });
  return texts.flatMap((text) => tree.children(text).map((child) => tree.text(child))).join("");
}

function differsAt(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
