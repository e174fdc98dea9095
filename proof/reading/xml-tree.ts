// Reads a part as a plain tree, parsed by libxml2, to judge with another parser than the engine's.
//
// The tree is copied from libxml2 at once, because every access crosses into its own memory. Names get the usual
// prefixes of the format, whatever the part declares, so that both dialects read alike. Alternate content is resolved:
// the tree has only the chosen branch.

import { ParseOption, type XmlAttribute, XmlCData, XmlDocument, XmlElement, XmlText, XmlTreeNode } from "libxml2-wasm";

export interface Element {
  /** A name such as `w:p`; for a namespace without a prefix here, `{uri}name`. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (Element | string)[];
}

const OPEN_XML = "^http://(?:schemas\\.openxmlformats\\.org|purl\\.oclc\\.org/ooxml)";
const PREFIXES: readonly (readonly [prefix: string, uri: RegExp])[] = [
  ["w", new RegExp(`${OPEN_XML}/wordprocessingml/(?:2006/)?main$`)],
  ["r", new RegExp(`${OPEN_XML}/officeDocument/(?:2006/)?relationships$`)],
  ["m", new RegExp(`${OPEN_XML}/officeDocument/(?:2006/)?math$`)],
  ["a", new RegExp(`${OPEN_XML}/drawingml/(?:2006/)?main$`)],
  ["dgm", new RegExp(`${OPEN_XML}/drawingml/(?:2006/)?diagram$`)],
  ["c", new RegExp(`${OPEN_XML}/drawingml/(?:2006/)?chart$`)],
  ["mc", /^http:\/\/schemas\.openxmlformats\.org\/markup-compatibility\/2006$/],
  ["rel", /^http:\/\/schemas\.openxmlformats\.org\/package\/2006\/relationships$/],
  ["ct", /^http:\/\/schemas\.openxmlformats\.org\/package\/2006\/content-types$/],
  ["v", /^urn:schemas-microsoft-com:vml$/],
  ["o", /^urn:schemas-microsoft-com:office:office$/],
  ["w14", /^http:\/\/schemas\.microsoft\.com\/office\/word\/2010\/wordml$/],
  ["xml", /^http:\/\/www\.w3\.org\/XML\/1998\/namespace$/],
];

/** The namespaces for which a choice is taken, because Word understands them. */
const UNDERSTOOD =
  /^(?:http:\/\/schemas\.(?:openxmlformats\.org|microsoft\.com)\/|http:\/\/purl\.oclc\.org\/ooxml\/|urn:schemas-microsoft-com:)/;

/** Returns the tree of a part. Throws libxml2's error if the part is not XML. */
export function readXmlTree(bytes: Uint8Array): Element {
  const document = XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_HUGE });
  try {
    return copyElement(document.root);
  } finally {
    document.dispose();
  }
}

export function elementsIn({ children }: Element): Element[] {
  return children.filter((child) => typeof child !== "string");
}

export function childNamed(element: Element | undefined, name: string): Element | undefined {
  if (element === undefined) return undefined;
  for (const child of element.children) if (typeof child !== "string" && child.name === name) return child;
  return undefined;
}

/** Returns the characters that are direct children of an element. */
export function textOf({ children }: Element): string {
  return children.filter((child) => typeof child === "string").join("");
}

/** Yields the element and all its descendants in document order. */
export function* descendantsOf(element: Element): Generator<Element> {
  yield element;
  for (const child of elementsIn(element)) yield* descendantsOf(child);
}

function copyElement(element: XmlElement): Element {
  return {
    name: nameOf(element),
    attributes: new Map(element.attrs.map((attribute) => [nameOf(attribute), attribute.value])),
    children: copyChildren(element),
  };
}

function copyChildren(element: XmlElement): (Element | string)[] {
  const copies: (Element | string)[] = [];
  for (let node = element.firstChild; node !== null; node = nextOf(node)) {
    if (node instanceof XmlText || node instanceof XmlCData) copies.push(node.content);
    else if (!(node instanceof XmlElement)) continue;
    else if (node.name === "AlternateContent" && nameOf(node) === "mc:AlternateContent") {
      copies.push(...chosenBranch(node));
    } else if (node.name !== UNREAD) copies.push(copyElement(node));
  }
  return copies;
}

/** Word's list of the styles it could show: long, in nearly every document, and without content. */
const UNREAD = "latentStyles";

type AnyNode = NonNullable<XmlElement["firstChild"]>;

/** The wrapper's classes have no siblings for instructions, so this calls the accessor of the class `XmlTreeNode`. */
function nextOf(node: AnyNode): AnyNode | null {
  return Reflect.get(XmlTreeNode.prototype, "next", node) as AnyNode | null;
}

/** Returns the content of the first choice that is understood, otherwise of the fallback. */
function chosenBranch(alternatives: XmlElement): (Element | string)[] {
  for (let node = alternatives.firstChild; node !== null; node = nextOf(node)) {
    if (!(node instanceof XmlElement)) continue;
    const name = nameOf(node);
    if (name === "mc:Fallback" || (name === "mc:Choice" && isUnderstood(node))) return copyChildren(node);
  }
  return [];
}

function isUnderstood(choice: XmlElement): boolean {
  const prefixes = (choice.attr("Requires")?.value ?? "").split(/\s+/).filter((prefix) => prefix !== "");
  return prefixes.every((prefix) => UNDERSTOOD.test(choice.namespaceForPrefix(prefix) ?? ""));
}

const knownPrefixes = new Map<string, string>([["", ""]]);

function nameOf({ namespaceUri, name }: XmlElement | XmlAttribute): string {
  let prefix = knownPrefixes.get(namespaceUri);
  if (prefix === undefined) {
    const known = PREFIXES.find(([, uri]) => uri.test(namespaceUri))?.[0];
    prefix = known === undefined ? `{${namespaceUri}}` : `${known}:`;
    knownPrefixes.set(namespaceUri, prefix);
  }
  return prefix + name;
}
