// Reads the paragraphs of a document's body with our labels, as if all tracked changes were accepted.

import {
  type Label,
  Labeller,
  markFormatting,
  type NameId,
  NONE,
  type NodeId,
  type Numbering,
  numberingOf,
  ParagraphReader,
  paragraphsOf,
  propertyOf,
  type Story,
  storiesOf,
  type Tree,
  W,
  type WordDocument,
} from "@versus/engine/inside";

export interface OurParagraph {
  readonly text: string;
  readonly label: Label | undefined;
  /** The language of the paragraph mark, in which number words are written. */
  readonly language: string | undefined;
}

export interface OurLabels {
  readonly paragraphs: readonly OurParagraph[];
  readonly hasRevisions: boolean;
}

export function readOurLabels(document: WordDocument): OurLabels {
  const [body] = storiesOf(document);
  if (body?.kind !== "body") return { paragraphs: [], hasRevisions: false };
  return { paragraphs: readBody(document, body), hasRevisions: hasRevisions(body.tree) };
}

function readBody(document: WordDocument, body: Story): OurParagraph[] {
  const numbering = numberingOf(document);
  const labeller = new Labeller(numbering);
  const reader = new ParagraphReader(body);
  const paragraphs: OurParagraph[] = [];
  let joined = "";
  for (const paragraph of paragraphsOf(body)) {
    const label = labeller.label(body, paragraph);
    const text = joined + reader.read(paragraph).text;
    const isJoined = isMarkDeleted(body.tree, paragraph);
    joined = isJoined ? text : "";
    if (!isJoined) paragraphs.push({ text, label, language: languageOf(numbering, body, paragraph) });
  }
  return paragraphs;
}

function languageOf(numbering: Numbering, body: Story, paragraph: NodeId): string | undefined {
  const language = propertyOf(markFormatting(numbering, body, paragraph), W.lang);
  return language?.tree.attribute(language.node, W.val);
}

/** True if the paragraph mark is deleted or moved away, so that the paragraph is the beginning of the next one. */
function isMarkDeleted(tree: Tree, paragraph: NodeId): boolean {
  const properties = tree.child(paragraph, W.pPr);
  const mark = properties === NONE ? NONE : tree.child(properties, W.rPr);
  return mark !== NONE && (tree.child(mark, W.del) !== NONE || tree.child(mark, W.moveFrom) !== NONE);
}

const REVISIONS: ReadonlySet<NameId> = new Set([
  W.ins,
  W.del,
  W.moveFrom,
  W.moveTo,
  W.cellIns,
  W.cellDel,
  W.cellMerge,
  W.pPrChange,
  W.rPrChange,
  W.tblPrChange,
  W.sectPrChange,
  W.numberingChange,
]);

function hasRevisions(tree: Tree): boolean {
  const open = [tree.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (REVISIONS.has(tree.name(node))) return true;
    open.push(...tree.children(node));
  }
  return false;
}
