// Reads a paragraph as units: the smallest markup that a tracked change can contain.
//
// A unit is a child of a run (a w:t, a tab, a drawing, a mark of a field), or an element of the paragraph outside of
// runs. Equations and simple fields are such elements. Links, content controls and smart tags are transparent; each
// unit records the link around it. Markup that shows nothing (comment anchors, bookmarks, traces of editing) is not a
// unit and stays in place.

import {
  BRANCHES,
  CHARACTERS,
  DRAWINGS,
  EQUATIONS,
  NOTE_REFERENCES,
  OBJECTS,
  TRANSPARENT,
} from "../../document/grammar.ts";
import { codeWords, textContent } from "../../document/marks/fields.ts";
import { formLook } from "../../document/marks/form-fields.ts";
import { shownText } from "../../document/text/inlines.ts";
import type { Story } from "../../document/text/stories.ts";
import { isOnValue } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { readChildren } from "../../ooxml/parts/compatibility.ts";
import { MC } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { drawingIdentity, linkIdentity, markupOf } from "./identities.ts";
import type { Source } from "./source.ts";

/**
 * `text` can be cut between characters; `character` is one or a few characters that cannot. `object` is other content,
 * such as an image, a note reference, an equation or a simple field. The other kinds are the marks and the code of a
 * field.
 */
export type UnitKind = "text" | "character" | "object" | "begin" | "code" | "separate" | "end";

export interface Unit {
  readonly kind: UnitKind;
  /** The child of a run, or an element of the paragraph outside of runs. */
  readonly node: NodeId;
  /** `NONE` if the unit is outside of runs. */
  readonly run: NodeId;
  /** The characters that the unit shows. */
  readonly text: string;
  /** Equal for equal content. */
  readonly identity: string;
  /** The target of the link around the unit; empty outside of links. */
  readonly link: string;
}

export function unitsOf(source: Source, story: Story, paragraph: NodeId): Unit[] {
  const reader = new UnitReader(source, story);
  reader.readHolder(paragraph, "");
  return reader.units;
}

class UnitReader {
  readonly units: Unit[] = [];
  readonly #source: Source;
  readonly #story: Story;

  constructor(source: Source, story: Story) {
    this.#source = source;
    this.#story = story;
  }

  /** Reads the paragraph, or an element in it that contains runs. */
  readHolder(holder: NodeId, link: string): void {
    const { tree } = this.#story;
    for (let child = tree.firstChild(holder); child !== NONE; child = tree.nextSibling(child)) {
      const name = tree.name(child);
      if (name === W.r) this.#readRun(child, link);
      else if (name === W.hyperlink) this.readHolder(child, linkIdentity(this.#source, this.#story, child));
      else if (name === W.sdt) this.readHolder(child, link);
      else if (TRANSPARENT.has(name)) this.readHolder(child, link);
      else if (name === W.fldSimple) this.#addSimpleField(child, link);
      else if (EQUATIONS.has(name)) this.#addObject({ node: child, run: NONE, link }, "math ");
      else if (name === MC.AlternateContent) this.#addAlternatives(child, { run: NONE, link });
    }
  }

  #readRun(run: NodeId, link: string): void {
    const { tree } = this.#story;
    for (let child = tree.firstChild(run); child !== NONE; child = tree.nextSibling(child)) {
      const name = tree.name(child);
      if (name === W.t) this.#addText(child, run, link);
      else if (name === MC.AlternateContent) this.#addAlternatives(child, { run, link });
      else this.#readRunChild(child, { run, link });
    }
  }

  #addText(node: NodeId, run: NodeId, link: string): void {
    const text = textContent(this.#story, node);
    if (text !== "") this.units.push({ kind: "text", node, run, text, identity: text, link });
  }

  #readRunChild(node: NodeId, { run, link }: { run: NodeId; link: string }): void {
    const { tree } = this.#story;
    const name = tree.name(node);
    if (CHARACTERS.has(name)) {
      const text = shownText(this.#story, node);
      if (text !== "")
        this.units.push({ kind: "character", node, run, text, identity: this.#character(node, text), link });
    } else if (name === W.fldChar) this.#addFieldMark(node, run, link);
    else if (name === W.instrText) {
      const identity = `code ${textContent(this.#story, node)}`;
      this.units.push({ kind: "code", node, run, text: "", identity, link });
    } else if (name === W.ruby) {
      const identity = `ruby ${markupOf(this.#source, this.#story, node)}`;
      this.units.push({ kind: "character", node, run, text: rubyText(this.#story, node), identity, link });
    } else if (DRAWINGS.has(name)) {
      const identity = drawingIdentity(this.#source, this.#story, node);
      this.units.push({ kind: "object", node, run, text: "", identity, link });
    } else if (OBJECTS.has(name) || NOTE_REFERENCES.has(name)) {
      const mark = hasOwnMark(tree, node) ? " with its own mark" : "";
      this.units.push({ kind: "object", node, run, text: "", identity: `object ${name}${mark}`, link });
    }
  }

  /** A w:ptab tabs to a fixed position, so it never equals an ordinary tab. */
  #character(node: NodeId, text: string): string {
    return this.#story.tree.name(node) === W.ptab ? `place ${text}` : text;
  }

  #addFieldMark(node: NodeId, run: NodeId, link: string): void {
    const { tree } = this.#story;
    const type = tree.attribute(node, W.fldCharType);
    if (type !== "begin" && type !== "separate" && type !== "end") return;
    const form = tree.child(node, W.ffData);
    const identity = form === NONE ? type : `${type} ${this.#formOf(form)}`;
    this.units.push({ kind: type, node, run, text: "", identity, link });
  }

  /** Returns the identity of a form field: in mode `visible` what it shows (FMT-46). */
  #formOf(form: NodeId): string {
    const isVisible = this.#source.formats.areVisible;
    return isVisible ? formLook(this.#story.tree, form) : markupOf(this.#source, this.#story, form);
  }

  #addSimpleField(node: NodeId, link: string): void {
    const inner = new UnitReader(this.#source, this.#story);
    inner.readHolder(node, link);
    const code = this.#story.tree.attribute(node, W.instr) ?? "";
    const text = inner.units.map((unit) => unit.text).join("");
    const result = inner.units.map(({ identity }) => identity).join("");
    this.units.push({ kind: "object", node, run: NONE, text, identity: fieldIdentity(code, result), link });
  }

  #addObject(place: { node: NodeId; run: NodeId; link: string }, kind: string): void {
    const identity = kind + markupOf(this.#source, this.#story, place.node);
    this.units.push({ kind: "object", ...place, text: "", identity });
  }

  /** Adds one unit for all content of the branch that is read, because a tracked change contains the whole element. */
  #addAlternatives(node: NodeId, { run, link }: { run: NodeId; link: string }): void {
    const inner = new UnitReader(this.#source, this.#story);
    const { tree, reading } = this.#story;
    for (const child of readAlternatives(this.#story, node)) {
      const name = tree.name(child);
      if (run !== NONE && name === W.t) inner.#addText(child, run, link);
      else if (run !== NONE) inner.#readRunChild(child, { run, link });
      else if (name === W.r) inner.#readRun(child, link);
      else if (TRANSPARENT.has(name) || name === W.hyperlink) inner.readHolder(child, link);
      else if (readChildren(tree, child, reading).length > 0) inner.#addObject({ node: child, run, link }, "other ");
    }
    if (inner.units.length === 0) return;
    const text = inner.units.map((unit) => unit.text).join("");
    const identity = inner.units.map((unit) => unit.identity).join("");
    this.units.push({ kind: text === "" ? "object" : "character", node, run, text, identity, link });
  }
}

/** Returns the children of an mc:AlternateContent that are read: those of the selected branch. */
export function readAlternatives(story: Story, node: NodeId): NodeId[] {
  const { tree, reading } = story;
  return readChildren(tree, tree.parent(node), reading).filter((child) => isBelow(story, child, node));
}

function isBelow({ tree }: Story, node: NodeId, ancestor: NodeId): boolean {
  let at = tree.parent(node);
  while (at !== NONE && at !== ancestor && BRANCHES.has(tree.name(at))) at = tree.parent(at);
  return at === ancestor;
}

/** True if the author's own mark replaces the number of a note's reference. */
export function hasOwnMark(tree: Tree, reference: NodeId): boolean {
  const value = tree.attribute(reference, W.customMarkFollows);
  return value !== undefined && isOnValue(value);
}

function rubyText(story: Story, ruby: NodeId): string {
  const base = story.tree.child(ruby, W.rubyBase);
  if (base === NONE) return "";
  const runs = story.tree.children(base).filter((child) => story.tree.name(child) === W.r);
  return runs
    .flatMap((run) => story.tree.children(run))
    .map((child) => shownText(story, child))
    .join("");
}

/**
 * Maps the name of a field to the results that count as volatile: Word updates pages and times. A longer result is
 * other text.
 */
const VOLATILE: ReadonlyMap<string, RegExp> = new Map([
  ...["PAGE", "NUMPAGES", "SECTIONPAGES"].map((name) => [name, /^[^\t\n]{0,12}$/] as const),
  // A line of a table of contents may have its tab in the field (FMT-47).
  ["PAGEREF", /^\t?[^\t\n]{0,12}$/],
  ...["DATE", "TIME", "SAVEDATE", "PRINTDATE", "CREATEDATE"].map((name) => [name, /^[^\t\n]{0,80}$/] as const),
]);

/** Returns the identity of a field: its code and its result. A volatile result is left out. */
export function fieldIdentity(code: string, result: string): string {
  const words = codeWords(code);
  const kept = isVolatile(words, result) ? /^\t?/.exec(result)![0] : `\u0003${result}`;
  return `field ${words}${kept}`;
}

/** True if Word updates the result of the field, so a different result is not a difference between documents. */
export function isVolatile(code: string, result: string): boolean {
  const words = code.trimStart();
  const end = words.search(/[\s\\]/);
  const name = (end < 0 ? words : words.slice(0, end)).toUpperCase();
  return VOLATILE.get(name)?.test(result) === true;
}
