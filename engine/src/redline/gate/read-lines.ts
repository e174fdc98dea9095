// Reads what a document shows in a view as lines: text with objects and links, tables and sections.
//
// The reader builds on inlines and views, not on the readers that compare uses, so that an error in one is found by the
// other. It leaves out differences that no reader notices:
// - ids, and pages and times that fields show;
// - a header of one empty paragraph;
// - an empty paragraph that ends a story after a table.

import { codeWords, fieldsOf } from "../../document/marks/fields.ts";
import { shownCode } from "../../document/marks/shown-codes.ts";
import { elementsBelow } from "../../document/text/elements.ts";
import { type Inline, ParagraphReader, type ParagraphText } from "../../document/text/inlines.ts";
import { bodyOf, type Story, storiesOf } from "../../document/text/stories.ts";
import { isAccepted, isDropped, isHidden, type View } from "../../document/text/views.ts";
import { childValue, isOn } from "../../document/values.ts";
import { R, W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { isNodeInside, markOf } from "../../revisions/markup.ts";
import { visitView } from "../../revisions/view.ts";
import { type Fingerprint, NO_PRINT } from "../content/fingerprints.ts";
import { boxesIn, drawingIdentity, fieldLink, linkIdentity, markupOf } from "../content/identities.ts";
import { sectionOf } from "../content/items.ts";
import type { Source } from "../content/source.ts";
import { hasOwnMark, isVolatile } from "../content/units.ts";
import type { KnownLines } from "./known-lines.ts";
import type { Line } from "./line.ts";
import { PageBreaks } from "./page-breaks.ts";
import { LookReader, type Looks, NO_LOOKS } from "./read-looks.ts";

/** Returns the lines of the body in a view, with notes, text boxes, headers and footers where they appear. */
export function readLines(source: Source, view: View, known?: KnownLines): Line[] {
  const reader = new LineReader(source, view, known);
  const body = bodyOf(source.document);
  return body === undefined ? [] : reader.readWhole(body);
}

type Said = Pick<Line, "text" | "looks">;

/** A line that is read only when its text or looks are used. */
class PrintedLine implements Line {
  print: Fingerprint;
  readonly node: NodeId;
  readonly #story: Story;
  readonly #reader: LineReader;
  #said: Said | undefined;

  constructor(print: Fingerprint, node: NodeId, { story, reader }: { story: Story; reader: LineReader }) {
    this.print = print;
    this.node = node;
    this.#story = story;
    this.#reader = reader;
  }

  get part(): string {
    return this.#story.part;
  }

  get text(): string {
    return this.#read().text;
  }

  get looks(): Looks {
    return this.#read().looks;
  }

  #read(): Said {
    this.#said ??= this.#reader.readAlone(this.#story, this.node);
    return this.#said;
  }
}

/** Maps kind and type to the header or footer part that the current section shows. */
type SectionParts = ReadonlyMap<string, string>;

class LineReader {
  /** The lines of the story that is being read. */
  #lines: Line[] = [];
  /** Maps a note, header or footer to its lines. Each story is read once, however many references it has. */
  readonly #contents = new Map<Story, Line[]>();
  /** Referenced notes that are not read yet. They wait because a note may refer to other notes and to itself. */
  readonly #waiting: Story[] = [];
  readonly #source: Source;
  readonly #view: View;
  readonly #notes = new Map<string, Story>();
  readonly #parts = new Map<string, Story>();
  readonly #looks: LookReader;
  readonly #known: KnownLines | undefined;
  #shown: SectionParts = new Map();
  readonly #breaks = new PageBreaks();

  constructor(source: Source, view: View, known: KnownLines | undefined) {
    this.#source = source;
    this.#view = view;
    this.#known = known;
    this.#looks = new LookReader(source, view);
    for (const story of storiesOf(source.document)) {
      const id = story.tree.attribute(story.root, W.id) ?? "";
      if (story.kind === "header" || story.kind === "footer") this.#parts.set(story.part, story);
      else if (!this.#notes.has(`${story.kind} ${id}`)) this.#notes.set(`${story.kind} ${id}`, story);
    }
  }

  readWhole(body: Story): Line[] {
    const lines = this.#reading([], () => {
      this.#readStory(body);
      this.#readSection(body, body.tree.child(body.root, W.sectPr));
    });
    this.#breaks.finish();
    for (let note = this.#waiting.pop(); note !== undefined; note = this.#waiting.pop()) {
      const story = note;
      this.#reading(this.#contents.get(story)!, () => this.#readStory(story));
    }
    return lines;
  }

  /** Returns `lines` with the lines that `read` adds. */
  #reading(lines: Line[], read: () => void): Line[] {
    const around = this.#lines;
    this.#lines = lines;
    read();
    this.#lines = around;
    return lines;
  }

  #readStory(story: Story): void {
    const { tree, part } = story;
    const fields = new StoryFields(story, { view: this.#view, areVisible: this.#source.formats.areVisible });
    const start = this.#lines.length;
    const add = (text: string, node: NodeId, looks = NO_LOOKS): number =>
      this.#lines.push({ text, looks, print: NO_PRINT, part, node });
    const place = { story, reader: this };
    visitView(story, this.#view, {
      takes: (node) => {
        const print = this.#source.fingerprints.of(tree, node);
        const known = print === NO_PRINT ? this.#knownLine(tree, node) : new PrintedLine(print, node, place);
        if (known === undefined) return false;
        this.#lines.push(known);
        this.#passParagraph(story, known);
        return true;
      },
      paragraph: (paragraph, isWhole) => {
        const line = this.#lineOf(story, paragraph, fields);
        const section = story.kind === "body" ? this.#sectionOf(story, paragraph.node) : NONE;
        this.#lines.push(line);
        this.#passParagraph(story, line);
        this.#readHanging(story, paragraph);
        if (section !== NONE) this.#readSection(story, section);
        else if (isWhole && this.#view === "rejected") this.#known?.remember(tree, line, paragraph.inlines);
      },
      table: (table) => add("table", table, this.#looks.ofTable(story, table)),
      row: (row) => {
        const spans = spansOf(this.#propertiesOf(tree, row, ROW), ROW.spans, tree);
        add(`row ${spans}`, row, this.#looks.ofRow(story, row));
      },
      cell: (cell) => {
        const spans = spansOf(this.#propertiesOf(tree, cell, CELL), CELL.spans, tree);
        add(`cell ${spans}`, cell, this.#looks.ofCell(story, cell));
      },
      end: (table) => {
        add("end of table", table);
        if (story.kind === "body") this.#breaks.passTable();
      },
    });
    const last = this.#lines.at(-1);
    const endsInTable = last?.print === NO_PRINT && last.text === "end of table";
    if (this.#lines.length === start || endsInTable) add("paragraph ", NONE);
    const codes = fields.codes();
    if (codes.length > 0) add(`fields ${codes.join("\n")}`, NONE);
  }

  #passParagraph({ kind, tree }: Story, line: Line): void {
    if (kind !== "body") return;
    const isEmpty = line.print === NO_PRINT && line.text === "paragraph ";
    this.#breaks.passParagraph(line, isEmpty && !isListed(tree, this.#propertiesOf(tree, line.node, PARAGRAPH)));
  }

  /** Returns the known line of a paragraph in which the view accepts nothing; undefined if no such line is known. */
  #knownLine(tree: Tree, node: NodeId): Line | undefined {
    return typeof this.#view === "string" ? undefined : this.#known?.find(tree, node, this.#view);
  }

  /** Returns the properties in this view: if the property change is not accepted, those that it recorded. */
  #propertiesOf(tree: Tree, owner: NodeId, { properties, change }: Shaped): NodeId {
    const own = tree.child(owner, properties);
    const changed = own === NONE || this.#view === "accepted" ? NONE : tree.child(own, change);
    return changed === NONE || isAccepted(tree, changed, this.#view) ? own : tree.child(changed, properties);
  }

  /** Returns the section that the paragraph ends. A paragraph whose mark is gone in the view ends none (JOIN-7). */
  #sectionOf(story: Story, paragraph: NodeId): NodeId {
    const { tree } = story;
    const section = sectionOf(story, paragraph);
    const mark = section === NONE ? NONE : markOf(tree, paragraph);
    const isGone = mark !== NONE && tree.children(mark).some((change) => isDropped(tree, change, this.#view));
    return isGone ? NONE : section;
  }

  #readSection(story: Story, section: NodeId): void {
    const { tree } = story;
    const shown = new Map(this.#shown);
    const isOwn = new Set<string>();
    for (const node of section === NONE ? [] : tree.children(section)) {
      const kind = REFERENCES.get(tree.name(node));
      const id = tree.attribute(node, R.id);
      const part = kind === undefined || id === undefined ? undefined : this.#source.relationship(story.part, id)?.part;
      const key = `${kind} ${tree.attribute(node, W.type) ?? "default"}`;
      if (part === undefined || !this.#parts.has(part) || isOwn.has(key)) continue;
      isOwn.add(key);
      shown.set(key, part);
    }
    this.#shown = shown;
    const looks = this.#looks.ofSection(story, section);
    const line: Line = { text: "section", looks, print: NO_PRINT, part: story.part, node: section };
    this.#lines.push(line);
    const properties = this.#sectionProperties(tree, section);
    this.#breaks.passSection(line, properties === NONE ? undefined : childValue(tree, properties, W.type));
    const hasTitlePage = isOn(tree, properties, W.titlePg);
    const keys = [...shown.keys()].filter((key) => this.#source.showsPages(key.split(" ")[1]!, hasTitlePage));
    for (const key of keys.sort()) this.#readShown(key, this.#parts.get(shown.get(key)!)!);
  }

  /** Returns the properties of a section in this view, or NONE. */
  #sectionProperties(tree: Tree, section: NodeId): NodeId {
    if (section === NONE) return NONE;
    const change = this.#view === "accepted" ? NONE : tree.child(section, W.sectPrChange);
    const isOld = change !== NONE && !isAccepted(tree, change, this.#view);
    return isOld ? tree.child(change, W.sectPr) : section;
  }

  #readShown(key: string, story: Story): void {
    const content = this.#contents.get(story) ?? this.#reading([], () => this.#readStory(story));
    this.#contents.set(story, content);
    if (content.length === 1 && content[0]!.text === "paragraph ") return;
    this.#lines.push({ text: key, looks: NO_LOOKS, print: NO_PRINT, part: story.part, node: NONE, content });
  }

  #readNote(story: Story): void {
    const known = this.#contents.get(story);
    const content = known ?? [];
    if (known === undefined) {
      this.#contents.set(story, content);
      this.#waiting.push(story);
    }
    this.#lines.push({ text: "note", looks: NO_LOOKS, print: NO_PRINT, part: story.part, node: NONE, content });
  }

  #readHanging(story: Story, { inlines }: ParagraphText): void {
    for (const { kind, node } of inlines) {
      if (kind === "footnote" || kind === "endnote") {
        const note = this.#notes.get(`${kind} ${story.tree.attribute(node, W.id) ?? ""}`);
        if (note !== undefined) this.#readNote(note);
      } else if (kind === "image" || kind === "object") {
        for (const root of boxesIn(story, node)) this.#readStory({ ...story, kind: "textbox", root });
      }
    }
  }

  #lineOf(story: Story, paragraph: ParagraphText, fields: StoryFields): Line {
    const text = `paragraph ${this.#textOf(story, paragraph, fields)}`;
    const looks = this.#looks.ofParagraph(story, paragraph, (inline) => !fields.isOfTheMoment(inline));
    return { text, looks, print: NO_PRINT, part: story.part, node: paragraph.node };
  }

  /** Reads a paragraph that the view skipped. It has a fingerprint, so it contains no note, box or field mark. */
  readAlone(story: Story, node: NodeId): Said {
    const paragraph = new ParagraphReader(story, this.#view).read(node);
    const text = paragraph.inlines.map((inline) => this.#shows(story, inline)).join("");
    return { text: `paragraph ${text}`, looks: this.#looks.ofParagraph(story, paragraph, () => true) };
  }

  #textOf(story: Story, { inlines }: ParagraphText, fields: StoryFields): string {
    let text = "";
    let link = "";
    for (const inline of inlines) {
      if (fields.isOfTheMoment(inline)) continue;
      const shown = this.#shows(story, inline);
      const around = shown === "" ? link : this.#linkOf(story, inline, fields);
      if (around !== link) text += `\u0001${around}\u0002`;
      link = around;
      text += shown;
    }
    return link === "" ? text : `${text}\u0001\u0002`;
  }

  #shows(story: Story, { kind, node, text }: Inline): string {
    if (kind === "comment" || kind === "field") return "";
    if (kind === "math") return `\u0003${markupOf(this.#source, story, node)}\u0004`;
    if (kind === "image" || kind === "object") return `\u0003${drawingIdentity(this.#source, story, node)}\u0004`;
    if (kind !== "footnote" && kind !== "endnote") return text;
    return `\u0003${kind}${hasOwnMark(story.tree, node) ? " with its own mark" : ""}\u0004`;
  }

  /** Returns the target of the innermost link, which may be an element or a field. */
  #linkOf(story: Story, inline: Inline, fields: StoryFields): string {
    const element = inline.containers.findLast((container) => story.tree.name(container) === W.hyperlink);
    const field = fields.linkAround(inline);
    if (field !== undefined && (element === undefined || isNodeInside(story.tree, field.node, element)))
      return field.leadsTo;
    return element === undefined ? "" : linkIdentity(this.#source, story, element);
  }
}

const REFERENCES: ReadonlyMap<NameId, string> = new Map([
  [W.headerReference, "header"],
  [W.footerReference, "footer"],
]);

interface Shaped {
  readonly properties: NameId;
  readonly change: NameId;
  readonly spans: readonly NameId[];
}

const PARAGRAPH: Shaped = { properties: W.pPr, change: W.pPrChange, spans: [] };
const ROW: Shaped = { properties: W.trPr, change: W.trPrChange, spans: [W.gridBefore, W.gridAfter] };
// policy: the properties that say how a cell is merged
const CELL: Shaped = { properties: W.tcPr, change: W.tcPrChange, spans: [W.gridSpan, W.vMerge, W.hMerge] };

/** True if paragraph properties name a list. An empty paragraph of a list shows a label. */
function isListed(tree: Tree, properties: NodeId): boolean {
  const numbering = properties === NONE ? NONE : tree.child(properties, W.numPr);
  return numbering !== NONE && childValue(tree, numbering, W.numId) !== "0";
}

/** Returns how a row or cell is merged. Default values are left out. */
function spansOf(properties: NodeId, names: readonly NameId[], tree: Tree): string {
  if (properties === NONE) return "";
  return names
    .map((name) => {
      const isThere = tree.child(properties, name) !== NONE;
      const value = childValue(tree, properties, name) ?? (isThere ? "continue" : "");
      return isThere && value !== DEFAULTS.get(name) ? `${name}=${value}` : "";
    })
    .filter((span) => span !== "")
    .join(" ");
}

/** Maps each span property to its default value. */
// policy: the default values
const DEFAULTS: ReadonlyMap<NameId, string> = new Map([
  [W.gridSpan, "1"],
  [W.gridBefore, "0"],
  [W.gridAfter, "0"],
]);

/** The fields of a story in a view. */
class StoryFields {
  readonly #story: Story;
  readonly #view: View;
  readonly #areVisible: boolean;
  /** The begin marks and elements of fields with a volatile result. */
  readonly #volatile = new Set<NodeId>();
  /** Maps the begin mark or element of a link field to its target. */
  readonly #links = new Map<NodeId, string>();
  /** Maps the begin mark of a field to the begin mark of the field around it. */
  readonly #outer = new Map<NodeId, NodeId>();
  readonly #codes: string[] = [];

  /** `areVisible`: codes are compared by what they show (FMT-46). */
  constructor(story: Story, { view, areVisible }: { readonly view: View; readonly areVisible: boolean }) {
    this.#story = story;
    this.#view = view;
    this.#areVisible = areVisible;
    if (story.tree.mayHave(W.fldChar)) this.#readComplex();
    if (story.tree.mayHave(W.fldSimple)) this.#readSimple();
  }

  /**
   * Returns the codes of all fields that are not links, sorted, so that the order does not depend on how the fields are
   * written.
   */
  codes(): string[] {
    return this.#codes.sort();
  }

  /** True for the result of a volatile field. A tab in it, as before a page number, counts as text (FMT-47). */
  isOfTheMoment({ field, containers, text }: Inline): boolean {
    if (this.#volatile.size === 0 || text === "\t") return false;
    return this.#volatile.has(field) || containers.some((container) => this.#volatile.has(container));
  }

  /**
   * Returns the innermost link field around an inline: its begin mark or element, and its target. Undefined without
   * one.
   */
  linkAround({ field, containers }: Inline): { readonly node: NodeId; readonly leadsTo: string } | undefined {
    if (this.#links.size === 0) return undefined;
    const simple = containers.findLast((container) => this.#links.has(container));
    if (simple !== undefined) return { node: simple, leadsTo: this.#links.get(simple)! };
    for (let node: NodeId | undefined = field; node !== undefined && node !== NONE; node = this.#outer.get(node)) {
      const leadsTo = this.#links.get(node);
      if (leadsTo !== undefined) return { node, leadsTo };
    }
    return undefined;
  }

  #readComplex(): void {
    for (const { kind, node, outer, code, ownCode } of fieldsOf(this.#story, this.#view)) {
      if (kind !== "complex") continue;
      this.#outer.set(node, outer);
      this.#add(node, code, ownCode);
    }
  }

  #readSimple(): void {
    const { tree, root } = this.#story;
    for (const node of elementsBelow(this.#story, root, WHOLE)) {
      if (tree.name(node) !== W.fldSimple || this.#isHidden(node)) continue;
      const code = tree.attribute(node, W.instr) ?? "";
      this.#add(node, code, code);
    }
  }

  #add(node: NodeId, code: string, ownCode: string): void {
    const link = fieldLink(code);
    if (link === undefined) this.#codes.push(this.#areVisible ? shownCode(ownCode) : codeWords(ownCode));
    else this.#links.set(node, link);
    if (isVolatile(code, "")) this.#volatile.add(node);
  }

  #isHidden(node: NodeId): boolean {
    const { tree } = this.#story;
    for (let at = node; at !== NONE; at = tree.parent(at)) if (isHidden(tree, at, this.#view)) return true;
    return false;
  }
}

const WHOLE: ReadonlySet<NameId> = new Set([W.txbxContent]);
