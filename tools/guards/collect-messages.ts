// Collects the messages that people meet: the texts of engine, service and CLI that read as prose.
//
// Everything is a message except the texts that this file excludes: texts of tests, invariants that only a fault shows,
// keys, XML and SQL. So messages in a new file are collected without naming the file anywhere.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./source-files.ts";
import { childrenOf, isNode, parseSource, type SyntaxNode } from "./syntax-tree.ts";

export interface Message {
  /** Path of the file, relative to the root. */
  readonly place: string;
  /**
   * The code of the message. Without one, the last three names that lead to it, such as `settings.port.meaning`. For a
   * topic of the reference, `topic`.
   */
  readonly code: string;
  /** The message on one line. Braces mark a value that is filled in. */
  readonly text: string;
  /** The message with its line breaks, which separate list items and the options of a help text. Left out if it has none. */
  readonly lines?: string;
}

const sources = "{engine,service,clients/cli}/src/**/*.ts";
const topics = "service/src/reference/*.md";
const ofSources = /^(?:engine|service|clients\/cli)\/src\/.*\.ts$/;
const ofTopics = /^service\/src\/reference\/[^/]+\.md$/;
const ofTests = /\.(?:test|service|contract)\.ts$|\/testing\//;
/** Files that process documents and contain names of elements, styles and numerals. */
const withoutWords = /^engine\/src\/(?:align|compare|revisions|create\/default|document\/lists\/number-formats)/;

/** Returns every message below `root`, ordered by file and position. */
export function collectMessages(root: string): Message[] {
  const places = [...listFiles(root, sources), ...listFiles(root, topics)].filter(isMessageFile);
  return places.flatMap((place) => messagesIn(place, readFileSync(join(root, place), "utf8")));
}

/** True if messages of this file are collected. */
export function isMessageFile(place: string): boolean {
  return ofTopics.test(place) || (ofSources.test(place) && !ofTests.test(place) && !withoutWords.test(place));
}

/** Returns the messages of one source file or one topic of the reference. */
export function messagesIn(place: string, text: string): Message[] {
  return ofTopics.test(place) ? paragraphs(text, { place, code: "topic" }) : messagesOf(place, text);
}

/** Returns the messages of one source file. */
export function messagesOf(place: string, source: string): Message[] {
  const file = parseSource(place, source);
  if (file === undefined) return [];
  return [...textsIn(file.module, { place, names: [] })];
}

/** Returns one message for each paragraph of a long text, without examples. */
function paragraphs(text: string, { place, code }: Pick<Message, "place" | "code">): Message[] {
  return text
    .replaceAll(/```[\s\S]*?```/g, "")
    .split("\n\n")
    .map((part) => ({
      place,
      code,
      text: part.replaceAll(/\s+/g, " ").trim(),
      ...(part.trim().includes("\n") ? { lines: part } : {}),
    }))
    .filter((message) => isProse(message.text));
}

/** A list of names in code: `pStyle keepNext …`. */
const nameList = /^(?=.*[a-z][A-Z])(?:\w+ ){9,}\w+$/;

/** True for a text with two words of its own, or a sentence of one word; markup, queries and lists of names are excluded. */
function isProse(text: string): boolean {
  if (nameList.test(text)) return false;
  const own = text.replaceAll(/\{[\w…]*\}/g, "");
  const words = own.match(/[A-Za-z]{2,}/g) ?? [];
  if (/\p{Cc}/u.test(text) || !own.includes(" ") || words.length < (/[a-z]\.$/.test(own) ? 1 : 2)) return false;
  return !/^[<^]|<\/?\w+:|^(?:select|insert into|delete from|grant|listen|create table) |^my \(|^# Completion|\|.*\|.*\|.*\|/.test(
    text,
  );
}

/** The position of a text. */
interface Around {
  readonly place: string;
  /** Names of the functions, constants and properties around it. */
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
/** Calls whose texts are invariants, keys, names or queries. Texts in comparisons are excluded too. */
const silentCalls = new Set(
  "ensure get set has add delete split query includes startsWith endsWith update from makeField graftSnippet styleLayers".split(
    " ",
  ),
);
/** Errors are faults and reported by their position, except if a setting or a store is wrong. */
const shownErrors = /\/(?:config|setting|open-store|data-keys|probe|system-call-filter|queue-migration)\.ts$/;

function isSilent(node: SyntaxNode, place: string): boolean {
  if (silentNodes.has(node.type ?? "") || node.operator === "===" || node.operator === "!==") return true;
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return false;
  const callee = calledName(node);
  if (/^(?:Range|Aggregate|Type)?Error$/.test(callee)) return !shownErrors.test(place);
  return silentCalls.has(callee);
}

/** Returns the text of a literal; undefined for another node. */
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

/** Returns the code that a call has as argument, that an object has beside its message, or that is the key of a row. */
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

/** Returns the name of an expression: its own, or that of its last member. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (typeof node.value === "string") return node.value;
  if (node.type === "CallExpression") return nameOf(node.callee);
  return nameOf(node.property) || nameOf(node.expression) || "";
}
