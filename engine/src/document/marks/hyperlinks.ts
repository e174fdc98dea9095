// Reads hyperlinks: an element around its text, or a field with the code HYPERLINK.

import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import type { WordDocument } from "../open-document.ts";
import { paragraphsOf } from "../text/blocks.ts";
import { elementsBelow } from "../text/elements.ts";
import type { Story } from "../text/stories.ts";
import { R, W } from "../word-names.ts";
import { type Field, fieldsOf } from "./fields.ts";

/** The target of a link: a URL, a bookmark in it, or a bookmark in the document itself. */
export interface LinkTarget {
  readonly url: string | undefined;
  readonly anchor: string | undefined;
}

export type Hyperlink =
  | { readonly kind: "element"; readonly node: NodeId; readonly paragraph: NodeId; readonly target: LinkTarget }
  | { readonly kind: "field"; readonly field: Field; readonly paragraph: NodeId; readonly target: LinkTarget };

/** Returns the links of a story: elements in document order, then fields in the order in which they end. */
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

/** Maps relationship ids in lower case to targets outside the package. */
export function externalTargets({ package: opened }: WordDocument, part: string): Map<string, string> {
  const external = opened.relationships(part).filter(({ isExternal }) => isExternal);
  return new Map(external.map(({ id, target }) => [id.toLowerCase(), target]));
}

/** Returns a target as one URL, with # before the bookmark; undefined if the link has no target. */
export function linkUrl({ url = "", anchor = "" }: LinkTarget): string | undefined {
  return url === "" && anchor === "" ? undefined : `${url}${anchor === "" ? "" : `#${anchor}`}`;
}

/** Reads `HYPERLINK "address" \l "bookmark"`. Returns undefined for the code of another field. */
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

/** Switches that are followed by an argument: bookmark, screen tip, frame, style of a general switch. */
const TAKES_WORD: ReadonlySet<string> = new Set(["\\l", "\\o", "\\t", "\\*"]);

/** Returns the words of a field code. Quotes keep spaces together, and a backslash escapes a quote. */
function fieldWords(code: string): string[] {
  const words = code.matchAll(/"((?:[^"\\]|\\.)*)"?|(\S+)/gs);
  return [...words].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

/** Removes escapes: a field code doubles each backslash of a URL. */
function withoutEscapes(word: string): string {
  return word.replace(/\\(.)/gs, "$1");
}

/** Returns the code of a field equivalent to a w:hyperlink; undefined if no code is equivalent. */
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

/** Attributes that a field code can express besides the URL, with their switches (ISO 29500-1, 17.16.5.25). */
// attributes
const SWITCHES = [
  [W.anchor, "\\l"],
  [W.tooltip, "\\o"],
  [W.tgtFrame, "\\t"],
] as const;
/** Attributes that an equivalent field may drop or express. w:history only tells a viewer to remember visited links. */
const SAID: ReadonlySet<NameId> = new Set([R.id, W.history, ...SWITCHES.map(([name]) => name)]);
