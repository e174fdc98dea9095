// Links: an element around its text, or a field whose code says HYPERLINK.

import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import type { WordDocument } from "../open-document.ts";
import { paragraphsOf } from "../text/blocks.ts";
import { elementsBelow } from "../text/elements.ts";
import type { Story } from "../text/stories.ts";
import { R, W } from "../word-names.ts";
import { type Field, fieldsOf } from "./fields.ts";

/** Where a link leads: to an address, to a bookmark in it or in the document itself. */
export interface LinkTarget {
  readonly url: string | undefined;
  readonly anchor: string | undefined;
}

export type Hyperlink =
  | { readonly kind: "element"; readonly node: NodeId; readonly paragraph: NodeId; readonly target: LinkTarget }
  | { readonly kind: "field"; readonly field: Field; readonly paragraph: NodeId; readonly target: LinkTarget };

/** The links of a story: the elements in document order, then the fields in the order in which they end. */
export function hyperlinksOf(document: WordDocument, story: Story): Hyperlink[] {
  const urls = externalTargets(document, story.part);
  const paragraphs = paragraphsOf(story);
  const elements = paragraphs.flatMap((paragraph) =>
    linksIn(story, paragraph).map((node): Hyperlink => {
      const url = urls.get((story.tree.attribute(node, R.id) ?? "").toLowerCase());
      return { kind: "element", node, paragraph, target: { url, anchor: story.tree.attribute(node, W.anchor) } };
    }),
  );
  const fields = fieldsOf(story).flatMap((field): Hyperlink[] => {
    const target = hyperlinkTarget(field.code);
    return target === undefined
      ? []
      : [{ kind: "field", field, paragraph: paragraphs[field.paragraphs.begin] ?? NONE, target }];
  });
  return [...elements, ...fields];
}

const WHOLE: ReadonlySet<NameId> = new Set([W.txbxContent, W.r]);

function linksIn(story: Story, paragraph: NodeId): NodeId[] {
  return [...elementsBelow(story, paragraph, WHOLE)].filter((node) => story.tree.name(node) === W.hyperlink);
}

/** What the relationships of a part lead to outside the package, by id in lower case. */
export function externalTargets({ package: opened }: WordDocument, part: string): Map<string, string> {
  const external = opened.relationships(part).filter(({ isExternal }) => isExternal);
  return new Map(external.map(({ id, target }) => [id.toLowerCase(), target]));
}

/** A target as one address, a bookmark behind a #; undefined where a link leads nowhere. */
export function linkUrl({ url = "", anchor = "" }: LinkTarget): string | undefined {
  return url === "" && anchor === "" ? undefined : `${url}${anchor === "" ? "" : `#${anchor}`}`;
}

/** Reads `HYPERLINK "address" \\l "bookmark"`; undefined for the code of any other field. */
export function hyperlinkTarget(code: string): LinkTarget | undefined {
  const [name, ...words] = fieldWords(code);
  if (name?.toUpperCase() !== "HYPERLINK") return undefined;
  const anchor = words.findIndex((word) => word.toLowerCase() === "\\l");
  const address = words.find(
    (word, at) => !word.startsWith("\\") && !TAKES_WORD.has(words[at - 1]?.toLowerCase() ?? ""),
  );
  return {
    url: address === undefined ? undefined : withoutEscapes(address),
    anchor: anchor < 0 ? undefined : words[anchor + 1],
  };
}

/** Switches that are followed by a word of their own: bookmark, tip, frame, style of a general switch. */
const TAKES_WORD: ReadonlySet<string> = new Set(["\\l", "\\o", "\\t", "\\*"]);

/** The words of a field's code; quotes keep spaces, and a backslash keeps a quote. */
function fieldWords(code: string): string[] {
  const words = code.matchAll(/"((?:[^"\\]|\\.)*)"?|(\S+)/gs);
  return [...words].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

/** In a code each backslash of an address is written twice. */
function withoutEscapes(word: string): string {
  return word.replace(/\\(.)/gs, "$1");
}

/** The code of the field that says the same as a w:hyperlink; undefined when none does. */
export function linkCode(document: WordDocument, { tree, part }: Story, node: NodeId): string | undefined {
  const isSaid = tree.attributes(node).every(({ name }) => SAID.has(name));
  const id = tree.attribute(node, R.id);
  const url = id === undefined ? undefined : (externalTargets(document, part).get(id.toLowerCase()) ?? "");
  const words = [
    url === undefined ? "" : ` "${url.replaceAll("\\", "\\\\")}"`,
    ...SWITCHES.map(([name, sign]) => {
      const value = tree.attribute(node, name);
      return value === undefined ? "" : ` ${sign} "${value}"`;
    }),
  ];
  const isPlain = !url?.includes('"') && SWITCHES.every(([name]) => !/["\\]/.test(tree.attribute(node, name) ?? ""));
  return isSaid && isPlain ? `HYPERLINK${words.join("")}` : undefined;
}

/** What a code says of a link beside its address (ISO 29500-1, 17.16.5.25). */
// attributes
const SWITCHES = [
  [W.anchor, "\\l"],
  [W.tooltip, "\\o"],
  [W.tgtFrame, "\\t"],
] as const;
/** Whether a link is remembered as visited is for the program that shows it. */
const SAID: ReadonlySet<NameId> = new Set([R.id, W.history, ...SWITCHES.map(([name]) => name)]);
