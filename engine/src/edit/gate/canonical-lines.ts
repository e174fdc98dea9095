// Reads a part as lines that do not depend on how its runs are cut (EDT-101).
//
// There is one line for each paragraph, and for the beginning and end of each table, row, cell and control. Each
// character carries its properties and all elements around it, without the ids of tracked changes. Two neighbouring
// runs or wrappers with equal properties therefore read as one. A simple field reads as the equal complex field.

import { EDITING_TRACES, W } from "../../document/word-names.ts";
import { type NameId, XML } from "../../ooxml/xml/names.ts";
import { NO_NAME, NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { REVISION_NAMES } from "../../revisions/revision.ts";

export interface LineReading {
  readonly tree: Tree;
  /** True if a node is not read: its node number is used as its line. */
  isKnown(node: NodeId): boolean;
  /** True if a node is read as absent. */
  isIgnored(node: NodeId): boolean;
  /** Returns the code of a link that is read as the equal field; undefined for any other link. */
  linkCode?(link: NodeId): string | undefined;
}

export type CanonicalLine = string | NodeId;

/** Returns the lines below a node. */
export function linesBelow(reading: LineReading, node: NodeId): CanonicalLine[] {
  const lines: CanonicalLine[] = [];
  addLines(reading, node, lines);
  return lines;
}

// policy: the gate reads by itself, so that no mistake of the grammar is shared
const HOLDERS: ReadonlySet<NameId> = new Set([
  W.body,
  W.tbl,
  W.tr,
  W.tc,
  W.sdt,
  W.sdtContent,
  W.customXml,
  W.footnote,
  W.endnote,
  W.ins,
  W.del,
  W.moveFrom,
  W.moveTo,
]);

function addLines(reading: LineReading, node: NodeId, lines: CanonicalLine[]): void {
  const { tree } = reading;
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    const name = tree.name(child);
    if (name === NO_NAME || SKIPPED.has(name) || reading.isIgnored(child)) continue;
    if (reading.isKnown(child)) lines.push(child);
    else if (name === W.p) lines.push(paragraphLine(reading, child));
    else if (HOLDERS.has(name)) {
      lines.push(`<${startOf(tree, child)}`);
      addLines(reading, child, lines);
      lines.push(">");
    } else {
      const line = serialize(reading, child);
      if (line !== "") lines.push(line);
    }
  }
}

/**
 * Elements that Word writes for itself, marks of ranges, which follow their text when it moves, and bindings of controls.
 * None of these is tracked.
 */
// policy: the gate reads by itself, so that no mistake of the grammar is shared
const SKIPPED: ReadonlySet<NameId> = new Set([
  W.proofErr,
  W.lastRenderedPageBreak,
  W.bookmarkStart,
  W.bookmarkEnd,
  W.commentRangeStart,
  W.commentRangeEnd,
  W.commentReference,
  W.moveFromRangeStart,
  W.moveFromRangeEnd,
  W.moveToRangeStart,
  W.moveToRangeEnd,
  W.dataBinding,
]);
// policy: the gate reads by itself, so that no mistake of the grammar is shared
const EMPTY_PROPERTIES: ReadonlySet<NameId> = new Set([W.pPr, W.rPr, W.trPr, W.tcPr]);
/** Properties whose order has no meaning. */
const UNORDERED: ReadonlySet<NameId> = new Set([...EMPTY_PROPERTIES, W.sectPr]);
const UNSAID: ReadonlySet<NameId> = new Set([
  ...EDITING_TRACES,
  // A request to compute a field again is never tracked (EDT-90).
  W.dirty,
  XML.space,
]);

function startOf(tree: Tree, node: NodeId): string {
  const name = tree.name(node);
  const said = tree
    .attributes(node)
    .filter((one) => !UNSAID.has(one.name) && !(one.name === W.id && REVISION_NAMES.has(name)));
  return [name, ...said.map((one) => `${one.name}=${one.value}`)].join(" ");
}

/** Returns a node with its content as text; an empty string for NONE and for empty properties. */
function serialize(reading: LineReading, node: NodeId): string {
  const { tree } = reading;
  if (node === NONE) return "";
  if (!tree.isElement(node)) return tree.text(node).trim();
  const children = tree
    .children(node)
    .filter((child) => !reading.isIgnored(child) && !SKIPPED.has(tree.name(child)))
    .map((child) => serialize(reading, child));
  // Some programs write properties in an order of their own. They are written back in the order of the schema.
  const inside = (UNORDERED.has(tree.name(node)) ? children.sort() : children).join("");
  return inside === "" && EMPTY_PROPERTIES.has(tree.name(node)) ? "" : `(${startOf(tree, node)}${inside})`;
}

interface Token {
  /** The elements around it, and its properties. */
  readonly key: string;
  text: string;
}

function paragraphLine(reading: LineReading, paragraph: NodeId): string {
  const { tree } = reading;
  const properties = tree.child(paragraph, W.pPr);
  const tokens: Token[] = [];
  addTokens(reading, paragraph, { key: "", tokens });
  // The ids of a paragraph are left out, because it does not matter which of two joined paragraphs keeps its id.
  const said = properties !== NONE && reading.isKnown(properties) ? `=${properties}` : serialize(reading, properties);
  return `${W.p} ${said} ${tokens.map(({ key, text }) => `[${key}|${text}]`).join("")}`;
}

interface TokenPlace {
  readonly key: string;
  readonly tokens: Token[];
}

function addTokens(reading: LineReading, node: NodeId, place: TokenPlace): void {
  const { tree } = reading;
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    const name = tree.name(child);
    if (!tree.isElement(child) || name === W.pPr || SKIPPED.has(name) || reading.isIgnored(child)) continue;
    if (reading.isKnown(child)) addToken(place.tokens, { key: place.key, text: `=${child}` });
    else if (name === W.r) addRun(reading, child, place);
    else if (name === W.fldSimple) addField(reading, child, { ...place, code: tree.attribute(child, W.instr) ?? "" });
    else if (name === W.hyperlink && reading.linkCode?.(child) !== undefined)
      addField(reading, child, { ...place, code: reading.linkCode(child)! });
    else if (CONTAINERS.has(name)) addTokens(reading, child, { ...place, key: `${place.key}/${startOf(tree, child)}` });
    else addToken(place.tokens, { key: place.key, text: serialize(reading, child) });
  }
}

// policy: the gate reads by itself, so that no mistake of the grammar is shared
const CONTAINERS: ReadonlySet<NameId> = new Set([
  W.ins,
  W.del,
  W.moveFrom,
  W.moveTo,
  W.hyperlink,
  W.sdt,
  W.sdtContent,
  W.smartTag,
  W.customXml,
  W.dir,
  W.bdo,
]);

function addRun(reading: LineReading, run: NodeId, { key, tokens }: TokenPlace): void {
  const { tree } = reading;
  const look = serialize(reading, tree.child(run, W.rPr));
  for (const child of tree.children(run)) {
    const name = tree.name(child);
    if (!tree.isElement(child) || name === W.rPr || SKIPPED.has(name) || reading.isIgnored(child)) continue;
    if (name === W.ruby) {
      addRuby(reading, child, { key: `${key} ${look}`, tokens });
      continue;
    }
    const text = CHARACTERS.has(name) ? `${name}:${nodeText(tree, child)}` : serialize(reading, child);
    addToken(tokens, { key: `${key} ${look}`, text });
  }
}

/** Adds text with a reading aid. The text is in runs of its own. */
function addRuby(reading: LineReading, ruby: NodeId, { key, tokens }: TokenPlace): void {
  const { tree } = reading;
  const aid = [W.rubyPr, W.rt].map((name) => serialize(reading, tree.child(ruby, name))).join("");
  const text = tree.child(ruby, W.rubyBase);
  if (text === NONE) addToken(tokens, { key, text: aid });
  else addTokens(reading, text, { key: `${key}/${aid}`, tokens });
}

// policy: the gate reads by itself, so that no mistake of the grammar is shared
const CHARACTERS: ReadonlySet<NameId> = new Set([W.t, W.delText, W.instrText, W.delInstrText]);

function nodeText(tree: Tree, node: NodeId): string {
  return tree
    .children(node)
    .map((child) => tree.text(child))
    .join("");
}

/** Adds a token. Adjacent characters of one kind with equal properties are one token. */
function addToken(tokens: Token[], token: Token): void {
  const last = tokens.at(-1);
  const kind = /^\d+:/.exec(token.text)?.[0];
  if (last?.key === token.key && kind !== undefined && last.text.startsWith(kind)) {
    last.text += token.text.slice(kind.length);
  } else tokens.push({ ...token });
}

/** Adds a field as the marks and the code of a complex field. */
function addField(
  reading: LineReading,
  field: NodeId,
  { code, ...place }: TokenPlace & { readonly code: string },
): void {
  const mark = (type: string) => ({ key: `${place.key} `, text: `(${W.fldChar} ${W.fldCharType}=${type})` });
  addToken(place.tokens, mark("begin"));
  addToken(place.tokens, { key: `${place.key} `, text: `${W.instrText}:${code}` });
  addToken(place.tokens, mark("separate"));
  addTokens(reading, field, place);
  addToken(place.tokens, mark("end"));
}
