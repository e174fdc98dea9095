// Reads a paragraph as segments: text by format and change, and objects (docs/design/content.md).
//
// Deleted text is left out. Adjacent runs with equal formatting and the same change are one segment. A field is one
// segment with the text that it shows in this paragraph; a picture or note in it is a separate segment. The text of all
// segments, with a tab as \t and breaks as \n and \f, is the text of the paragraph.

import { drawingDescription } from "../../document/marks/images.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { type Inline, ParagraphReader } from "../../document/text/inlines.ts";
import { parentInStory, type Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { type RunFormat, readRunFormat } from "../../language/run-format.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { ContentSegment, NoteSegment } from "./content.ts";
import { type InlinePlace, InlinePlaces } from "./inline-places.ts";
import type { RevisionNumbers } from "./locators.ts";
import { remembered } from "./remembered.ts";

export interface SegmentSources {
  readonly document: WordDocument;
  readonly revisions: RevisionNumbers;
  /** Returns the note that a reference leads to. */
  readonly noteAt: (tree: Tree, reference: NodeId) => Pick<NoteSegment, "number" | "label"> | undefined;
}

export interface ReadParagraph {
  readonly text: string;
  readonly content: ContentSegment[];
  readonly inlines: readonly Inline[];
}

interface Formatted {
  readonly format: RunFormat | undefined;
  /** Equal for equal formats. */
  readonly key: string;
}

/** The formatting of a run. Inlines of a run are adjacent, so only the last run is remembered. */
interface FormattedRun {
  readonly run: NodeId;
  readonly formatted: Formatted;
  /** The number of the change of its formatting. */
  readonly revision: number | undefined;
}

/** Reads the paragraphs of one story. Calls must follow document order. */
export class ContentSegmentReader {
  readonly #story: Story;
  readonly #sources: SegmentSources;
  readonly #reader: ParagraphReader;
  readonly #places: InlinePlaces;
  readonly #numbers: ReadonlyMap<NodeId, number> | undefined;
  readonly #read: (properties: NodeId) => Formatted;
  #last: FormattedRun | undefined;

  constructor(story: Story, sources: SegmentSources) {
    this.#story = story;
    this.#sources = sources;
    this.#reader = new ParagraphReader(story);
    this.#places = new InlinePlaces(sources.document, story, () => this.#reader.fields);
    this.#numbers = sources.revisions.in(story.tree);
    this.#read = remembered(story.tree, (properties) => {
      const format = readRunFormat(story, properties);
      return { format, key: format === undefined ? "" : JSON.stringify(format) };
    });
  }

  read(paragraph: NodeId): ReadParagraph {
    const { inlines, text } = this.#reader.read(paragraph);
    const list = new SegmentList();
    const around = this.#numbers === undefined ? undefined : this.#changeAround(parentInStory(this.#story, paragraph));
    for (const inline of inlines) {
      if (inline.kind === "comment") continue;
      const place = this.#places.of(inline);
      const { formatted, revision: ofFormat } = this.#formatOf(inline.run);
      const revision = this.#changeOf(inline) ?? around ?? ofFormat;
      this.#add(list, inline, { place, formatted, revision });
    }
    return { text, content: list.segments, inlines };
  }

  #add(list: SegmentList, inline: Inline, how: How): void {
    const { kind, node, text } = inline;
    const { place, formatted, revision } = how;
    const changed = revision === undefined ? {} : { revision };
    if (kind === "field" || (place.field !== undefined && text !== "")) list.addField(text, how);
    else if (kind === "text") list.addText(text, how);
    else if (kind === "tab") {
      list.add(place, { type: "tab", ...(formatted.format && { format: formatted.format }), ...changed });
    } else if (kind === "break") list.add(place, { type: "break", kind: this.#breakKind(node), ...changed });
    else if (kind === "image") {
      const description = drawingDescription(this.#story, node);
      list.add(place, { type: "image", ...(description === undefined ? {} : { description }), ...changed });
    } else if (kind === "footnote" || kind === "endnote") {
      const note = this.#sources.noteAt(this.#story.tree, node);
      if (note !== undefined) list.add(place, { type: kind, ...note, ...changed });
    } else if (kind !== "comment") list.add(place, { type: kind, ...changed });
  }

  #breakKind(node: NodeId): "line" | "page" | "column" {
    const type = this.#story.tree.attribute(node, W.type);
    return type === "page" || type === "column" ? type : "line";
  }

  /** Returns the number of the innermost change around an inline. */
  #changeOf({ containers }: Inline): number | undefined {
    if (this.#numbers === undefined) return undefined;
    for (let at = containers.length - 1; at >= 0; at -= 1) {
      const number = this.#numbers.get(containers[at]!);
      if (number !== undefined) return number;
    }
    return undefined;
  }

  /** Returns the number of the innermost change around a block: a change may contain whole paragraphs. */
  #changeAround(block: NodeId): number | undefined {
    for (let node = block; node !== NONE; node = parentInStory(this.#story, node)) {
      const number = this.#numbers?.get(node);
      if (number !== undefined) return number;
    }
    return undefined;
  }

  #formatOf(run: NodeId): FormattedRun {
    if (run === this.#last?.run) return this.#last;
    const { tree } = this.#story;
    const properties = tree.child(run, W.rPr);
    const change = properties === NONE || this.#numbers === undefined ? NONE : tree.child(properties, W.rPrChange);
    const revision = change === NONE ? undefined : this.#numbers?.get(change);
    this.#last = { run, formatted: this.#read(properties), revision };
    return this.#last;
  }
}

interface How {
  readonly place: InlinePlace;
  readonly formatted: Formatted;
  readonly revision: number | undefined;
}

export type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
type TextDraft = Mutable<Extract<ContentSegment, { text: string; type?: undefined }>>;

/** Collects segments. Adjacent text with equal formatting and change joins one segment. */
class SegmentList {
  readonly segments: ContentSegment[] = [];
  /** The list that gets the next segment: that of the paragraph, or that of a link. */
  #into = this.segments;
  #link: NodeId | undefined;
  #text: { readonly segment: Mutable<{ text: string }>; readonly key: string } | undefined;
  #field: { readonly segment: Mutable<{ text: string; revision?: number }>; readonly node: NodeId } | undefined;

  add(place: InlinePlace, segment: ContentSegment): void {
    this.#enter(place);
    this.#text = undefined;
    this.#field = undefined;
    this.#into.push(segment);
  }

  addText(text: string, { place, formatted, revision }: How): void {
    if (text === "") return;
    this.#enter(place);
    const key = `${revision} ${formatted.key}`;
    if (this.#text?.key === key) {
      this.#text.segment.text += text;
      return;
    }
    const segment: TextDraft = { text };
    if (formatted.format !== undefined) segment.format = formatted.format;
    if (revision !== undefined) segment.revision = revision;
    this.add(place, segment);
    this.#text = { segment, key };
  }

  /** Adds text of a field. A field that several changes touch gets no revision. */
  addField(text: string, { place, revision }: How): void {
    // The mark that begins a link shows nothing.
    if (place.field === undefined) return;
    this.#enter(place);
    const { node, value } = place.field;
    if (this.#field?.node === node) {
      const { segment } = this.#field;
      segment.text += text;
      if (segment.revision !== revision) delete segment.revision;
      return;
    }
    const segment = { type: "field" as const, code: value, text, ...(revision === undefined ? {} : { revision }) };
    this.add(place, segment);
    this.#field = { segment, node };
  }

  #enter({ link }: InlinePlace): void {
    if (link?.node === this.#link) return;
    this.#link = link?.node;
    this.#text = undefined;
    this.#field = undefined;
    this.#into = this.segments;
    if (link === undefined) return;
    const content: ContentSegment[] = [];
    this.segments.push({ type: "hyperlink", url: link.value, content });
    this.#into = content;
  }
}
