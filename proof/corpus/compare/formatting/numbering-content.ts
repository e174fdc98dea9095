// Identifies the lists of a document by their content, not by their ids.
//
// The content is the level, the definition with all its levels, and the position of the list in the order in which
// lists first appear. Lists that share a definition continue each other's numbers. So two numbers identify a list:
// that of its definition and its own. If the paragraphs of two documents have equal content in all of this, they show
// the same labels.

import { createHash } from "node:crypto";
import type { ContentPackage } from "../../../reading/content-package.ts";
import { childNamed, type Element, elementsIn } from "../../../reading/xml-tree.ts";
import { rawContents } from "./properties.ts";
import { spelledValue } from "./spelling.ts";
import type { StyleTable } from "./style-table.ts";

export interface Numbering {
  /** Empty if the paragraph itself sets no level, or has no numbering. */
  readonly level: string;
  /** A digest of the definition; `none` without numbering, `style` if only the style sets it. */
  readonly definition: string;
  /** `2.3`: the third list in order of appearance, with the second definition. */
  readonly list: string;
}

const NONE: Numbering = { level: "", definition: "none", list: "" };
/** Maximum number of links from one list to the next through styles. */
const MOST_LINKS = 8;
const DIGEST_LENGTH = 16;

export class NumberingContent {
  readonly #package: ContentPackage;
  readonly #styles: StyleTable;
  readonly #part: string | undefined;
  readonly #nums: ReadonlyMap<string, Element>;
  readonly #abstracts: ReadonlyMap<string, Element>;
  readonly #digests = new Map<string, string>();
  readonly #definitionNumbers = new Map<string, number>();
  readonly #listNumbers = new Map<string, number>();

  constructor(parts: ContentPackage, styles: StyleTable) {
    this.#package = parts;
    this.#styles = styles;
    this.#part = parts.related(parts.main, "numbering");
    const elements = this.#part === undefined ? [] : elementsIn(parts.sharedTree(this.#part));
    this.#nums = byAttribute(elements, "w:num", "w:numId");
    this.#abstracts = byAttribute(elements, "w:abstractNum", "w:abstractNumId");
  }

  /** Returns the numbering of a paragraph. Call it in the order of the document, since it numbers the lists. */
  read(numPr: Element): Numbering {
    const id = childNamed(numPr, "w:numId")?.attributes.get("w:val");
    const level =
      childNamed(numPr, "w:ilvl")
        ?.attributes.get("w:val")
        ?.replace(/^0+(?=\d)/, "") ?? "";
    if (id === undefined) return { level, definition: "style", list: "" };
    const abstract = this.#nums.has(id) ? this.#abstractOf(id, 0) : undefined;
    if (abstract === undefined) return NONE;
    const list = `${numberOf(this.#definitionNumbers, abstract)}.${numberOf(this.#listNumbers, id)}`;
    return { level, definition: this.#digestOf(id, abstract), list };
  }

  /** Returns the digests of the definitions that no paragraph and no style uses, in a fixed order. */
  unused(): string {
    const byStyles = [...this.#styles.styles()].map(({ element }) => listOf(element));
    const used = new Set([...byStyles, ...this.#listNumbers.keys()]);
    const unused = [...this.#nums.keys()].filter((id) => !used.has(id));
    const digests = unused.map((id) => {
      const abstract = this.#abstracts.get(this.#abstractOf(id, 0) ?? "");
      return `${abstract === undefined ? "" : writtenDigest(abstract)} ${writtenDigest(this.#nums.get(id)!)}`;
    });
    return [...new Set(digests)].sort().join(" ");
  }

  /** Returns the id of a list's definition, found directly or through a style that defines the list. */
  #abstractOf(id: string, links: number): string | undefined {
    const num = this.#nums.get(id);
    const abstract = childNamed(num, "w:abstractNumId")?.attributes.get("w:val");
    const element = abstract === undefined ? undefined : this.#abstracts.get(abstract);
    if (element === undefined) return undefined;
    const link = childNamed(element, "w:numStyleLink")?.attributes.get("w:val");
    const style = link === undefined ? undefined : this.#styles.withId(link);
    const linked = style === undefined || links > MOST_LINKS ? undefined : listOf(style.element);
    return (linked === undefined ? undefined : this.#abstractOf(linked, links + 1)) ?? abstract;
  }

  #digestOf(id: string, abstract: string): string {
    const known = this.#digests.get(id);
    if (known !== undefined) return known;
    const texts = [this.#abstracts.get(abstract), this.#nums.get(id)].map((one) => (one ? this.#wholeText(one) : ""));
    const digest = createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, DIGEST_LENGTH);
    this.#digests.set(id, digest);
    return digest;
  }

  /**
   * Returns the content of a numbering definition (`w:abstractNum` or `w:num`) as text. The text is cached for documents
   * that share the element and the style table, unless it contains a picture, which may differ between documents.
   */
  #wholeText(element: Element): string {
    const texts = definitionTexts.get(this.#styles) ?? new WeakMap<Element, string>();
    definitionTexts.set(this.#styles, texts);
    const text = texts.get(element) ?? this.#inside(element);
    if (!text.includes(PICTURE)) texts.set(element, text);
    return text;
  }

  #inside(element: Element): string {
    return elementsIn(element)
      .map((child) => this.#contentText(child))
      .join("");
  }

  #contentText(element: Element): string {
    const { name, attributes } = element;
    if (LEFT_OUT.has(name)) return "";
    const value = attributes.get("w:val") ?? "";
    if (STYLES.has(name)) return `<${name} ${this.#styles.nameOf(value)}>`;
    if (name === PICTURE) return `<${name} ${this.#pictureOf(value)}>`;
    const said = [...attributes]
      .filter(([attribute, text]) => !LEFT_OUT_ATTRIBUTE.test(attribute) && !isDefault(attribute, text))
      .map(([attribute, text]) => `${attribute}=${spelledValue(name, attribute, text)}`);
    const inside = this.#inside(element);
    return CONTAINERS.has(name) && inside === "" ? "" : `<${[name, ...said.sort()].join(" ")}>${inside}</>`;
  }

  /** Returns a digest of the picture of a bullet. */
  #pictureOf(id: string): string {
    const part = this.#part!;
    const pictures = elementsIn(this.#package.sharedTree(part)).filter(({ name }) => name === "w:numPicBullet");
    const picture = pictures.find(({ attributes }) => attributes.get("w:numPicBulletId") === id);
    const inside = picture === undefined ? [] : elementsIn(picture);
    return inside.map((element) => this.#package.digestWithin(part, element)).join(" ");
  }
}

const PICTURE = "w:lvlPicBulletId";
const definitionTexts = new WeakMap<StyleTable, WeakMap<Element, string>>();
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["w:nsid", "w:tmpl", "w:name", "w:abstractNumId", "w:styleLink", "w:numStyleLink", "w:lang", "w:noProof"],
]);
/** Newer programs write explicitly that a list does not restart after a section break, which is the default. */
function isDefault(attribute: string, text: string): boolean {
  return attribute.endsWith("restartNumberingAfterBreak") && ["0", "false", "off"].includes(text);
}

const LEFT_OUT_ATTRIBUTE = /^w:(?:tplc|tentative|rsid\w*|hint)$|durableId$/;
const STYLES: ReadonlySet<string> = new Set(["w:pStyle", "w:rStyle"]);
const CONTAINERS: ReadonlySet<string> = new Set(["w:rPr", "w:pPr"]);

/** Returns the id of the list that a style uses. */
function listOf(style: Element): string | undefined {
  const numPr = childNamed(childNamed(style, "w:pPr"), "w:numPr");
  return childNamed(numPr, "w:numId")?.attributes.get("w:val");
}

function byAttribute(elements: readonly Element[], name: string, attribute: string): Map<string, Element> {
  const named = elements.filter((element) => element.name === name);
  return new Map(named.map((element) => [element.attributes.get(attribute) ?? "", element]));
}

/** Caches digests of elements as they are written, because documents of a pair often share their definitions. */
const writtenDigests = new WeakMap<Element, string>();

/** Returns a digest of a definition or a list without its ids and references. */
function writtenDigest(element: Element): string {
  const known = writtenDigests.get(element);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(rawContents(element, LEFT_OUT)).digest("hex").slice(0, DIGEST_LENGTH);
  writtenDigests.set(element, digest);
  return digest;
}

/** Returns the number of an id in the order of first appearance. */
export function numberOf(numbers: Map<string, number>, id: string): number {
  const number = numbers.get(id) ?? numbers.size + 1;
  numbers.set(id, number);
  return number;
}
