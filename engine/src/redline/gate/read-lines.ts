// What a document shows in a view, as lines that can be compared: the text with its objects and links, tables, sections and what they show.
//
// Written on the reading of documents (inlines, views), not on the reading that comparing uses, so that an error of the
// one is seen by the other. Left out is what two documents may differ in without a reader noticing: ids, pages and
// times that fields show, a header of one empty paragraph, an empty paragraph that ends a story after a table.

import { codeWords, fieldsOf } from "../../document/marks/fields.ts";
import { elementsBelow } from "../../document/text/elements.ts";
import { type Inline, ParagraphReader, type ParagraphText } from "../../document/text/inlines.ts";
import { bodyOf, type Story, storiesOf } from "../../document/text/stories.ts";
import { isAccepted, isDropped, isHidden, type View } from "../../document/text/views.ts";
import { childValue } from "../../document/values.ts";
import { R, W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { isIn, markOf } from "../../revisions/markup.ts";
import { visitView } from "../../revisions/view.ts";
import { type Fingerprint, NO_PRINT } from "../content/fingerprints.ts";
import { boxesIn, drawingIdentity, fieldLink, linkIdentity, markupOf } from "../content/identities.ts";
import { sectionOf } from "../content/items.ts";
import type { Source } from "../content/source.ts";
import { hasOwnMark, isVolatile } from "../content/units.ts";
import type { KnownLines } from "./known-lines.ts";
import type { Line } from "./line.ts";
import { LookReader, type Looks, NO_LOOKS } from "./read-looks.ts";

/** The body of a document in a view, with notes, text boxes, headers and footers where they show. */
export function readLines(side: Source, view: View, known?: KnownLines): Line[] {
  const reader = new LineReader(side, view, known);
  const body = bodyOf(side.document);
  if (body !== undefined) reader.readBody(body);
  return reader.lines;
}

type Said = Pick<Line, "text" | "looks">;

/** A paragraph that is read only when someone asks what it says. */
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

/** What the sections so far show, by kind and type: a part. */
type Shown = ReadonlyMap<string, string>;

class LineReader {
  readonly lines: Line[] = [];
  readonly #side: Source;
  readonly #view: View;
  readonly #notes = new Map<string, Story>();
  readonly #parts = new Map<string, Story>();
  readonly #looks: LookReader;
  readonly #known: KnownLines | undefined;
  #shown: Shown = new Map();

  constructor(side: Source, view: View, known: KnownLines | undefined) {
    this.#side = side;
    this.#view = view;
    this.#known = known;
    this.#looks = new LookReader(side, view);
    for (const story of storiesOf(side.document)) {
      const id = story.tree.attribute(story.root, W.id) ?? "";
      if (story.kind === "header" || story.kind === "footer") this.#parts.set(story.part, story);
      else if (!this.#notes.has(`${story.kind} ${id}`)) this.#notes.set(`${story.kind} ${id}`, story);
    }
  }

  readBody(body: Story): void {
    this.#readStory(body);
    this.#readSection(body, body.tree.child(body.root, W.sectPr));
  }

  #readStory(story: Story): void {
    const { tree, part } = story;
    const fields = new StoryFields(story, this.#view);
    const start = this.lines.length;
    const add = (text: string, node: NodeId, looks = NO_LOOKS): number =>
      this.lines.push({ text, looks, print: NO_PRINT, part, node });
    const place = { story, reader: this };
    visitView(story, this.#view, {
      takes: (node) => {
        const print = this.#side.fingerprints.of(tree, node);
        const known = print === NO_PRINT ? this.#knownLine(tree, node) : new PrintedLine(print, node, place);
        if (known !== undefined) this.lines.push(known);
        return known !== undefined;
      },
      paragraph: (paragraph, isWhole) => {
        const line = this.#lineOf(story, paragraph, fields);
        const section = story.kind === "body" ? this.#sectionOf(story, paragraph.node) : NONE;
        this.lines.push(line);
        this.#readHanging(story, paragraph);
        if (section !== NONE) this.#readSection(story, section);
        else if (isWhole && this.#view === "rejected") this.#known?.remember(tree, line, paragraph.inlines);
      },
      table: (table) => add("table", table, this.#looks.ofTable(tree, table)),
      row: (row) => {
        const spans = spansOf(this.#propertiesOf(tree, row, ROW), ROW.spans, tree);
        add(`row ${spans}`, row, this.#looks.ofRow(tree, row));
      },
      cell: (cell) => {
        const spans = spansOf(this.#propertiesOf(tree, cell, CELL), CELL.spans, tree);
        add(`cell ${spans}`, cell, this.#looks.ofCell(tree, cell));
      },
      end: (table) => add("end of table", table),
    });
    const last = this.lines.at(-1);
    const endsInTable = last?.print === NO_PRINT && last.text === "end of table";
    if (this.lines.length === start || endsInTable) add("paragraph ", NONE);
    const codes = fields.codes();
    if (codes.length > 0) add(`fields ${codes.join("\n")}`, NONE);
  }

  /** The line of a paragraph in which the view accepts nothing, where it was read before. */
  #knownLine(tree: Tree, node: NodeId): Line | undefined {
    return typeof this.#view === "string" ? undefined : this.#known?.find(tree, node, this.#view);
  }

  /** The properties that hold in the view: those before the change in the rejected one. */
  #propertiesOf(tree: Tree, owner: NodeId, { properties, change }: Shaped): NodeId {
    const own = tree.child(owner, properties);
    const changed = own === NONE || this.#view === "accepted" ? NONE : tree.child(own, change);
    return changed === NONE || isAccepted(tree, changed, this.#view) ? own : tree.child(changed, properties);
  }

  /** A section ends no more with a paragraph that stays without its mark (JOIN-7). */
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
      const part = kind === undefined || id === undefined ? undefined : this.#side.relationship(story.part, id)?.part;
      const key = `${kind} ${tree.attribute(node, W.type) ?? "default"}`;
      if (part === undefined || !this.#parts.has(part) || isOwn.has(key)) continue;
      isOwn.add(key);
      shown.set(key, part);
    }
    this.#shown = shown;
    const looks = this.#looks.ofSection(tree, section);
    this.lines.push({ text: "section", looks, print: NO_PRINT, part: story.part, node: section });
    for (const key of [...shown.keys()].sort()) this.#readShown(key, this.#parts.get(shown.get(key)!)!);
  }

  #readShown(key: string, story: Story): void {
    const heading = this.lines.length;
    this.lines.push({ text: key, looks: NO_LOOKS, print: NO_PRINT, part: story.part, node: NONE });
    this.#readStory(story);
    const content = this.lines.slice(heading + 1);
    if (content.length === 1 && content[0]!.text === "paragraph ") this.lines.length = heading;
  }

  #readHanging(story: Story, { inlines }: ParagraphText): void {
    for (const { kind, node } of inlines) {
      if (kind === "footnote" || kind === "endnote") {
        const note = this.#notes.get(`${kind} ${story.tree.attribute(node, W.id) ?? ""}`);
        if (note !== undefined) this.#readStory(note);
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

  /** A paragraph that was passed over: nothing hangs on it, and no mark of a field is in it. */
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
    if (kind === "math") return `\u0003${markupOf(this.#side, story, node)}\u0004`;
    if (kind === "image" || kind === "object") return `\u0003${drawingIdentity(this.#side, story, node)}\u0004`;
    if (kind !== "footnote" && kind !== "endnote") return text;
    return `\u0003${kind}${hasOwnMark(story.tree, node) ? " with its own mark" : ""}\u0004`;
  }

  /** Where the innermost link leads, be it an element or a field. */
  #linkOf(story: Story, inline: Inline, fields: StoryFields): string {
    const element = inline.containers.findLast((container) => story.tree.name(container) === W.hyperlink);
    const field = fields.linkAround(inline);
    if (field !== undefined && (element === undefined || isIn(story.tree, field.node, element))) return field.leadsTo;
    return element === undefined ? "" : linkIdentity(this.#side, story, element);
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

const ROW: Shaped = { properties: W.trPr, change: W.trPrChange, spans: [W.gridBefore, W.gridAfter] };
// policy: the properties that say how a cell is merged
const CELL: Shaped = { properties: W.tcPr, change: W.tcPrChange, spans: [W.gridSpan, W.vMerge, W.hMerge] };

/** How a row or cell is merged; what says nothing is left out. */
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

/** What a span says when it says nothing. */
// policy: the values that say nothing
const DEFAULTS: ReadonlyMap<NameId, string> = new Map([
  [W.gridSpan, "1"],
  [W.gridBefore, "0"],
  [W.gridAfter, "0"],
]);

/** The fields of a story in a view. */
class StoryFields {
  readonly #story: Story;
  readonly #view: View;
  /** By the mark that begins a field whose result is of the moment. */
  readonly #volatile = new Set<NodeId>();
  /** By the mark or element that begins a field that is a link: where it leads. */
  readonly #links = new Map<NodeId, string>();
  /** By the mark that begins a field: that of the field around it. */
  readonly #outer = new Map<NodeId, NodeId>();
  readonly #codes: string[] = [];

  constructor(story: Story, view: View) {
    this.#story = story;
    this.#view = view;
    if (story.tree.mayHave(W.fldChar)) this.#readComplex();
    if (story.tree.mayHave(W.fldSimple)) this.#readSimple();
  }

  /** The codes of all fields that are no links, in an order that does not depend on how they are written. */
  codes(): string[] {
    return this.#codes.sort();
  }

  isOfTheMoment({ field, containers }: Inline): boolean {
    if (this.#volatile.size === 0) return false;
    return this.#volatile.has(field) || containers.some((container) => this.#volatile.has(container));
  }

  /** The innermost field that is a link around something that shows: what begins it, and where it leads. */
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
    for (const { kind, node, outer, code } of fieldsOf(this.#story, this.#view)) {
      if (kind !== "complex") continue;
      this.#outer.set(node, outer);
      this.#add(node, code);
    }
  }

  #readSimple(): void {
    const { tree, root } = this.#story;
    for (const node of elementsBelow(this.#story, root, WHOLE)) {
      if (tree.name(node) !== W.fldSimple || this.#isHidden(node)) continue;
      this.#add(node, tree.attribute(node, W.instr) ?? "");
    }
  }

  #add(node: NodeId, code: string): void {
    const link = fieldLink(code);
    if (link === undefined) this.#codes.push(codeWords(code));
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
