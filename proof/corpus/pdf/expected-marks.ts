// Collects the inserted, deleted and moved text of each story by the engine's own reading.
//
// It reads the redline and not its print copy.

import {
  type Inline,
  isToggledOn,
  type Label,
  Labeller,
  NONE,
  type NodeId,
  type Numbering,
  numberingOf,
  ParagraphReader,
  paragraphsOf,
  runFormatting,
  type Story,
  type StoryKind,
  storiesOf,
  textBoxesOf,
  W,
  type WordDocument,
} from "@versus/engine/inside";
import { foldText } from "./fold-text.ts";

export type MarkKind = "insertion" | "deletion" | "move";
const MARK_KINDS: readonly MarkKind[] = ["insertion", "deletion", "move"];

/** The text that one kind of mark must show in one story. */
export interface ExpectedMark {
  readonly story: StoryKind;
  readonly part: string;
  readonly mark: MarkKind;
  /** The folded text of the changes, without additions of the print copy. */
  text: string;
  /** The same text with the numbers, ¶ and brackets that the print copy may add. */
  readonly pieces: ExpectedPiece[];
}

/** Folded text that must appear, text that may appear, or a few characters in place of an object. */
export interface ExpectedPiece {
  readonly kind: "certain" | "possible" | "object";
  readonly text: string;
}

export interface ExpectedLabel {
  readonly label: string;
  /** The text after the number. */
  readonly text: string;
}

export interface Expected {
  readonly marks: readonly ExpectedMark[];
  /** Labels of the body, in order. */
  readonly labels: readonly ExpectedLabel[];
  /** The text of each unchanged entry of a table of contents, which ends in a page number. */
  readonly contents: readonly string[];
}

export function expectedOf(document: WordDocument): Expected {
  const reading = new ExpectedReading(document);
  for (const story of storiesOf(document).filter(({ kind }) => kind !== "comment")) {
    reading.read(story, story.kind);
    for (const { story: box } of textBoxesOf(story)) reading.read(box, story.kind === "body" ? "textbox" : story.kind);
  }
  return { marks: [...reading.marks.values()], labels: reading.labels, contents: reading.contents };
}

const BY_NAME: ReadonlyMap<number, MarkKind> = new Map<number, MarkKind>([
  [W.ins, "insertion"],
  [W.cellIns, "insertion"],
  [W.del, "deletion"],
  [W.cellDel, "deletion"],
  [W.moveFrom, "move"],
  [W.moveTo, "move"],
]);

class ExpectedReading {
  readonly marks = new Map<string, ExpectedMark>();
  readonly labels: ExpectedLabel[] = [];
  readonly contents: string[] = [];
  readonly #numbering: Numbering;
  /** Maps the kind and id of a note to the change of the whole note. */
  readonly #notes = new Map<string, MarkKind>();
  /** Maps a story to its two label counters. All footnotes share one pair, and so do all endnotes. */
  readonly #labellers = new Map<string, Record<"accepted" | "rejected", Labeller>>();

  constructor(document: WordDocument) {
    this.#numbering = numberingOf(document);
  }

  read(story: Story, kind: StoryKind): void {
    const readers = [new ParagraphReader(story), new ParagraphReader(story, "rejected")];
    const whole = this.#notes.get(`${kind} ${story.tree.attribute(story.root, W.id)}`);
    for (const paragraph of paragraphsOf(story)) {
      const { label, former } = this.#labelsOf(story, paragraph);
      const inlines = readers.flatMap((reader) => reader.read(paragraph).inlines);
      const byNode = new Map(inlines.map((inline) => [inline.node, inline]));
      const ordered = [...byNode.values()].sort((one, other) => one.node - other.node);
      const shown = ordered.filter(({ run }) => !this.#isHidden(story, run));
      if (story.kind === "body" && label !== undefined && label.text.trim() !== "")
        this.labels.push({ label: label.text, text: shown.map(({ text }) => text).join("") });
      const around = cellMark(story, paragraph) ?? whole;
      if (story.kind === "body" && isEntry(story, paragraph, shown))
        this.contents.push(shown.map(({ text }) => text).join(""));
      for (const text of [former?.text ?? "", label?.text ?? ""]) this.#addPossible(story, kind, foldText(text));
      for (const inline of shown) this.#addInline(story, kind, { inline, around });
      this.#addPossible(story, kind, "¶");
    }
  }

  #addInline(
    story: Story,
    kind: StoryKind,
    { inline, around }: { inline: Inline; around: MarkKind | undefined },
  ): void {
    const { tree } = story;
    const mark =
      inline.containers.map((node) => BY_NAME.get(tree.name(node))).findLast((one) => one !== undefined) ?? around;
    if (mark === undefined) return;
    const wanted = this.#markOf(story, kind, mark);
    if (inline.kind === "footnote" || inline.kind === "endnote")
      this.#notes.set(`${inline.kind} ${tree.attribute(inline.node, W.id)}`, mark);
    const text = foldText(inline.text);
    wanted.text += text;
    wanted.pieces.push(inline.text === "" ? { kind: "object", text } : { kind: "certain", text });
  }

  #addPossible(story: Story, kind: StoryKind, text: string): void {
    if (text === "") return;
    for (const mark of MARK_KINDS) this.#markOf(story, kind, mark).pieces.push({ kind: "possible", text });
  }

  #markOf({ part }: Story, story: StoryKind, mark: MarkKind): ExpectedMark {
    const key = `${story} ${part} ${mark}`;
    const known = this.marks.get(key) ?? { story, part, mark, text: "", pieces: [] };
    this.marks.set(key, known);
    return known;
  }

  #isHidden(story: Story, run: NodeId): boolean {
    return isToggledOn(runFormatting(this.#numbering, story, run), W.vanish);
  }

  /** Returns the number that the paragraph shows, and its previous number, which it shows too if it was renumbered. */
  #labelsOf(story: Story, paragraph: NodeId): Record<"label" | "former", Label | undefined> {
    const { kind, part } = story;
    const key = kind === "footnote" || kind === "endnote" ? kind : `${kind} ${part}`;
    const known = this.#labellers.get(key) ?? {
      accepted: new Labeller(this.#numbering),
      rejected: new Labeller(this.#numbering, "rejected"),
    };
    this.#labellers.set(key, known);
    const former = known.rejected.label(story, paragraph);
    const label = known.accepted.label(story, paragraph) ?? former;
    return { label: label?.isBullet === true ? undefined : label, former };
  }
}

/** True for a paragraph without a change that refers to a page and ends in its number. */
function isEntry({ tree }: Story, paragraph: NodeId, shown: readonly Inline[]): boolean {
  const nodes = nodesIn(tree, paragraph);
  if (nodes.some((node) => BY_NAME.has(tree.name(node)))) return false;
  const codes = nodes.filter((node) => tree.name(tree.parent(node)) === W.instrText).map((node) => tree.text(node));
  return /\bPAGEREF\b/.test(codes.join("")) && /\S\s*[0-9]+$/.test(shown.map(({ text }) => text).join(""));
}

function nodesIn(tree: Story["tree"], node: NodeId): NodeId[] {
  return tree.children(node).flatMap((child) => [child, ...nodesIn(tree, child)]);
}

/** A character of a note's number, a check box, or a bracket around something that cannot show a colour. */
const OBJECT = /^[[\]☐☒\p{L}\p{N}*†‡§]$/u;
/**
 * Maximum number of characters for an object. Notes have small Roman numbers, and `ccclxxxviii` is the longest one
 * below 400.
 */
const LONGEST_OBJECT = 12;

/** True if the text consists of the pieces, in their order. All possible readings are followed at once. */
export function isMadeOf(text: string, pieces: readonly ExpectedPiece[]): boolean {
  let reached = new Set([0]);
  for (const piece of pieces) {
    const next = new Set<number>();
    for (const at of reached) for (const end of endsAt(text, at, piece)) next.add(end);
    reached = next;
  }
  return reached.has(text.length);
}

function endsAt(text: string, at: number, { kind, text: wanted }: ExpectedPiece): number[] {
  if (kind === "object") {
    const ends = [at];
    while (ends.length <= LONGEST_OBJECT && OBJECT.test(text[ends.at(-1)!] ?? "")) ends.push(ends.at(-1)! + 1);
    return ends;
  }
  const isThere = text.startsWith(wanted, at);
  if (kind === "certain") return isThere ? [at + wanted.length] : [];
  return isThere ? [at, at + wanted.length] : [at];
}

/** Returns how the nearest row or cell around a paragraph was changed. */
function cellMark({ tree, root }: Story, paragraph: NodeId): MarkKind | undefined {
  for (let node = paragraph; node !== NONE && node !== root; node = tree.parent(node)) {
    const name = tree.name(node) === W.tr ? W.trPr : tree.name(node) === W.tc ? W.tcPr : undefined;
    const properties = name === undefined ? NONE : tree.child(node, name);
    const marks = properties === NONE ? [] : tree.children(properties).map((child) => BY_NAME.get(tree.name(child)));
    const mark = marks.find((one) => one !== undefined);
    if (mark !== undefined) return mark;
  }
  return undefined;
}
