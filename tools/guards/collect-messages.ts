// Collects the sentences of ours that people meet: every text of the product's source that reads as prose.
//
// Everything is a message unless this file says why not: texts of tests, invariants that only a fault shows, keys, XML
// and SQL. A new place that speaks to people is therefore collected without being named anywhere.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./source-files.ts";
import { childrenOf, isNode, parseSource, type SyntaxNode } from "./syntax-tree.ts";

export interface Message {
  /** The file that says it, relative to the root. */
  readonly place: string;
  /** The code that it is said with; without one the names that lead to it, such as `settings.port.meaning`. */
  readonly code: string;
  /** On one line; what is filled in stands in braces. */
  readonly text: string;
}

const sources = "{engine,service,clients/cli}/src/**/*.ts";
const topics = "service/src/reference/*.md";
const ofTests = /\.(?:test|service|contract)\.ts$|\/testing\//;
/** These work on documents and hold names of elements, styles and numerals. */
const withoutWords = /^engine\/src\/(?:align|compare|revisions|create\/default|document\/lists\/number-formats)/;

/** Every message below `root`, by place, in the order of the source. */
export function collectMessages(root: string): Message[] {
  const read = (place: string) => readFileSync(join(root, place), "utf8");
  const spoken = listFiles(root, sources).filter((place) => !ofTests.test(place) && !withoutWords.test(place));
  return [
    ...spoken.flatMap((place) => messagesOf(place, read(place))),
    ...listFiles(root, topics).flatMap((place) => paragraphs(read(place), { place, code: "topic" })),
  ];
}

/** The messages of one source file. */
export function messagesOf(place: string, source: string): Message[] {
  const file = parseSource(place, source);
  if (file === undefined) return [];
  return [...textsIn(file.module, { place, names: [] })];
}

/** A long text is a message for each of its paragraphs; examples are none. */
function paragraphs(text: string, { place, code }: Pick<Message, "place" | "code">): Message[] {
  return text
    .replaceAll(/```[\s\S]*?```/g, "")
    .split("\n\n")
    .map((part) => ({ place, code, text: part.replaceAll(/\s+/g, " ").trim() }))
    .filter((message) => isProse(message.text));
}

/** Text with two words of its own, or a sentence of one; no markup and no query. */
function isProse(text: string): boolean {
  const own = text.replaceAll(/\{[\w…]*\}/g, "");
  const words = own.match(/[A-Za-z]{2,}/g) ?? [];
  if (/\p{Cc}/u.test(text) || !own.includes(" ") || words.length < (/[a-z]\.$/.test(own) ? 1 : 2)) return false;
  return !/^[<^]|<\/?\w+:|^(?:select|insert into|delete from|grant|listen|create table) /.test(text);
}

/** Where a text stands. */
interface Around {
  readonly place: string;
  /** Of the functions, constants and properties around it. */
  readonly names: readonly string[];
  readonly code?: string;
}

function* textsIn(node: SyntaxNode, around: Around): Generator<Message> {
  if (isSilent(node, around.place)) return;
  const text = textOf(node);
  const code = around.code ?? around.names.slice(-3).join(".");
  if (text !== undefined) yield* paragraphs(text, { place: around.place, code });
  const inner = within(node, around);
  for (const { child, field } of childrenOf(node)) if (field !== "key") yield* textsIn(child, inner);
}

const silentNodes = new Set([
  "ImportDeclaration",
  "TsLiteralType",
  "TaggedTemplateExpression",
  "TsTypeAliasDeclaration",
]);
/** Calls whose texts are invariants, keys, names or queries; a comparison is none of our words either. */
const silentCalls = new Set(
  "ensure get set has add delete split query includes startsWith endsWith update from makeField graftSnippet styleLayers".split(
    " ",
  ),
);
/** Errors are faults of ours, which are reported by their place, except where a setting or a store is at fault. */
const shownErrors = /\/(?:config|setting|open-store|data-keys|probe|system-call-filter|queue-migration)\.ts$/;

function isSilent(node: SyntaxNode, place: string): boolean {
  if (silentNodes.has(node.type ?? "") || node.operator === "===" || node.operator === "!==") return true;
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return false;
  const callee = calledName(node);
  if (/^(?:Range|Aggregate|Type)?Error$/.test(callee)) return !shownErrors.test(place);
  return silentCalls.has(callee);
}

/** The text of a literal; undefined for another node. */
function textOf(node: SyntaxNode): string | undefined {
  if (node.type === "StringLiteral") return String(node.value);
  if (node.type !== "TemplateLiteral") return undefined;
  const pieces = (node.quasis as readonly SyntaxNode[]).map(({ cooked, raw }) => String(cooked ?? raw));
  const filled = (node.expressions as readonly SyntaxNode[]).map((expression) => `{${nameOf(expression) || "…"}}`);
  return pieces.map((piece, index) => piece + (filled[index] ?? "")).join("");
}

function within(node: SyntaxNode, around: Around): Around {
  const name = ownName(node);
  const code = codeOf(node);
  return {
    ...around,
    ...(name === "" ? {} : { names: [...around.names, name] }),
    ...(code === undefined ? {} : { code }),
  };
}

function ownName(node: SyntaxNode): string {
  if (node.type === "KeyValueProperty") return nameOf(node.key);
  if (node.type === "VariableDeclarator") return nameOf(node.id);
  if (node.type === "FunctionDeclaration") return nameOf(node.identifier);
  return "";
}

const codeForm = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^ENCRYPTED$|^CONFLICT$|^OVERLAP$/;

/** The code that a call is given, that an object has beside its message, or that a row of a table is under. */
function codeOf(node: SyntaxNode): string | undefined {
  if (node.type === "KeyValueProperty") return codeIn(nameOf(node.key));
  if (node.type === "CallExpression" || node.type === "NewExpression") {
    const given = Array.isArray(node.arguments) ? (node.arguments as { readonly expression: SyntaxNode }[]) : [];
    return given.map(({ expression }) => codeIn(textOf(expression) ?? "")).find((code) => code !== undefined);
  }
  if (node.type !== "ObjectExpression") return undefined;
  const values = (node.properties as readonly SyntaxNode[]).map(({ value }) =>
    isNode(value) ? textOf(value) : undefined,
  );
  return values.map((value) => codeIn(value ?? "")).find((code) => code !== undefined);
}

function codeIn(text: string): string | undefined {
  return codeForm.test(text) ? text : undefined;
}

function calledName({ callee }: SyntaxNode): string {
  return nameOf(callee);
}

/** The name of an expression: its own, or that of its last member. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (typeof node.value === "string") return node.value;
  if (node.type === "CallExpression") return nameOf(node.callee);
  return nameOf(node.property) || nameOf(node.expression) || "";
}
