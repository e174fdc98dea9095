// Finds page-breaking section breaks that two documents write in different forms (FMT-40).
//
// The break is in an empty paragraph of its own, or in the paragraph before. Both forms show the same pages. The type of
// a break is that of the section after it. A break is paired with the break of the same number if both documents have
// equally many, otherwise with the only break after the same text.

import type { WordDocument } from "../../document/open-document.ts";
import { type Section, type SectionType, sectionsOf } from "../../document/sections.ts";
import { blocksOf } from "../../document/text/blocks.ts";
import { ParagraphReader, type ParagraphText } from "../../document/text/inlines.ts";
import { bodyOf, type Story } from "../../document/text/stories.ts";
import { childValue } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { markupText } from "../content/markup-text.ts";

/** A section break of a body that begins a page. */
interface PageBreak {
  readonly tree: Tree;
  readonly paragraph: NodeId;
  /** The w:sectPr. */
  readonly section: NodeId;
  /** The text of the paragraph. */
  readonly text: string;
  /** True for an empty paragraph that shows no label. */
  readonly isBare: boolean;
  /** The paragraph before, if the break is in an empty paragraph of its own; otherwise undefined. */
  readonly host: { readonly node: NodeId; readonly text: string } | undefined;
}

/** Returns the changes that give the section breaks of a document the forms that they have in another document. */
export function breakChanges(document: WordDocument, like: WordDocument): (() => void)[] {
  const [bodies, likes] = [sectionsIn(document), sectionsIn(like)];
  if (bodies.sections.length < 2 || likes.sections.length < 2) return [];
  const [ones, others] = [pageBreaks(bodies), pageBreaks(likes)];
  const isNumbered = bodies.sections.length === likes.sections.length;
  const partnerOf = (one: PageBreak, at: number): PageBreak | undefined =>
    isNumbered ? others[at] : onlyWith(others, lastText(one), ones);
  return ones.flatMap((one, at) => {
    const other = one === undefined ? undefined : partnerOf(one, at);
    const form = one === undefined || other === undefined ? undefined : wantedForm(one, other);
    if (form === undefined) return [];
    return [() => WRITERS[form](one!)];
  });
}

interface Sections {
  readonly body: Story | undefined;
  readonly sections: readonly Section[];
}

function sectionsIn(document: WordDocument): Sections {
  const body = bodyOf(document);
  return { body, sections: body === undefined ? [] : sectionsOf(document, body) };
}

const PAGES: ReadonlySet<SectionType> = new Set(["nextPage", "oddPage", "evenPage"]);

/** Returns the break that ends each section; undefined for the last section and for a break that begins no page. */
function pageBreaks({ body, sections }: Sections): (PageBreak | undefined)[] {
  const blocks = blocksOf(body!);
  return sections.map(({ node, paragraph }, at) => {
    const next = sections[at + 1];
    if (paragraph === NONE || next === undefined || !PAGES.has(next.type)) return undefined;
    const { inlines, text } = readParagraph(body!, paragraph);
    const before = blocks[blocks.indexOf(paragraph) - 1];
    const isBare = inlines.length === 0 && !isListed(body!.tree, body!.tree.child(paragraph, W.pPr));
    const isOwn = isBare && before !== undefined && canHold(body!, before, paragraph);
    const host = isOwn ? { node: before, text: readParagraph(body!, before).text } : undefined;
    return { tree: body!.tree, paragraph, section: node, text, isBare, host };
  });
}

/** Reads a paragraph alone, as if no field began before it. */
function readParagraph(body: Story, paragraph: NodeId): ParagraphText {
  return new ParagraphReader(body).read(paragraph);
}

/** True if a block is a paragraph that may end the section instead of the empty paragraph after it. */
function canHold({ tree }: Story, block: NodeId, empty: NodeId): boolean {
  if (tree.name(block) !== W.p || tree.parent(block) !== tree.parent(empty)) return false;
  const properties = tree.child(block, W.pPr);
  return properties === NONE || tree.child(properties, W.sectPr) === NONE;
}

/** True if paragraph properties name a list. An empty paragraph of a list shows a label. */
function isListed(tree: Tree, properties: NodeId): boolean {
  const numbering = tree.child(properties, W.numPr);
  return numbering !== NONE && childValue(tree, numbering, W.numId) !== "0";
}

function lastText({ text, host }: PageBreak): string {
  return host?.text ?? text;
}

/** Returns the only break after a text; undefined if one of the documents has the text more or less often. */
function onlyWith(
  breaks: readonly (PageBreak | undefined)[],
  text: string,
  own: readonly (PageBreak | undefined)[],
): PageBreak | undefined {
  const [found, same] = [breaks, own].map((all) => all.filter((one) => one !== undefined && lastText(one) === text));
  return found!.length === 1 && same!.length === 1 ? found![0] : undefined;
}

/** `plain`: in an empty paragraph of its own, without formatting. */
type Form = "own" | "attached" | "plain";

const WRITERS: Readonly<Record<Form, (one: PageBreak) => void>> = {
  own: separate,
  attached: attach,
  plain: (one) => {
    separate(one);
    empty(one.tree, one.paragraph, one.tree.nextSibling(one.paragraph));
  },
};

/** Returns the other form if the partner of a break has that form. */
function wantedForm(one: PageBreak, other: PageBreak): Form | undefined {
  if (one.host !== undefined && other.host !== undefined) {
    if (one.host.text === other.host.text) return plainForm(one, other);
    // Both end with blank paragraphs, one of them with one more.
    return one.host.text === "" ? "attached" : other.host.text === "" ? "own" : undefined;
  }
  if (one.isBare && other.isBare && one.host === undefined && other.host === undefined) return plainForm(one, other);
  if (one.host !== undefined) return other.text !== "" || one.host.text === "" ? "attached" : undefined;
  return other.host !== undefined && (one.text !== "" || other.host.text === "") ? "own" : undefined;
}

/** The formatting of an empty paragraph before a page break shows nothing. */
function plainForm(one: PageBreak, other: PageBreak): Form | undefined {
  return formatText(one) === formatText(other) ? undefined : "plain";
}

/** Returns the formatting of the paragraph of a break as text. */
function formatText({ tree, paragraph }: PageBreak): string {
  const leavesOut = (name: NameId): boolean => name === W.sectPr;
  return markupText(tree, tree.child(paragraph, W.pPr), { leavesOut, valueOf: ({ value }) => value });
}

/** Moves a break from its own paragraph to the paragraph before. Bookmarks of the empty paragraph move, too. */
function attach({ tree, paragraph, section, host }: PageBreak): void {
  const { node } = host!;
  const properties = propertiesOf(tree, node);
  tree.remove(section);
  tree.append(properties, section);
  empty(tree, paragraph, node);
}

/** Removes a paragraph after moving its bookmarks and empty runs to another one. */
function empty(tree: Tree, paragraph: NodeId, into: NodeId): void {
  for (const child of tree.children(paragraph)) {
    if (tree.name(child) === W.pPr) continue;
    tree.remove(child);
    tree.append(into, child);
  }
  tree.remove(paragraph);
}

/** Moves a break from a paragraph to a new empty paragraph after it. */
function separate({ tree, paragraph, section }: PageBreak): void {
  const empty = tree.element(W.p);
  tree.insertBefore(tree.parent(paragraph), empty, tree.nextSibling(paragraph));
  const properties = propertiesOf(tree, empty);
  tree.remove(section);
  tree.append(properties, section);
}

function propertiesOf(tree: Tree, paragraph: NodeId): NodeId {
  const known = tree.child(paragraph, W.pPr);
  if (known !== NONE) return known;
  const made = tree.element(W.pPr);
  tree.insertBefore(paragraph, made, tree.firstChild(paragraph));
  return made;
}
