// Gives numbers to formatting, and decides if readers see a difference between two numbers.
//
// Equal numbers mean equal properties. Direct properties are compared, style names included. Two different sets still
// count as the same formatting if their styles provide what only one of the sets contains. So the number also depends
// on these styles.

import { readStyles, type Style, type StyleKind, type StyleTable } from "../../document/formatting/styles.ts";
import { STYLE_NAMES, strangersIn } from "../../document/grammar.ts";
import { DocumentLooks, type LookPlace, type ParagraphSurroundings } from "../../document/looks/document-looks.ts";
import { areShownOn, type Look } from "../../document/looks/look.ts";
import { type Properties, readPropertyElements } from "../../document/looks/property-layers.ts";
import type { TablePart } from "../../document/looks/style-layers.ts";
import type { TableCellPlace } from "../../document/looks/table-places.ts";
import type { WordDocument } from "../../document/open-document.ts";
import type { Story } from "../../document/text/stories.ts";
import type { View } from "../../document/text/views.ts";
import { W } from "../../document/word-names.ts";
import { foldName } from "../../ooxml/parts/part-names.ts";
import { ByteNumbers } from "../../ooxml/same-bytes.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import { column, END, type SpanTree, START } from "../../ooxml/xml/span-tree.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import { ancestor } from "../../revisions/markup.ts";
import { type ExplicitFields, hasExplicitForm } from "./explicit-properties.ts";
import { beyond, Inherited } from "./inherited.ts";
import { readSaid, type Said, saidText } from "./said.ts";
import {
  areShownOnSpace,
  lookText,
  type StyledLook,
  type TableStyleName,
  visibleDifferences,
} from "./visible-looks.ts";

export type FormatKey = number & { readonly brand: "FormatKey" };

export type FormatKind =
  | "run"
  | "paragraph"
  | "table"
  | "text of a table"
  | "row"
  | "exception"
  | "cell"
  | "cell without width"
  | "section";

/** The context of run or paragraph properties. */
export interface Surroundings {
  /** The name of the paragraph's style; empty for the default style. */
  readonly style: string;
  readonly isInTable: boolean;
  readonly isNumbered: boolean;
  /** Set only in mode `visible`, for a paragraph and its runs. */
  readonly place?: LookPlace;
  /** Set only in mode `visible`, for a table, row or cell. */
  readonly owner?: OwnerInView;
  /** True for a section that mode `visible` compares by its markup. */
  readonly isMarkup?: boolean;
}

/** A table, row or cell in a view. */
export interface OwnerInView {
  readonly story: Story;
  readonly node: NodeId;
  readonly view: View;
}

/** A paragraph with its properties in a view. */
export interface ParagraphInView extends OwnerInView {
  readonly properties: NodeId;
  readonly isInTable: boolean;
}

export const NOWHERE: Surroundings = { style: "", isInTable: false, isNumbered: false };
const AS_MARKUP: Surroundings = { ...NOWHERE, isMarkup: true };

interface Format {
  readonly kind: FormatKind;
  readonly around: Surroundings;
  readonly text: string;
  readonly said: Said;
  /** Set only in mode `visible`. Formatting without a look is compared as markup. */
  readonly look?: StyledLook;
}

/** An element of the carrier, and the document that writes it differently. */
interface CarriedPlace {
  readonly own: { readonly source: { readonly document: WordDocument }; readonly part: string; readonly node: NodeId };
  readonly other: { readonly source: { readonly document: WordDocument } };
  readonly kind: string;
}

/** How formatting is compared: by what readers see, by its markup, or not at all. */
export type FormattingMode = "visible" | "all" | "ignore";

/** All formatting of one comparison. */
export class Formats {
  readonly #keys = new Map<string, FormatKey>();
  readonly #formats: Format[] = [];
  readonly #answers = new Map<string, boolean>();
  readonly #inherited: Inherited;
  /** Maps the new name of an imported style to its name in the other document. */
  readonly #importedNames = new Map<string, string>();
  readonly #differences = new Map<string, readonly string[]>();
  readonly mode: FormattingMode;
  readonly #carrier: WordDocument;
  /** Maps another document to the elements of the carrier whose markup is carried: part, node and kind. */
  readonly #carriedPlaces = new Map<WordDocument, Set<string>>();

  /** In mode `ignore`, only the properties that shape tables count: how rows and cells span others. */
  constructor(carrier: WordDocument, mode: FormattingMode = "all") {
    this.mode = mode;
    this.#carrier = carrier;
    this.#inherited = new Inherited(readStyles(carrier));
  }

  get areIgnored(): boolean {
    return this.mode === "ignore";
  }

  get areVisible(): boolean {
    return this.mode === "visible";
  }

  keyOf(format: Format): FormatKey {
    const { kind, around, text, look } = format;
    const seen = look === undefined ? "" : `\0${lookText(look)}`;
    const content = `${kind}\0${around.style}\0${around.isInTable}${around.isNumbered}\0${text}${seen}`;
    const known = this.#keys.get(content);
    if (known !== undefined) return known;
    const key = this.#formats.length as FormatKey;
    this.#keys.set(content, key);
    this.#formats.push(format);
    return key;
  }

  /** True if readers see no difference. */
  isSame(one: FormatKey, other: FormatKey): boolean {
    if (one === other) return true;
    const pair = one < other ? `${one} ${other}` : `${other} ${one}`;
    const known = this.#answers.get(pair) ?? this.#isSame(this.#formats[one]!, this.#formats[other]!);
    this.#answers.set(pair, known);
    return known;
  }

  /** True if readers see no difference on this text: some properties show only on letters of complex scripts. */
  isSameIn(text: string, one: FormatKey, other: FormatKey): boolean {
    if (this.isSame(one, other)) return true;
    const looks = this.#looksOf(one, other);
    if (looks !== undefined)
      return !areShownOn(this.#shownText(text, one, other), this.#differencesOf(one, other), looks);
    if (COMPLEX_SCRIPT.test(text)) return false;
    const [plain, otherPlain] = [withoutComplex(this.#formats[one]!), withoutComplex(this.#formats[other]!)];
    return this.isSame(this.keyOf(plain), this.keyOf(otherPlain));
  }

  /** Returns a text, and a digit for the mark of a paragraph in a list: the label has the formatting of the mark. */
  #shownText(text: string, ...keys: readonly FormatKey[]): string {
    return text === "" && keys.some((key) => this.#formats[key]!.around.isNumbered) ? "1" : text;
  }

  /** True if readers see no difference on white space. */
  isSameOnSpace(one: FormatKey, other: FormatKey): boolean {
    const looks = this.#looksOf(one, other);
    if (looks !== undefined) return !areShownOnSpace(this.#differencesOf(one, other));
    return this.isSame(one, other) || spaceText(this.#formats[one]!.said) === spaceText(this.#formats[other]!.said);
  }

  /**
   * Returns the name of a style for both sides: the id of the style of the carrier with the same id, otherwise of the
   * same name. Returns an empty name for the default style of the carrier. For a style that the carrier lacks, returns
   * a name that no style of the carrier has.
   */
  styleName(kind: StyleKind, { id, name }: Pick<Style, "id" | "name">): string {
    return this.#inherited.find(kind, id, name) ?? `+ ${foldName(this.#importedNames.get(name) ?? name)}`;
  }

  /** True if the carrier has a default style of the kind. */
  hasDefaultStyle(kind: StyleKind): boolean {
    return this.#inherited.hasDefault(kind);
  }

  /** Records that the redline has a style of another document under a new name. */
  renameImported(name: string, renamed: string): void {
    this.#importedNames.set(renamed, name);
  }

  isNumberedStyle(style: string): boolean {
    return this.#inherited.isNumbered(style);
  }

  /** True if the properties are written in the same way, whatever their surroundings. */
  isSameMarkup(one: FormatKey, other: FormatKey): boolean {
    return this.#formats[one]!.text === this.#formats[other]!.text;
  }

  /** True if both are compared by what readers see. */
  haveLooks(one: FormatKey, other: FormatKey): boolean {
    return this.#looksOf(one, other) !== undefined;
  }

  /** Counts an element of the carrier that another document writes differently and that looks the same (FMT-12). */
  countCarried({ own, other, kind }: CarriedPlace, theirs: FormatKey, ours: FormatKey): void {
    const { document } = own.source;
    if (theirs === ours || document !== this.#carrier) return;
    if (!this.haveLooks(theirs, ours) || this.isSameMarkup(theirs, ours)) return;
    const places = this.#carriedPlaces.get(other.source.document) ?? new Set();
    this.#carriedPlaces.set(other.source.document, places.add(`${own.part} ${own.node} ${kind}`));
  }

  /** Returns the number of counted elements that a document writes differently from the carrier. */
  carriedFrom(document: WordDocument): number {
    return this.#carriedPlaces.get(document)?.size ?? 0;
  }

  /** Returns the fields in which readers see a difference, with the values of the first look. Empty for markup. */
  differentValues(one: FormatKey, other: FormatKey): ExplicitFields {
    if (!this.haveLooks(one, other)) return NO_FIELDS;
    const { fields } = this.#formats[one]!.look!;
    return new Map(this.#differencesOf(one, other).map((field) => [field, fields.get(field)]));
  }

  #looksOf(one: FormatKey, other: FormatKey): readonly [Look, Look] | undefined {
    const [look, otherLook] = [this.#formats[one]!.look, this.#formats[other]!.look];
    return look === undefined || otherLook === undefined ? undefined : [look, otherLook];
  }

  #differencesOf(one: FormatKey, other: FormatKey): readonly string[] {
    const pair = one < other ? `${one} ${other}` : `${other} ${one}`;
    const known =
      this.#differences.get(pair) ?? visibleDifferences(this.#formats[one]!.look!, this.#formats[other]!.look!);
    this.#differences.set(pair, known);
    return known;
  }

  #isSame(one: Format, other: Format): boolean {
    if (one.look !== undefined && other.look !== undefined)
      return visibleDifferences(one.look, other.look).length === 0;
    if (one.text === other.text) return true;
    const { kind, around } = one;
    const isAlike = around.style === other.around.style && around.isNumbered === other.around.isNumbered;
    if ((kind !== "run" && kind !== "paragraph") || !isAlike || around.isInTable || other.around.isInTable)
      return false;
    const character = one.said.get("rStyle") ?? "";
    if (!this.#inherited.has("paragraph", around.style) || !this.#inherited.has("character", character)) return false;
    if (character !== (other.said.get("rStyle") ?? "")) return false;
    const inherited =
      kind === "run" ? this.#inherited.run(around.style, character) : this.#inherited.paragraph(around.style);
    const [rest, otherRest] = [beyond(one.said, inherited), beyond(other.said, inherited)];
    return saidText(rest) === saidText(otherRest) && !(around.isNumbered && differsInPlace(one.said, other.said));
  }
}

/** Properties that show only on letters of complex scripts. */
const FOR_COMPLEX = /^(szCs|bCs|iCs|rFonts@cs|rFonts@cstheme)$/;
/** Letters of complex scripts: Hebrew and Arabic to Burmese in the order of Unicode, and Khmer. */
const COMPLEX_SCRIPT = /[\u0590-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefe]/;

/** Returns the format that shows on other letters. In a run marked `rtl` or `cs`, all properties show. */
function withoutComplex(format: Format): Format {
  const { said } = format;
  if (said.get("rtl") === "on" || said.get("cs") === "on") return format;
  const shown = new Map([...said].filter(([path]) => !FOR_COMPLEX.test(path)));
  return { ...format, said: shown, text: saidText(shown) };
}

/**
 * True if direct indents or tabs differ. The list level may set others, which are unknown here, so the direct ones must
 * be equal.
 */
function differsInPlace(one: Said, other: Said): boolean {
  const places = (said: Said): string =>
    saidText(new Map([...said].filter(([path]) => path.startsWith("ind") || path.startsWith("tabs"))));
  return places(one) !== places(other);
}

/** Properties that show on white space. */
const ON_SPACE = /^(u|strike|dstrike|highlight|shd|bdr|effect|vanish)(@|$)/;

function spaceText(said: Said): string {
  return saidText(
    new Map([...said].filter(([path, value]) => ON_SPACE.test(path) && value !== "none" && value !== "off")),
  );
}

const NO_FIELDS: ExplicitFields = new Map();

/** Elements that are not properties of each kind, or that are compared elsewhere. */
const LEFT_OUT: Readonly<Record<FormatKind, NameSet>> = {
  run: strangersIn(W.rPr),
  paragraph: new NameSet([...strangersIn(W.pPr), W.numPr]),
  table: strangersIn(W.tblPr),
  "text of a table": strangersIn(W.tblPr),
  row: strangersIn(W.trPr),
  exception: strangersIn(W.tblPrEx),
  cell: strangersIn(W.tcPr),
  "cell without width": new NameSet([...strangersIn(W.tcPr), W.tcW]),
  section: strangersIn(W.sectPr),
};

interface ReadProperties {
  readonly said: Said;
  readonly text: string;
  /** The properties as data; undefined except in mode `visible`. */
  readonly properties: Properties | undefined;
  /** Maps what their look depends on to the number of these properties. */
  readonly keys: Map<Surroundings | TableCellPlace, FormatKey>;
  /** Maps what is around a paragraph with these properties to its surroundings. Of markup, only tables count. */
  readonly surroundings: Map<ParagraphSurroundings | boolean, Surroundings>;
}

/** Reads the formatting of one document. */
export class FormatReader {
  readonly #formats: Formats;
  readonly #document: WordDocument;
  #styles: StyleTable | undefined;
  #looks: DocumentLooks | undefined;
  /** The part and node of each paragraph, table and section that is compared by its markup. */
  readonly #markupBlocks = new Set<string>();
  /** Maps the part and node of a paragraph or cell to the fields that its recorded properties must set themselves. */
  readonly #explicit = new Map<string, ExplicitFields>();
  readonly #bytes = new ByteNumbers();
  /** Maps the kind to an array that is indexed by the number of the properties' bytes; 0 for missing properties. */
  readonly #read = new Map<FormatKind, ReadProperties[]>();
  readonly #names = new Map<string, string>();
  /** Maps what is around a table, row or section to one object for equal texts. */
  readonly #contexts = new Map<string, Surroundings>();
  readonly #surroundings = new Map<string, Surroundings>();

  constructor(document: WordDocument, formats: Formats) {
    this.#document = document;
    this.#formats = formats;
  }

  /** Returns the number of properties. `NONE` counts as empty properties. */
  keyOf(tree: Tree, node: NodeId, { kind, around }: Pick<Format, "kind" | "around">): FormatKey {
    const { said, text, keys, properties } = this.#saidBy(tree, node, kind);
    const context = this.#contextOf(kind, around);
    const known = context === undefined ? undefined : keys.get(context);
    if (known !== undefined) return known;
    const look = properties === undefined ? undefined : this.#lookOf(properties, { kind, around });
    const key = this.#formats.keyOf({ kind, around, said, text, ...(look === undefined ? {} : { look }) });
    if (context !== undefined) keys.set(context, key);
    return key;
  }

  /** Returns what the look of properties depends on besides them. Undefined if nothing else has the same. */
  #contextOf(kind: FormatKind, around: Surroundings): Surroundings | TableCellPlace | undefined {
    const { owner } = around;
    if (owner === undefined) return around;
    const isCell = kind === "cell" || kind === "cell without width";
    if (isCell) return this.#documentLooks.cellPlace(owner.story, owner.node, owner.view);
    const text = this.#documentLooks.ownerText(owner);
    const known = this.#contexts.get(text) ?? { ...NOWHERE };
    this.#contexts.set(text, known);
    return known;
  }

  /** Returns the context of the properties of a table, row, cell or section. */
  surroundingsOf(owner: OwnerInView): Surroundings {
    if (!this.#formats.areVisible) return NOWHERE;
    return this.#isMarkup(owner) ? AS_MARKUP : { ...NOWHERE, owner };
  }

  /**
   * Compares from now on a paragraph, a section or the table around another element by its markup (FMT-24). For a
   * paragraph in a table, the table comes first, because its style is part of how the text looks. Returns false if all
   * of them already were.
   */
  readAsMarkup(element: PartElement): boolean {
    const blocks = [tableAround(element), blockAround(element)].flatMap((block) => block ?? []);
    const block = blocks.find((one) => !this.#markupBlocks.has(one));
    if (block !== undefined) this.#markupBlocks.add(block);
    return block !== undefined;
  }

  /**
   * Makes the recorded properties of a paragraph or cell set fields from now on (FMT-23b). Returns false if a field has
   * no explicit form, or if fields of this element were made explicit before.
   */
  makeExplicit({ part, node }: Pick<PartElement, "part" | "node">, fields: ExplicitFields): boolean {
    const element = `${part} ${node}`;
    if (fields.size === 0 || ![...fields.keys()].every(hasExplicitForm) || this.#explicit.has(element)) return false;
    this.#explicit.set(element, fields);
    return true;
  }

  /** Returns the fields that the recorded properties of an element must set. None if its block is compared by its markup. */
  explicitFields({ story, node }: Pick<OwnerInView, "story" | "node">): ExplicitFields {
    const fields = this.#explicit.get(`${story.part} ${node}`);
    return fields === undefined || this.#isMarkup({ story, node }) ? NO_FIELDS : fields;
  }

  /** The number of blocks that are compared by their markup. If it grew, surroundings must be read again. */
  get markupBlocks(): number {
    return this.#markupBlocks.size;
  }

  #isMarkup({ story: { part, tree }, node }: Pick<OwnerInView, "story" | "node">): boolean {
    return this.#markupBlocks.size > 0 && this.#markupBlocks.has(blockAround({ part, tree, node }));
  }

  /** Returns the context of a paragraph's properties and of its runs. */
  surroundings({ story, node, properties, isInTable, view }: ParagraphInView): Surroundings {
    const { tree } = story;
    const read = this.#saidBy(tree, properties, "paragraph");
    const isVisible = this.#formats.areVisible && !this.#isMarkup({ story, node });
    const around = isVisible ? this.#documentLooks.textPlace(story, node, view) : undefined;
    const known = read.surroundings.get(around ?? isInTable);
    if (known !== undefined) return known;
    const place = around === undefined ? undefined : this.#documentLooks.placeOf(read.properties!, around);
    const named = properties === NONE ? NONE : tree.child(properties, W.pStyle);
    const style = this.styleName("paragraph", named === NONE ? "" : (tree.attribute(named, W.val) ?? ""));
    const numbering = properties === NONE ? NONE : tree.child(properties, W.numPr);
    const isNumbered = numbering !== NONE || this.#formats.isNumberedStyle(style);
    const key = `${isInTable}${isNumbered}${style}${place === undefined ? "" : `\0${JSON.stringify(place)}`}`;
    const found = this.#surroundings.get(key) ?? {
      ...{ style, isInTable, isNumbered },
      ...(place === undefined ? {} : { place }),
    };
    this.#surroundings.set(key, found);
    read.surroundings.set(around ?? isInTable, found);
    return found;
  }

  get #documentLooks(): DocumentLooks {
    this.#looks ??= new DocumentLooks(this.#document);
    return this.#looks;
  }

  /** Returns a look with the names of its styles; undefined for properties that are compared as markup. */
  #lookOf(properties: Properties, { kind, around }: Pick<Format, "kind" | "around">): StyledLook | undefined {
    const { place, owner, isMarkup = false } = around;
    if (isMarkup) return undefined;
    if (kind === "section") return { ...this.#documentLooks.section(properties, owner), styles: "" };
    if (place !== undefined && (kind === "run" || kind === "paragraph")) {
      const isUsed = this.#documentLooks.isStyledByTable(place, kind === "run" ? "rPr" : "pPr");
      const table = place.table === undefined ? undefined : this.#tableStyle(place.table, isUsed);
      const character = kind === "run" ? properties.get("rStyle")?.attributes.get("val") : undefined;
      const styles = `${around.style}\0${this.styleName("character", character ?? "")}`;
      return { ...this.#documentLooks[kind](properties, place), styles, table };
    }
    if (owner === undefined) return undefined;
    if (kind === "row") return { ...this.#documentLooks.row(properties, owner), styles: "" };
    if (kind === "exception") return { ...this.#documentLooks.exception(properties, owner), styles: "" };
    if (kind === "table" || kind === "text of a table") return this.#tableLook(properties, { kind, owner });
    const cell = this.#documentLooks.cellPlace(owner.story, owner.node, owner.view);
    if (cell === undefined) return undefined;
    const look = this.#documentLooks.cell(properties, cell);
    const table = this.#tableStyle(cell.part, true);
    if (kind === "cell") return { ...look, styles: "", table };
    const fields = new Map([...look.fields].filter(([field]) => field !== "cell-width" && field !== "cell-share"));
    return { ...look, fields, styles: "", table };
  }

  /** Returns the look of a table, or of what its style gives to text. */
  #tableLook(
    properties: Properties,
    { kind, owner }: { readonly kind: "table" | "text of a table"; readonly owner: OwnerInView },
  ): StyledLook {
    const looks = this.#documentLooks;
    const part = looks.tablePart(properties);
    const look = kind === "table" ? looks.table(properties, owner) : looks.tableText(part);
    return { ...look, styles: "", table: this.#tableStyle(part, true) };
  }

  #tableStyle({ style, allowed }: TablePart, isUsed: boolean): TableStyleName {
    return { name: this.styleName("table", style ?? ""), allowed: allowed?.join(" "), isUsed };
  }

  #saidBy(tree: Tree, node: NodeId, kind: FormatKind): ReadProperties {
    const isWritten = node === NONE || (tree.isClosed(node) && !tree.isMade(node));
    if (!isWritten) return this.#readProperties(tree, node, kind);
    const all = this.#read.get(kind) ?? [];
    this.#read.set(kind, all);
    const number = node === NONE ? 0 : this.#numberOf(tree.source(node), tree.sourceNode(node));
    all[number] ??= this.#readProperties(tree, node, kind);
    return all[number];
  }

  #numberOf(source: SpanTree, node: number): number {
    return this.#bytes.numberOf(source.bytes, column(source, node, START), column(source, node, END));
  }

  #readProperties(tree: Tree, node: NodeId, kind: FormatKind): ReadProperties {
    const said = readSaid(tree, node, {
      leftOut: LEFT_OUT[kind],
      styleName: (element, id) => {
        const style = STYLE_NAMES.get(element);
        return style === undefined ? undefined : this.styleName(style, id);
      },
    });
    const unnamed = kind === "paragraph" && !said.has("pStyle") ? this.styleName("paragraph", "") : "";
    if (unnamed !== "") said.set("pStyle", unnamed);
    const counted = this.#formats.areIgnored ? new Map([...said].filter(([path]) => SPANS.has(path))) : said;
    const properties = this.#formats.areVisible ? readPropertyElements(tree, node) : undefined;
    return { said: counted, text: saidText(counted), properties, keys: new Map(), surroundings: new Map() };
  }

  /**
   * Returns the name of a style for both sides. The name is empty for the default style, and for an id without a style,
   * which shows as the default style (FMT-31). If the carrier has no default paragraph style, that of this document has
   * its own name (FMT-56).
   */
  styleName(kind: StyleKind, id: string): string {
    const key = `${kind} ${id}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    this.#styles ??= readStyles(this.#document);
    const named = this.#styles.byId.get(id);
    const isDefaultNamed = kind === "paragraph" && !this.#formats.hasDefaultStyle(kind);
    const style = named?.kind === kind ? named : isDefaultNamed ? this.#styles.defaults.get(kind) : undefined;
    const name = style === undefined ? "" : this.#formats.styleName(kind, style);
    this.#names.set(key, name);
    return name;
  }
}

interface PartElement {
  readonly part: string;
  readonly tree: Tree;
  readonly node: NodeId;
}

/** Identifies a paragraph or section itself, and the innermost table around another element. */
function blockAround({ part, tree, node }: PartElement): string {
  let at = node;
  while (at !== NONE && !BLOCKS.has(tree.name(at))) at = tree.parent(at);
  return `${part} ${at}`;
}

/** Identifies the table around a paragraph; undefined for other elements, and outside tables. */
function tableAround({ part, tree, node }: PartElement): string | undefined {
  const table = tree.name(node) === W.p ? ancestor(tree, node, W.tbl) : NONE;
  return table === NONE ? undefined : `${part} ${table}`;
}

// policy: the blocks that are compared by their markup alone
const BLOCKS = new NameSet([W.p, W.tbl, W.sectPr]);

const SPANS: ReadonlySet<string> = new Set(["gridSpan", "vMerge", "hMerge", "gridBefore", "gridAfter"]);
