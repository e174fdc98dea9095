// Refuses impure forms of the language in engine source: the clock, randomness, the locale, state.
//
// The compiler cannot refuse these, nor the time zone and state that outlives a call, because the language itself
// offers them. The check reads the syntax tree; tests are exempt.
//
// `Date` and `Math` are the difficult ones, because they are half pure. They may be used only as `Date.UTC`,
// `Date.parse`, `new Date(value)`, `Math.floor` and the like, and after `instanceof`. A bare `Math` or `Date` could be
// passed on under another name, so it is refused too. Types are not checked: a parameter may be a `Date`.

import { childrenOf, isNode, type Problem, type SourceFile, type SyntaxNode } from "./syntax-tree.ts";

const refusedNames = new Map([
  ["Intl", "depends on the locale"],
  ["globalThis", "reaches names the compiler was told to hide"],
  ["WeakRef", "depends on when memory is collected"],
  ["FinalizationRegistry", "depends on when memory is collected"],
]);

const refusedMembers: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /^(?:localeCompare|toLocale[A-Z]\w*)$/, reason: "depends on the locale" },
  {
    pattern: /^(?:[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)|getYear|getTimezoneOffset)$/,
    reason: "depends on the time zone",
  },
];

const pureMembersOfDate = new Set(["UTC", "parse"]);

// Maps a kind of node to its field with a name that is not a reference.
const nameFields: Readonly<Record<string, string>> = {
  ClassMethod: "key",
  ClassProperty: "key",
  ExportSpecifier: "exported",
  ImportSpecifier: "imported",
  KeyValuePatternProperty: "key",
  KeyValueProperty: "key",
  MemberExpression: "property",
  MethodProperty: "key",
  GetterProperty: "key",
  SetterProperty: "key",
};

const typeKinds = new Set([
  "TsExpressionWithTypeArguments",
  "TsImportType",
  "TsInterfaceDeclaration",
  "TsQualifiedName",
  "TsTypeLiteral",
  "TsTypeQuery",
  "TsTypeReference",
]);

/** True if the check applies to a file: engine source that is not a test. */
export function mustBePure(path: string): boolean {
  return path.startsWith("engine/src/") && !path.endsWith(".test.ts");
}

/** Returns the impure forms in one file of engine source. */
export function checkPurity(file: SourceFile): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (node, rule, message) => {
    problems.push({ path: file.path, line: file.lineOf(node.span?.start ?? 1), rule, message });
  };
  inspect(file.module, { report, insideBody: false });
  return problems;
}

type Report = (node: SyntaxNode, rule: string, message: string) => void;

interface Place {
  readonly report: Report;
  // True if a function or a loop is around the node, so that its declarations end with it.
  readonly insideBody: boolean;
}

function inspect(node: SyntaxNode, place: Place): void {
  if (typeKinds.has(node.type ?? "")) return;
  inspectNames(node, place.report);
  inspectForm(node, place);
  const within = node.type !== "Module" && node.body !== undefined ? { ...place, insideBody: true } : place;
  for (const { field, child } of childrenOf(node)) {
    if (isPlainName(node, field, child) || isAllowedUse(node, field, child)) continue;
    inspect(child, within);
  }
}

function inspectForm(node: SyntaxNode, { report, insideBody }: Place): void {
  if (node.type === "VariableDeclaration" && node.kind !== "const" && !insideBody) {
    report(node, "top-level-let", "state that outlives the call: make it a const, or a value of the function");
  }
  if (node.type === "Import") report(node, "dynamic-import", "the engine loads nothing while it runs");
  if (node.type !== "Identifier" || typeof node.value !== "string") return;
  const refused = refusedNames.get(node.value);
  if (refused) report(node, node.value, refused);
  if (node.value === "Date")
    report(node, "Date", "reads the clock, or could: only new Date(value), Date.UTC, Date.parse");
  if (node.value === "Math")
    report(node, "Math", "Math.random, or could become it: only as Math.name of a pure function");
}

function inspectNames(node: SyntaxNode, report: Report): void {
  const name = memberName(node);
  if (name === undefined) return;
  for (const { pattern, reason } of refusedMembers) if (pattern.test(name)) report(node, name, reason);
}

// Returns the name that a member access or a destructuring uses: a.name, a["name"], { name }, { name: other }.
function memberName(node: SyntaxNode): string | undefined {
  if (node.type === "AssignmentPatternProperty") return textOf(node.key);
  if (node.type === "KeyValuePatternProperty") return textOf(node.key);
  return node.type === "MemberExpression" ? textOf(node.property) : undefined;
}

function textOf(name: unknown): string | undefined {
  if (!isNode(name)) return undefined;
  if (name.type === "Computed") return textOf(name.expression);
  return typeof name.value === "string" ? name.value : undefined;
}

function isPlainName(node: SyntaxNode, field: string, child: SyntaxNode): boolean {
  return nameFields[node.type ?? ""] === field && child.type === "Identifier";
}

// True for uses of Date and Math that are pure: the name itself is then not inspected.
function isAllowedUse(node: SyntaxNode, field: string, child: SyntaxNode): boolean {
  if (child.type !== "Identifier") return false;
  if (node.type === "MemberExpression" && field === "object") return isPureMember(child.value, memberName(node));
  if (child.value !== "Date") return false;
  if (node.type === "BinaryExpression") return node.operator === "instanceof";
  const values = node.arguments;
  return node.type === "NewExpression" && Array.isArray(values) && values.length === 1 && !values[0].spread;
}

function isPureMember(object: unknown, member: string | undefined): boolean {
  if (object === "Math") return member !== undefined && member !== "random";
  return object === "Date" && pureMembersOfDate.has(member ?? "");
}
