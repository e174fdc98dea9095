// Reads the bytes of one part into a span tree, strictly, in one pass.
//
// Everything XML 1.0 and "Namespaces in XML" call an error is refused here, once, so that nothing
// behind this door has to ask again: tags that do not match, names and characters that are none,
// references to what is not defined, attributes given twice, prefixes nobody declared. A document
// type is refused whatever it says, and so is any encoding but UTF-8 (UTF-16 is transcoded before).
// Only the first tag of a kind costs thought: names are resolved once a scope, and only when the
// whole tag is read, because an element's own name may use what its last attribute declares.

import { Failure } from "../../failures/failure.ts";
import type { ReaderLimits } from "../limits.ts";
import {
  AMPERSAND,
  APOSTROPHE,
  BANG,
  BRACKET_CLOSE,
  DASH,
  EQUALS,
  GREATER,
  isSpace,
  LESS,
  QUESTION,
  QUOTE,
  RETURN,
  SLASH,
  TEXT_STOP,
} from "./characters.ts";
import { readDeclaration } from "./declaration.ts";
import { toUtf8 } from "./encoding.ts";
import { Lexer } from "./lexer.ts";
import type { Names } from "./names.ts";
import { ATTRIBUTE_USE, ELEMENT_USE, NameFault, type NameUse, QualifiedNames } from "./qualified-names.ts";
import { type Declaration, declarationFault, type Scope, Scopes } from "./scopes.ts";
import {
  ATTRIBUTE_NAME,
  ATTRIBUTE_SIZE,
  ATTRIBUTE_VALUE,
  ATTRIBUTES,
  CDATA,
  COMMENT,
  DOCUMENT,
  END,
  ESCAPED_TEXT,
  INSTRUCTION,
  NAME,
  NEXT,
  NODE_SIZE,
  PARENT,
  type SpanTree,
  START,
  TEXT,
} from "./span-tree.ts";
import { decodeRange, unescapeValue } from "./text.ts";

export interface ScanOptions {
  readonly names: Names;
  readonly limits: ReaderLimits;
  /** The part's name, for failures. */
  readonly part: string;
  /** What the bytes and the tree made of them may come to; no bound when left out. */
  readonly mostBytes?: number;
}

/** Parses a part. Throws a Failure that says which rule was broken and at which byte. */
export function scanXml(bytes: Uint8Array, options: ScanOptions): SpanTree {
  const { part, limits } = options;
  if (bytes.length > limits.xmlPartBytes)
    throw new Failure("EXPANDS_TOO_LARGE", "The part is over the size limit", { part });
  return new Scanner(new Lexer(toUtf8(bytes, part), part), options).scan();
}

/** Nodes in Word's XML are about 27 bytes apart, attributes about 40: a first guess that seldom has to grow. */
const BYTES_A_NODE = 24;
const BYTES_AN_ATTRIBUTE = 36;
const GROWTH = 1.5;
/** The document itself lies on the stack below the root element. */
const DOCUMENT_DEPTH = 1;

/** Columns of an attribute that is read but not yet resolved. */
const RAW_FROM = 0;
const RAW_TO = 1;
const RAW_HASH = 2;
const RAW_VALUE = 3;
const RAW_SIZE = 4;

class Scanner {
  readonly #lexer: Lexer;
  readonly #bytes: Uint8Array;
  readonly #options: ScanOptions;
  readonly #qualifiedNames: QualifiedNames;
  readonly #scopes: Scopes;
  readonly #scopeOf = new Map<number, Scope>();
  #nodes: Int32Array<ArrayBuffer>;
  #count = 0;
  #attributes: Int32Array<ArrayBuffer>;
  #attributeCount = 0;
  /** The open elements, outermost first. */
  readonly #open: Int32Array;
  #depth = 0;
  /** The scopes to return to, each with the depth at which it ends. */
  readonly #outerScopes: { readonly scope: Scope; readonly depth: number }[] = [];
  #scopeDepth = 0;
  /** The attributes of the tag that is being read. */
  #raw = new Int32Array(16 * RAW_SIZE);
  #rawCount = 0;
  #tagDeclares = false;
  /** By expanded attribute name: the last element that had it. */
  readonly #lastElementWith: number[] = [];

  constructor(lexer: Lexer, options: ScanOptions) {
    const { bytes } = lexer;
    this.#lexer = lexer;
    this.#bytes = bytes;
    this.#options = options;
    this.#scopes = new Scopes(options.names);
    this.#qualifiedNames = new QualifiedNames(bytes, options.names, this.#scopes.outermost);
    this.#nodes = new Int32Array((16 + Math.ceil(bytes.length / BYTES_A_NODE)) * NODE_SIZE);
    this.#attributes = new Int32Array((16 + Math.ceil(bytes.length / BYTES_AN_ATTRIBUTE)) * ATTRIBUTE_SIZE);
    this.#open = new Int32Array(options.limits.xmlDepth + DOCUMENT_DEPTH);
  }

  scan(): SpanTree {
    if (this.#lexer.end === 0) this.#lexer.fail("The part does not end with a tag", this.#bytes.length);
    const prolog = readDeclaration(this.#lexer);
    this.#push(this.#add(DOCUMENT, 0));
    const root = this.#outside(prolog);
    if (root >= this.#lexer.end) this.#lexer.fail("The part holds no element", root);
    const epilog = this.#outside(this.#content(this.#startTag(root)));
    if (epilog < this.#lexer.end) this.#lexer.fail("The part holds a second root element", epilog);
    this.#close(0, this.#bytes.length);
    return this.#tree();
  }

  #tree(): SpanTree {
    const count = this.#count;
    this.#add(DOCUMENT, this.#bytes.length);
    return {
      bytes: this.#bytes,
      nodes: fitted(this.#nodes, this.#count * NODE_SIZE),
      count,
      attributes: fitted(this.#attributes, this.#attributeCount * ATTRIBUTE_SIZE),
      qualifiedNames: this.#qualifiedNames,
      scopes: this.#scopeOf,
      names: this.#options.names,
    };
  }

  /** Comments, instructions and white space around the root element; gives the place of the next element's tag, or the end. */
  #outside(from: number): number {
    const bytes = this.#bytes;
    let at = this.#blank(from);
    while (at < this.#lexer.end) {
      if (bytes[at] !== LESS) this.#lexer.fail("Text stands outside the root element", at);
      if (bytes[at + 1] === QUESTION) at = this.#instruction(at);
      else if (bytes[at + 1] !== BANG) return at;
      else if (bytes[at + 2] === DASH) at = this.#commentOrCdata(at);
      else this.#lexer.fail("A document type, or text, stands outside the root element", at);
      at = this.#blank(at);
    }
    return at;
  }

  #blank(from: number): number {
    const end = this.#lexer.skipSpace(from);
    if (end > from) this.#leaf(ESCAPED_TEXT, from, end);
    return end;
  }

  /** Everything inside the root element, up to and with its end tag. */
  #content(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (this.#depth > DOCUMENT_DEPTH) {
      if (bytes[at] !== LESS) at = this.#text(at);
      else if (bytes[at + 1] === SLASH) at = this.#endTag(at);
      else if (bytes[at + 1] === BANG) at = this.#commentOrCdata(at);
      else if (bytes[at + 1] === QUESTION) at = this.#instruction(at);
      else at = this.#startTag(at);
    }
    return at;
  }

  #startTag(at: number): number {
    const nameEnd = this.#lexer.name(at + 1);
    const nameHash = this.#lexer.hash;
    const end = this.#readAttributes(nameEnd);
    const outerScope = this.#qualifiedNames.scope;
    if (this.#tagDeclares) this.#openScope();
    const node = this.#add(this.#resolve(at + 1, nameEnd, nameHash, ELEMENT_USE), at);
    if (this.#rawCount > 0) this.#keepAttributes(node);
    if (this.#bytes[end] === SLASH) {
      this.#qualifiedNames.scope = outerScope;
      this.#close(node, end + 2);
      return end + 2;
    }
    if (this.#qualifiedNames.scope !== outerScope) this.#outerScopes.push({ scope: outerScope, depth: this.#depth });
    if (this.#qualifiedNames.scope !== outerScope) this.#scopeDepth = this.#depth;
    this.#push(node);
    return end + 1;
  }

  /** Reads a tag's attributes into `#raw`; gives the place of its `>` or `/>`. */
  #readAttributes(nameEnd: number): number {
    const bytes = this.#bytes;
    const lexer = this.#lexer;
    this.#rawCount = 0;
    this.#tagDeclares = false;
    let at = nameEnd;
    for (;;) {
      const byte = bytes[at]!;
      if (byte === GREATER || (byte === SLASH && bytes[at + 1] === GREATER)) return at;
      if (!isSpace(byte)) lexer.fail("A tag holds what is no attribute", at);
      const from = lexer.skipSpace(at + 1);
      if (bytes[from] === GREATER || bytes[from] === SLASH) {
        at = from;
        continue;
      }
      const to = lexer.name(from);
      const value = bytes[to] === EQUALS && bytes[to + 1] === QUOTE ? to + 2 : this.#valueStart(to);
      this.#addRaw(from, to, value);
      at = lexer.value(value, bytes[value - 1]!) + 1;
    }
  }

  /** The first byte between the quotes, where white space stands around the equals sign. */
  #valueStart(nameEnd: number): number {
    const equals = this.#lexer.skipSpace(nameEnd);
    if (this.#bytes[equals] !== EQUALS) this.#lexer.fail("An attribute has no value", equals);
    const open = this.#lexer.skipSpace(equals + 1);
    const quote = this.#bytes[open];
    if (quote !== QUOTE && quote !== APOSTROPHE) this.#lexer.fail("An attribute's value is not quoted", open);
    return open + 1;
  }

  #addRaw(from: number, to: number, value: number): void {
    const raw = this.#rawCount * RAW_SIZE;
    if (raw === this.#raw.length) this.#raw = resized(this.#raw, raw * 2);
    this.#raw[raw + RAW_FROM] = from;
    this.#raw[raw + RAW_TO] = to;
    this.#raw[raw + RAW_HASH] = this.#lexer.hash;
    this.#raw[raw + RAW_VALUE] = value;
    this.#rawCount += 1;
    if (this.#bytes[from] === 0x78 && this.#isDeclaration(from, to)) this.#tagDeclares = true;
  }

  #isDeclaration(from: number, to: number): boolean {
    return to - from === "xmlns".length
      ? this.#lexer.startsWith(from, "xmlns")
      : this.#lexer.startsWith(from, "xmlns:");
  }

  #openScope(): void {
    const declarations: Declaration[] = [];
    for (let raw = 0; raw < this.#rawCount * RAW_SIZE; raw += RAW_SIZE) {
      const from = this.#raw[raw + RAW_FROM]!;
      const to = this.#raw[raw + RAW_TO]!;
      if (this.#isDeclaration(from, to)) declarations.push(this.#declaration(from, to, this.#raw[raw + RAW_VALUE]!));
    }
    this.#qualifiedNames.scope = this.#scopes.open(this.#qualifiedNames.scope, declarations);
    this.#scopeOf.set(this.#count, this.#qualifiedNames.scope);
  }

  #declaration(from: number, to: number, value: number): Declaration {
    const end = this.#bytes.indexOf(this.#bytes[value - 1]!, value);
    const declaration: Declaration = {
      prefix: decodeRange(this.#bytes, Math.min(from + "xmlns:".length, to), to),
      uri: unescapeValue(decodeRange(this.#bytes, value, end)),
    };
    const fault = declarationFault(declaration);
    if (fault !== undefined) this.#lexer.fail(fault, from);
    return declaration;
  }

  #keepAttributes(node: number): void {
    const count = this.#rawCount;
    if ((this.#attributeCount + count) * ATTRIBUTE_SIZE > this.#attributes.length) this.#growAttributes(count);
    let kept = this.#attributeCount * ATTRIBUTE_SIZE;
    for (let raw = 0; raw < count * RAW_SIZE; raw += RAW_SIZE) {
      const from = this.#raw[raw + RAW_FROM]!;
      const name = this.#resolve(from, this.#raw[raw + RAW_TO]!, this.#raw[raw + RAW_HASH]!, ATTRIBUTE_USE);
      const twin = this.#qualifiedNames.twin(name);
      if (this.#lastElementWith[twin] === node) this.#lexer.fail("An attribute is given twice", from);
      this.#lastElementWith[twin] = node;
      this.#attributes[kept + ATTRIBUTE_NAME] = name;
      this.#attributes[kept + ATTRIBUTE_VALUE] = this.#raw[raw + RAW_VALUE]!;
      kept += ATTRIBUTE_SIZE;
    }
    this.#attributeCount += count;
  }

  #resolve(from: number, to: number, hash: number, use: NameUse): number {
    try {
      return this.#qualifiedNames.find(from, to, hash, use);
    } catch (problem) {
      if (problem instanceof NameFault) this.#lexer.fail(problem.message, from);
      throw problem;
    }
  }

  #endTag(at: number): number {
    const bytes = this.#bytes;
    const node = this.#open[this.#depth - 1]!;
    const startTag = this.#nodes[node * NODE_SIZE + START]!;
    const length = this.#qualifiedNames.byteLength(this.#nodes[node * NODE_SIZE + NAME]!);
    for (let index = 1; index <= length; index += 1) {
      if (bytes[at + 1 + index] !== bytes[startTag + index])
        this.#lexer.fail("An end tag does not match its start tag", at);
    }
    const nameEnd = at + 2 + length;
    const end = bytes[nameEnd] === GREATER ? nameEnd : this.#lexer.skipSpace(nameEnd);
    if (bytes[end] !== GREATER) this.#lexer.fail("An end tag does not match its start tag", at);
    this.#depth -= 1;
    this.#close(node, end + 1);
    if (this.#depth === this.#scopeDepth) this.#leaveScope();
    return end + 1;
  }

  #leaveScope(): void {
    this.#qualifiedNames.scope = this.#outerScopes.pop()?.scope ?? this.#qualifiedNames.scope;
    this.#scopeDepth = this.#outerScopes.at(-1)?.depth ?? 0;
  }

  #text(from: number): number {
    const bytes = this.#bytes;
    let kind = TEXT;
    let at = from;
    for (;;) {
      while (TEXT_STOP[bytes[at]!] === 0) at += 1;
      const byte = bytes[at]!;
      if (byte === LESS) break;
      if (byte === AMPERSAND || byte === RETURN) kind = ESCAPED_TEXT;
      if (byte === GREATER) this.#refuseClosing(from, at);
      at = byte === AMPERSAND ? this.#lexer.reference(at) : this.#lexer.character(at);
    }
    this.#leaf(kind, from, at);
    return at;
  }

  /** A `>` in text is plain unless it ends `]]>`; the last one of all means that an element was never closed. */
  #refuseClosing(from: number, at: number): void {
    if (at + 1 >= this.#lexer.end) this.#lexer.fail("The part is cut short", at);
    const closesCdata =
      at - 2 >= from && this.#bytes[at - 1] === BRACKET_CLOSE && this.#bytes[at - 2] === BRACKET_CLOSE;
    if (closesCdata) this.#lexer.fail("Text holds the end of a CDATA section", at);
  }

  #commentOrCdata(at: number): number {
    if (this.#lexer.startsWith(at, "<!--")) return this.#comment(at);
    if (!this.#lexer.startsWith(at, "<![CDATA[")) this.#lexer.fail("A declaration stands where none may", at);
    const end = this.#lexer.runTo(at + "<![CDATA[".length, "]]>");
    this.#leaf(CDATA, at, end);
    return end;
  }

  #comment(at: number): number {
    const dashes = this.#lexer.runTo(at + "<!--".length, "--");
    if (dashes >= this.#lexer.end || this.#bytes[dashes] !== GREATER)
      this.#lexer.fail("A comment holds two dashes", dashes);
    this.#leaf(COMMENT, at, dashes + 1);
    return dashes + 1;
  }

  #instruction(at: number): number {
    const nameEnd = this.#lexer.name(at + 2);
    const name = decodeRange(this.#bytes, at + 2, nameEnd);
    if (name.includes(":") || /^xml$/i.test(name)) this.#lexer.fail("An instruction has a name none may have", at);
    const isSeparate = this.#lexer.startsWith(nameEnd, "?>") || isSpace(this.#bytes[nameEnd]!);
    if (!isSeparate) this.#lexer.fail("An instruction's name runs into its text", nameEnd);
    const end = this.#lexer.runTo(nameEnd, "?>");
    this.#leaf(INSTRUCTION, at, end);
    return end;
  }

  #add(name: number, start: number): number {
    const node = this.#count;
    const record = node * NODE_SIZE;
    if (record === this.#nodes.length) this.#growNodes();
    this.#nodes[record + START] = start;
    this.#nodes[record + PARENT] = this.#depth === 0 ? -1 : this.#open[this.#depth - 1]!;
    this.#nodes[record + NAME] = name;
    this.#nodes[record + ATTRIBUTES] = this.#attributeCount;
    this.#count = node + 1;
    return node;
  }

  #leaf(kind: number, start: number, end: number): void {
    this.#close(this.#add(kind, start), end);
  }

  #close(node: number, end: number): void {
    this.#nodes[node * NODE_SIZE + END] = end;
    this.#nodes[node * NODE_SIZE + NEXT] = this.#count;
  }

  #push(node: number): void {
    if (this.#depth === this.#open.length)
      this.#lexer.fail("Elements are nested too deep", this.#nodes[node * NODE_SIZE + START]!);
    this.#open[this.#depth] = node;
    this.#depth += 1;
  }

  #growNodes(): void {
    this.#refuseBomb();
    this.#nodes = resized(this.#nodes, Math.ceil(this.#count * GROWTH + 16) * NODE_SIZE);
  }

  #growAttributes(more: number): void {
    this.#refuseBomb();
    this.#attributes = resized(
      this.#attributes,
      Math.ceil((this.#attributeCount + more) * GROWTH + 16) * ATTRIBUTE_SIZE,
    );
  }

  /** Markup can be a bomb without being many bytes: a tree of three million empty paragraphs. */
  #refuseBomb(): void {
    const { mostBytes = Number.POSITIVE_INFINITY, part } = this.#options;
    const records = this.#count * NODE_SIZE + this.#attributeCount * ATTRIBUTE_SIZE;
    const total = this.#bytes.length + records * Int32Array.BYTES_PER_ELEMENT;
    if (total > mostBytes) throw new Failure("EXPANDS_TOO_LARGE", "The part's tree expands too far", { part });
  }
}

/** Trims what was grown far past its need; a guess that fitted is kept, for a copy costs more than the pages nobody touched. */
function fitted(records: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return records.length > length * GROWTH ? resized(records, length) : records;
}

function resized(records: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(records.buffer.transfer(length * Int32Array.BYTES_PER_ELEMENT));
}
