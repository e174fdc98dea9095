// Writes text that stays although its link or field was inserted, deleted or replaced (CMP-60).
//
// The text is the carrier's and has no mark. The codes around it are marked: deleted ones as deleted pieces, inserted ones as
// inserted pieces. A link or field with a new target keeps its begin, separator and end, and only its code changes. A link
// element is written as a field where its codes are marked.

import { W } from "../../document/word-names.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import type { ParagraphItem } from "../../redline/content/items.ts";
import type { Role } from "../../redline/content/source.ts";
import { isSamePlace, type TokenPlace } from "../../redline/content/tokens.ts";
import type { FormatKey } from "../../redline/formatting/formats.ts";
import type { FieldPart, LookChange, MadeCodes, Marks, Piece } from "../../redline/script/script.ts";
import { type Atom, type CodedText, cutAlike, isSameWrap, readCoded, type Wrap } from "./coded-text.ts";
import { lookChangesAlong } from "./formatting-changes.ts";
import { type Orientation, otherRole } from "./orientation.ts";

/** Tokens of a paragraph that are not shared. */
export interface CodeStretch {
  readonly item: ParagraphItem;
  readonly from: number;
  readonly to: number;
}

export interface PlannedCodeChange {
  readonly pieces: readonly (Piece | MadeCodes)[];
  readonly formatChanges: readonly LookChange[];
}

type Sides<Thing> = Readonly<Record<Role, Thing>>;

/**
 * Returns the change of two ranges that show the same text, or mostly the same, in different links and fields; undefined for
 * other ranges.
 */
export function codeChange(stretches: Sides<CodeStretch>, orientation: Orientation): PlannedCodeChange | undefined {
  const texts = { before: read(stretches.before), after: read(stretches.after) };
  if (texts.before === undefined || texts.after === undefined) return undefined;
  const [before, after] = cutAlike(texts.before, texts.after);
  const sides = { before, after };
  const shared = sharedEnds(sides);
  const wraps = shared === undefined ? undefined : placedWraps(sides, shared);
  if (shared === undefined || wraps === undefined || !looksCanBeTold(sides)) return undefined;
  return new CodeScript(sides, { wraps, shared, orientation }).write();
}

function read({ item, from, to }: CodeStretch): CodedText | undefined {
  return from < to ? readCoded(item, from, to) : undefined;
}

/** The number of equal atoms from the start and from the end. */
interface SharedEnds {
  readonly head: number;
  readonly tail: number;
}

/**
 * Returns the equal ends: all atoms if both sides are equal. Otherwise at least half of the text must be equal, each
 * side may have at most one link or field, around all of its text, and these must differ. Undefined in all other cases.
 */
function sharedEnds(sides: Sides<CodedText>): SharedEnds | undefined {
  const [one, other] = [sides.before.atoms, sides.after.atoms];
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head]!.key === other[head]!.key) head += 1;
  if (head === one.length && head === other.length) return { head, tail: 0 };
  let tail = 0;
  while (tail < most - head && one.at(-1 - tail)!.key === other.at(-1 - tail)!.key) tail += 1;
  const isEdited = [sides.before, sides.after].every(
    ({ atoms, wraps }) =>
      wraps.length <= 1 && wraps.every((wrap) => isAround(wrap, atoms)) && !atoms.some(({ runs }) => runs),
  );
  const [was, is] = [sides.before.wraps[0], sides.after.wraps[0]];
  const leadsElsewhere = was === undefined || is === undefined ? was !== is : !isSameWrap(was, is);
  const kept = lettersIn([...one.slice(0, head), ...one.slice(one.length - tail)]);
  const isMostlyKept = 2 * kept >= Math.max(lettersIn(one), lettersIn(other));
  return isEdited && leadsElsewhere && isMostlyKept ? { head, tail } : undefined;
}

function isAround({ from, to }: Wrap, atoms: readonly Atom[]): boolean {
  return from === 0 && to === atoms.length;
}

function lettersIn(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, { text }) => sum + text.length, 0);
}

/** A link or field of one side, or one of each side around the same text. */
interface PlacedWrap {
  readonly before?: Wrap;
  readonly after?: Wrap;
  /** Indexes of shared atoms. `to` is the index after the last atom in the link or field. */
  readonly from: number;
  readonly to: number;
}

/** Returns the links and fields of both sides, outer ones first; undefined if they cross or cannot be written in order. */
function placedWraps({ before, after }: Sides<CodedText>, { head, tail }: SharedEnds): PlacedWrap[] | undefined {
  const isWhole = head === before.atoms.length && tail === 0;
  const place = ({ from, to }: Wrap) => (isWhole ? { from, to } : { from: 0, to: head + tail });
  const left = [...after.wraps];
  const placed: PlacedWrap[] = before.wraps.map((wrap) => {
    const range = place(wrap);
    const near = left.filter((other) => isSameRange(place(other), range));
    const partner = near.find(({ identity }) => identity === wrap.identity) ?? near[0];
    if (partner !== undefined) left.splice(left.indexOf(partner), 1);
    return { before: wrap, ...(partner === undefined ? {} : { after: partner }), ...range };
  });
  placed.push(...left.map((wrap) => ({ after: wrap, ...place(wrap) })));
  placed.sort((one, other) => one.from - other.from || other.to - one.to);
  const isClear = placed.every((one, at) => placed.slice(at + 1).every((other) => canStandWith(one, other)));
  return isClear ? placed : undefined;
}

interface AtomRange {
  readonly from: number;
  readonly to: number;
}

function isSameRange(one: AtomRange, other: AtomRange): boolean {
  return one.from === other.from && one.to === other.to;
}

/**
 * True if two links or fields, given in order, are apart or nested. An inserted one must not end where a deleted one
 * begins. If one is inserted and the other deleted, the inner one must not share a border with the outer one.
 */
function canStandWith(one: PlacedWrap, other: PlacedWrap): boolean {
  const [first, second] = [sideOf(one), sideOf(other)];
  if (other.from >= one.to) return !(other.from === one.to && first === "after" && second === "before");
  if (other.to > one.to) return false;
  const isOneSided = first !== undefined && second !== undefined && first !== second;
  return !isOneSided || (one.from < other.from && other.to < one.to);
}

/** Returns the only side that has the link or field; undefined if both have it. */
function sideOf({ before, after }: PlacedWrap): Role | undefined {
  if (before !== undefined && after !== undefined) return undefined;
  return before === undefined ? "after" : "before";
}

/** True if both sides have the link or field, with the same target or code. */
function isOne({ before, after }: PlacedWrap): boolean {
  return before !== undefined && after !== undefined && isSameWrap(before, after);
}

/**
 * True if a simple field is formatted like the text that it is paired with. Its runs have no positions at which a change
 * could be recorded.
 */
function looksCanBeTold({ before, after }: Sides<CodedText>): boolean {
  return before.atoms.every((atom, at) => {
    const other = after.atoms[at];
    if (other === undefined || (atom.runs === undefined && other.runs === undefined)) return true;
    const keys = new Set([...keysOf(before.item, atom), ...keysOf(after.item, other)]);
    return keys.size <= 1;
  });
}

function keysOf({ source, story, units, surroundings }: ParagraphItem, { runs, from, to }: Atom): FormatKey[] {
  const own = units
    .slice(from.unit, Math.max(from.unit + 1, to.offset > 0 ? to.unit + 1 : to.unit))
    .map(({ run }) => run);
  return (runs ?? own).map((run) => {
    const properties = run === NONE ? NONE : story.tree.child(run, W.rPr);
    return source.reader.keyOf(story.tree, properties, { kind: "run", around: surroundings });
  });
}

interface CodeContext {
  readonly wraps: readonly PlacedWrap[];
  readonly shared: SharedEnds;
  readonly orientation: Orientation;
}

/** Puts the pieces of a change in order. */
class CodeScript {
  readonly #sides: Sides<CodedText>;
  readonly #wraps: readonly PlacedWrap[];
  readonly #shared: SharedEnds;
  readonly #orientation: Orientation;
  readonly #carries: Role;
  readonly #pieces: (Piece | MadeCodes)[] = [];

  constructor(sides: Sides<CodedText>, { wraps, shared, orientation }: CodeContext) {
    this.#sides = sides;
    this.#wraps = wraps;
    this.#shared = shared;
    this.#orientation = orientation;
    this.#carries = orientation.carries;
  }

  write(): PlannedCodeChange {
    const { head, tail } = this.#shared;
    const own = this.#sides[this.#carries].atoms;
    for (let at = 0; at <= head + tail; at += 1) {
      // An edit at the end of a link is inside the link, like one at its start.
      if (at === head && tail === 0) this.#replace();
      for (const wrap of this.#wraps.toReversed()) if (wrap.to === at) this.#close(wrap);
      for (const wrap of this.#wraps) if (wrap.from === at) this.#open(wrap);
      if (at === head && tail > 0) this.#replace();
      if (at < head + tail) this.#addAtoms(this.#carries, at < head ? at : own.length - tail + at - head, 1, {});
    }
    return { pieces: this.#pieces, formatChanges: this.#formatChanges() };
  }

  /** Adds the deleted and inserted text between two shared ranges. */
  #replace(): void {
    const { head, tail } = this.#shared;
    for (const role of ["before", "after"] as const) {
      const count = this.#sides[role].atoms.length - head - tail;
      this.#addAtoms(role, head, count, this.#marksOf(role));
    }
  }

  #addAtoms(role: Role, at: number, count: number, marks: Marks): void {
    const { item, atoms } = this.#sides[role];
    if (count === 0) return;
    const [first, last] = [atoms[at]!, atoms[at + count - 1]!];
    this.#addPiece(role, { item, from: first.from, to: last.to, marks });
  }

  /** Adds a piece. A piece that continues the last one becomes part of it. */
  #addPiece(role: Role, { item, from, to, marks }: Pick<Piece, "item" | "from" | "to" | "marks">): void {
    if (isSamePlace(from, to)) return;
    const isBare = this.#isBare(role, from);
    const last = this.#pieces.at(-1);
    const goesOn =
      last?.kind === "piece" &&
      last.item === item &&
      isSamePlace(last.to, from) &&
      last.marks.text?.change === marks.text?.change &&
      (last.isBare ?? false) === isBare;
    if (goesOn) this.#pieces[this.#pieces.length - 1] = { ...last, to };
    else this.#pieces.push({ kind: "piece", item, from, to, marks, ...(isBare ? { isBare } : {}) });
  }

  /** True if an element around a position of one side is written as codes. */
  #isBare(role: Role, place: TokenPlace): boolean {
    return this.#wraps.some((placed) => {
      const wrap = placed[role];
      if (wrap === undefined || wrap.marks !== undefined || !this.#isCoded(role, placed)) return false;
      return !isBefore(place, wrap.start) && isBefore(place, wrap.end);
    });
  }

  /**
   * True if a link or field is written as codes. A link element stays if both sides have the same target, and it is the
   * carrier's or the carrier has an element too.
   */
  #isCoded(role: Role, placed: PlacedWrap): boolean {
    if (!isOne(placed)) return true;
    return role !== this.#carries && placed[this.#carries]!.marks !== undefined;
  }

  #open(placed: PlacedWrap): void {
    const role = sideOf(placed);
    if (role !== undefined) {
      this.#addCodes(role, placed[role]!, { parts: OPENING, marks: this.#marksOf(role) });
      return;
    }
    const [before, after, own] = [placed.before!, placed.after!, placed[this.#carries]!];
    if (isOne(placed)) {
      if (own.marks !== undefined) this.#addCodes(this.#carries, own, { parts: OPENING, marks: {} });
      return;
    }
    this.#addCodes(this.#carries, own, { parts: ["begin"], marks: {} });
    this.#addCodes("before", before, { parts: ["code"], marks: this.#marksOf("before") });
    this.#addCodes("after", after, { parts: ["code"], marks: this.#marksOf("after") });
    this.#addCodes(this.#carries, own, { parts: ["separate"], marks: {} });
  }

  #close(placed: PlacedWrap): void {
    const role = sideOf(placed);
    if (role !== undefined) {
      this.#addCodes(role, placed[role]!, { parts: ["end"], marks: this.#marksOf(role) });
      return;
    }
    const own = placed[this.#carries]!;
    if (!isOne(placed) || own.marks !== undefined) this.#addCodes(this.#carries, own, { parts: ["end"], marks: {} });
  }

  /** Adds parts of a field: from its paragraph, or made for a link element. */
  #addCodes(role: Role, { marks: field, code }: Wrap, { parts, marks }: Pick<MadeCodes, "parts" | "marks">): void {
    const { item } = this.#sides[role];
    if (field === undefined) {
      this.#pieces.push({ kind: "codes", item, parts, code, marks });
      return;
    }
    const { begin, separate, end } = field;
    const starts: Readonly<Record<FieldPart, number>> = { begin, code: begin + 1, separate, end };
    const ends: Readonly<Record<FieldPart, number>> = {
      begin: begin + 1,
      code: separate,
      separate: separate + 1,
      end: end + 1,
    };
    const [from, to] = [starts[parts[0]!], ends[parts.at(-1)!]];
    this.#addPiece(role, { item, from: { unit: from, offset: 0 }, to: { unit: to, offset: 0 }, marks });
  }

  #marksOf(role: Role): Marks {
    const { label } = this.#orientation;
    return { text: { change: role === "before" ? "deletion" : "insertion", label } };
  }

  #formatChanges(): LookChange[] {
    const { head, tail } = this.#shared;
    const [own, other] = [this.#sides[this.#carries], this.#sides[otherRole(this.#carries)]];
    const texts = Array.from({ length: head + tail }, (_, at) => {
      const [one, two] = [own, other].map(({ atoms }) => atoms[at < head ? at : atoms.length - tail + at - head]!);
      return { own: one!, other: two! };
    }).filter((pair) => pair.own.runs === undefined && pair.other.runs === undefined);
    const shared = texts.map((pair) => ({
      from: pair.own.from,
      to: pair.own.to,
      along: pair.other.from,
      alongTo: pair.other.to,
    }));
    return lookChangesAlong({ own: own.item, other: other.item }, shared, this.#orientation);
  }
}

const OPENING: readonly FieldPart[] = ["begin", "code", "separate"];

function isBefore(one: TokenPlace, other: TokenPlace): boolean {
  return one.unit < other.unit || (one.unit === other.unit && one.offset < other.offset);
}
