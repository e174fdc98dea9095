// Reads bytes with libxml2. Returns the lines of the tree, or the errors if libxml2 refuses the bytes.
//
// libxml2 builds a document even if it reports a namespace error; the wrapper then refuses it, and so does this reader.
// The wrapper's classes have no siblings for instructions, so this reader calls the accessors of the class
// `XmlTreeNode`.

import {
  ParseOption,
  type XmlAttribute,
  XmlCData,
  XmlComment,
  XmlDocument,
  XmlElement,
  type XmlNode,
  XmlParseError,
  XmlText,
  XmlTreeNode,
} from "libxml2-wasm";
import { expandedName, type NodeVisitor, Reading } from "./reading.ts";

export type Libxml2Outcome =
  | { readonly lines: readonly string[]; readonly errors?: undefined }
  | { readonly lines?: undefined; readonly errors: readonly string[] };

/** Below this level, libxml2 only warns. */
const ERROR = 2;

/**
 * The ways in which a caller can change the reading: namespace addresses, attribute values, and the parser's option.
 * An undefined value leaves the attribute out.
 */
export interface Libxml2Options {
  readonly readUri?: (uri: string) => string;
  readonly readValue?: (element: XmlElement, name: string, value: string) => string | undefined;
  readonly option?: ParseOption;
}

export function readWithLibxml2(bytes: Uint8Array, options: Libxml2Options = {}): Libxml2Outcome {
  const reading = new Reading();
  const errors = visitWithLibxml2(bytes, reading, options);
  return errors === undefined ? { lines: reading.lines } : { errors };
}

/** Calls a visitor for every node in document order. Returns the errors if the bytes are refused. */
export function visitWithLibxml2(
  bytes: Uint8Array,
  visitor: NodeVisitor,
  options: Libxml2Options = {},
): readonly string[] | undefined {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, { option: options.option ?? ParseOption.XML_PARSE_DEFAULT });
  } catch (problem) {
    if (!(problem instanceof XmlParseError)) throw problem;
    return problem.details.filter(({ level }) => level >= ERROR).map(({ message }) => message.trim());
  }
  try {
    visitDocument(document, visitor, options);
  } finally {
    document.dispose();
  }
  return undefined;
}

function visitDocument(document: XmlDocument, visitor: NodeVisitor, options: Libxml2Options): void {
  let first: XmlNode = document.root;
  for (let before = siblingOf(first, "prev"); before !== null; before = siblingOf(first, "prev")) first = before;
  let node: XmlNode | null = first;
  while (node !== null) {
    enter(node, visitor, options);
    const child: XmlNode | null = node instanceof XmlElement ? node.firstChild : null;
    node = child ?? climb(node, visitor);
  }
}

/** Returns the next node in document order after a node without children. Ends every element that it leaves. */
function climb(leaf: XmlNode, visitor: NodeVisitor): XmlNode | null {
  let node: XmlNode | null = leaf;
  while (node !== null) {
    if (node instanceof XmlElement) visitor.end();
    const next = siblingOf(node, "next");
    if (next !== null) return next;
    node = node.parent;
  }
  return null;
}

function siblingOf(node: XmlNode, side: "next" | "prev"): XmlNode | null {
  return Reflect.get(XmlTreeNode.prototype, side, node) as XmlNode | null;
}

function enter(node: XmlNode, visitor: NodeVisitor, options: Libxml2Options): void {
  const { readUri = (uri) => uri, readValue = (_element, _name, value) => value } = options;
  const nameOf = (named: XmlElement | XmlAttribute) => expandedName(readUri(named.namespaceUri), named.name);
  if (node instanceof XmlElement) {
    const attributes = node.attrs.flatMap((attribute) => {
      const value = readValue(node, nameOf(attribute), attribute.value);
      return value === undefined ? [] : [[nameOf(attribute), value] as const];
    });
    visitor.element(nameOf(node), attributes);
  } else if (node instanceof XmlText || node instanceof XmlCData) visitor.text(node.content);
  else if (node instanceof XmlComment) visitor.comment(node.content);
  else visitor.instruction(`${node.eval("name()")}${node.content && ` ${node.content}`}`);
}
