// Reads the bytes of one part into a span tree, strictly and in one pass.
//
// The scanner refuses everything that XML 1.0 and "Namespaces in XML" call an error, so later code does not check again:
// - tags that do not match, invalid names and characters, references to undefined entities
// - repeated attributes, undeclared prefixes
// - any document type, and any encoding except UTF-8 (`encoding.ts` converts UTF-16 before)
// Names are resolved once per scope. The scanner resolves them after the whole tag, because the last attribute may declare the
// prefix of the element.

import { Failure } from "../../../failures/failure.ts";
import type { ReaderLimits } from "../../limits.ts";
import { MC, type Names } from "../names.ts";
import { ATTRIBUTE_USE, ELEMENT_USE, NameFault, type NameUse, QualifiedNames } from "../qualified-names.ts";
import { type Declaration, declarationFault, type Scope, Scopes } from "../scopes.ts";
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
} from "../span-tree.ts";
import { decodeRange, unescapeValue } from "../text.ts";
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
import { scanRegular } from "./scan-regular.ts";
import { DOCUMENT_DEPTH, fitted, grownFor, newState, recordBytes, resized, type ScanState } from "./scan-state.ts";

export interface ScanOptions {
  readonly names: Names;
  readonly limits: ReaderLimits;
  /** Name of the part, for failures. */
  readonly part: string;
  /** Maximum bytes of the part and its tree together. Undefined means no limit. */
  readonly mostBytes?: number;
}

/** Parses a part. Throws a Failure with the broken rule and its byte offset. */
export function scanXml(bytes: Uint8Array, options: ScanOptions): SpanTree {
  const { part, limits } = options;
  if (bytes.length > limits.xmlPartBytes)
    throw new Failure("EXPANDS_TOO_LARGE", "The part is over the size limit", { part });
  return new Scanner(new Lexer(toUtf8(bytes, part), part), options).scan();
}

/** Columns of an attribute that is read but not resolved. */
const RAW_FROM = 0;
const RAW_TO = 1;
const RAW_HASH = 2;
const RAW_VALUE = 3;
const RAW_SIZE = 4;

class Scanner {
  readonly #lexer: Lexer;
  readonly #bytes: Uint8Array;
  readonly #options: ScanOptions;
  readonly #state: ScanState;
  readonly #names: QualifiedNames;
  readonly #scopes: Scopes;
  readonly #scopeOf = new Map<number, Scope>();
  readonly #ignoring = new Set<number>();
  /** Outer scopes to return to, each with the depth at which its inner scope ends. */
  readonly #outerScopes: { readonly scope: Scope; readonly depth: number }[] = [];
  /** Attributes of the current tag. */
  #raw = new Int32Array(16 * RAW_SIZE);
  #rawCount = 0;
  #tagDeclares = false;

  constructor(lexer: Lexer, options: ScanOptions) {
    this.#lexer = lexer;
    this.#bytes = lexer.bytes;
    this.#options = options;
    this.#scopes = new Scopes(options.names);
    this.#names = new QualifiedNames(lexer.bytes, options.names, this.#scopes.outermost);
    this.#state = newState(lexer.bytes, this.#names, options.limits.xmlDepth);
  }

  scan(): SpanTree {
    if (this.#lexer.end === 0) this.#lexer.fail("The part does not end with a tag", this.#bytes.length);
    const prolog = readDeclaration(this.#lexer);
    this.#push(this.#add(DOCUMENT, 0));
    const root = this.#outside(prolog);
    if (root >= this.#lexer.end) this.#lexer.fail("The part contains no element", root);
    const epilog = this.#outside(this.#content(this.#startTag(root)));
    if (epilog < this.#lexer.end) this.#lexer.fail("The part contains a second root element", epilog);
    this.#close(0, this.#bytes.length);
    return this.#tree();
  }

  #tree(): SpanTree {
    const { count, attributeCount } = this.#state;
    this.#add(DOCUMENT, this.#bytes.length);
    return {
      bytes: this.#bytes,
      nodes: fitted(this.#state.nodes, (count + 1) * NODE_SIZE),
      count,
      attributes: fitted(this.#state.attributes, attributeCount * ATTRIBUTE_SIZE),
      qualifiedNames: this.#names,
      scopes: this.#scopeOf,
      ignoring: this.#ignoring,
      names: this.#options.names,
    };
  }

  /**
   * Reads comments, instructions and white space outside the root element. Returns the offset of the next element's tag, or the
   * end.
   */
  #outside(from: number): number {
    const bytes = this.#bytes;
    let at = this.#blank(from);
    while (at < this.#lexer.end) {
      if (bytes[at] !== LESS) this.#lexer.fail("Text is not allowed outside the root element", at);
      if (bytes[at + 1] === QUESTION) at = this.#instruction(at);
      else if (bytes[at + 1] !== BANG) return at;
      else if (bytes[at + 2] === DASH) at = this.#commentOrCdata(at);
      else this.#lexer.fail("A document type or text is not allowed outside the root element", at);
      at = this.#blank(at);
    }
    return at;
  }

  #blank(from: number): number {
    const end = this.#lexer.skipSpace(from);
    if (end > from) this.#leaf(ESCAPED_TEXT, from, end);
    return end;
  }

  /** Reads everything inside the root element, including its end tag. */
  #content(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (this.#state.depth > DOCUMENT_DEPTH) {
      at = scanRegular(this.#state, at);
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
    const outerScope = this.#names.scope;
    if (this.#tagDeclares) this.#openScope();
    const node = this.#add(this.#resolve(at + 1, nameEnd, nameHash, ELEMENT_USE), at);
    if (this.#rawCount > 0) this.#keepAttributes();
    if (this.#bytes[end] === SLASH) {
      this.#names.scope = outerScope;
      this.#close(node, end + 2);
      return end + 2;
    }
    if (this.#names.scope !== outerScope) this.#leaveLater(outerScope);
    this.#push(node);
    return end + 1;
  }

  /** Reads the attributes of a tag into `#raw`. Returns the offset of its `>` or `/>`. */
  #readAttributes(nameEnd: number): number {
    const bytes = this.#bytes;
    const lexer = this.#lexer;
    this.#rawCount = 0;
    this.#tagDeclares = false;
    let at = nameEnd;
    for (;;) {
      const byte = bytes[at]!;
      if (byte === GREATER || (byte === SLASH && bytes[at + 1] === GREATER)) return at;
      if (!isSpace(byte)) lexer.fail("A tag contains something that is not an attribute", at);
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

  /** Returns the offset after the opening quote of either kind. White space may surround the equals sign. */
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
    this.#names.scope = this.#scopes.open(this.#names.scope, declarations);
    this.#scopeOf.set(this.#state.count, this.#names.scope);
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

  #keepAttributes(): void {
    const state = this.#state;
    const count = this.#rawCount;
    if ((state.attributeCount + count) * ATTRIBUTE_SIZE > state.attributes.length) this.#growAttributes(count);
    const marked = new Set<number>();
    for (let raw = 0; raw < count * RAW_SIZE; raw += RAW_SIZE) {
      const from = this.#raw[raw + RAW_FROM]!;
      const name = this.#resolve(from, this.#raw[raw + RAW_TO]!, this.#raw[raw + RAW_HASH]!, ATTRIBUTE_USE);
      if (this.#names.name(name) === MC.Ignorable) this.#ignoring.add(state.count - 1);
      const twin = this.#names.twin(name);
      if (marked.has(twin)) this.#lexer.fail("An attribute is given twice", from);
      marked.add(twin);
      const kept = state.attributeCount * ATTRIBUTE_SIZE;
      state.attributes[kept + ATTRIBUTE_NAME] = name;
      state.attributes[kept + ATTRIBUTE_VALUE] = this.#raw[raw + RAW_VALUE]!;
      state.attributeCount += 1;
    }
  }

  #resolve(from: number, to: number, hash: number, use: NameUse): number {
    try {
      return this.#names.find(from, to, hash, use);
    } catch (problem) {
      if (problem instanceof NameFault) this.#lexer.fail(problem.message, from);
      throw problem;
    }
  }

  #endTag(at: number): number {
    const bytes = this.#bytes;
    const { nodes, open } = this.#state;
    const node = open[this.#state.depth - 1]!;
    const startTag = nodes[node * NODE_SIZE + START]!;
    const length = this.#names.byteLength(nodes[node * NODE_SIZE + NAME]!);
    for (let index = 1; index <= length; index += 1) {
      if (bytes[at + 1 + index] !== bytes[startTag + index])
        this.#lexer.fail("An end tag does not match its start tag", at);
    }
    const end = this.#lexer.skipSpace(at + 2 + length);
    if (bytes[end] !== GREATER) this.#lexer.fail("An end tag does not match its start tag", at);
    this.#state.depth -= 1;
    this.#close(node, end + 1);
    if (this.#state.depth === this.#state.scopeDepth) this.#leaveScope();
    return end + 1;
  }

  #leaveLater(outerScope: Scope): void {
    this.#outerScopes.push({ scope: outerScope, depth: this.#state.depth });
    this.#state.scopeDepth = this.#state.depth;
  }

  #leaveScope(): void {
    this.#names.scope = this.#outerScopes.pop()?.scope ?? this.#names.scope;
    this.#state.scopeDepth = this.#outerScopes.at(-1)?.depth ?? 0;
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

  /**
   * Throws a Failure if a `>` in text ends `]]>`, or is the last byte of markup. The latter means that an element is not
   * closed.
   */
  #refuseClosing(from: number, at: number): void {
    if (at + 1 >= this.#lexer.end) this.#lexer.fail("The part is cut short", at);
    const closesCdata =
      at - 2 >= from && this.#bytes[at - 1] === BRACKET_CLOSE && this.#bytes[at - 2] === BRACKET_CLOSE;
    if (closesCdata) this.#lexer.fail("Text contains the end of a CDATA section", at);
  }

  #commentOrCdata(at: number): number {
    if (this.#lexer.startsWith(at, "<!--")) return this.#comment(at);
    if (!this.#lexer.startsWith(at, "<![CDATA[")) this.#lexer.fail("A declaration is not allowed here", at);
    const end = this.#lexer.runTo(at + "<![CDATA[".length, "]]>");
    this.#leaf(CDATA, at, end);
    return end;
  }

  #comment(at: number): number {
    const dashes = this.#lexer.runTo(at + "<!--".length, "--");
    if (dashes >= this.#lexer.end || this.#bytes[dashes] !== GREATER)
      this.#lexer.fail("A comment contains two dashes", dashes);
    this.#leaf(COMMENT, at, dashes + 1);
    return dashes + 1;
  }

  #instruction(at: number): number {
    const nameEnd = this.#lexer.name(at + 2);
    const name = decodeRange(this.#bytes, at + 2, nameEnd);
    if (name.includes(":") || /^xml$/i.test(name)) this.#lexer.fail("A processing instruction has a reserved name", at);
    const isSeparate = this.#lexer.startsWith(nameEnd, "?>") || isSpace(this.#bytes[nameEnd]!);
    if (!isSeparate) this.#lexer.fail("A processing instruction has no space after its name", nameEnd);
    const end = this.#lexer.runTo(nameEnd, "?>");
    this.#leaf(INSTRUCTION, at, end);
    return end;
  }

  #add(name: number, start: number): number {
    const state = this.#state;
    const node = state.count;
    if ((node + 1) * NODE_SIZE > state.nodes.length) this.#growNodes();
    const record = node * NODE_SIZE;
    state.nodes[record + START] = start;
    state.nodes[record + PARENT] = state.depth === 0 ? -1 : state.open[state.depth - 1]!;
    state.nodes[record + NAME] = name;
    state.nodes[record + ATTRIBUTES] = state.attributeCount;
    state.count = node + 1;
    return node;
  }

  #leaf(kind: number, start: number, end: number): void {
    this.#close(this.#add(kind, start), end);
  }

  #close(node: number, end: number): void {
    this.#state.nodes[node * NODE_SIZE + END] = end;
    this.#state.nodes[node * NODE_SIZE + NEXT] = this.#state.count;
  }

  #push(node: number): void {
    const { open, depth, nodes } = this.#state;
    if (depth === open.length) this.#lexer.fail("Elements are nested too deep", nodes[node * NODE_SIZE + START]!);
    open[depth] = node;
    this.#state.depth = depth + 1;
  }

  #growNodes(): void {
    this.#refuseBomb();
    this.#state.nodes = grownFor(this.#state.nodes, this.#state.count, NODE_SIZE);
  }

  #growAttributes(more: number): void {
    this.#refuseBomb();
    this.#state.attributes = grownFor(this.#state.attributes, this.#state.attributeCount + more, ATTRIBUTE_SIZE);
  }

  /**
   * Throws a Failure if bytes and records exceed `mostBytes`. A small part can become a large tree, for example three million
   * empty paragraphs.
   */
  #refuseBomb(): void {
    const { mostBytes = Number.POSITIVE_INFINITY, part } = this.#options;
    const total = this.#bytes.length + recordBytes(this.#state);
    if (total > mostBytes) throw new Failure("EXPANDS_TOO_LARGE", "The part is too large when it is parsed", { part });
  }
}
