// Checks that element lists of the engine are only in the grammar, or are marked as policies.
//
// The grammar defines the elements (engine/src/document/grammar.ts). A list of three or more names elsewhere in the
// engine would repeat it, and would be forgotten when an element is added. So each list must be a policy of its file,
// marked with `// policy: reason` on its line or directly above its statement. A list of attributes is marked with
// `// attributes`.
//
// A list is a Set, a Map, an array, a switch or a chain of "or". Names are counted through literals inside it, not
// through calls. A pair of a name and a computed value does not count: it is an attribute or a child to be written.
// Only the outermost of nested lists counts.

import { childrenOf, isNode, type Problem, type SourceFile, type SyntaxNode } from "./syntax-tree.ts";

/** Maximum number of lists in the engine, all of them policies. */
const mostPolicies = 50;
const fewestNames = 3;
const policyMark = /\/\/ policy: \S/;
const attributesMark = /\/\/ attributes\b/;

/** The vocabularies with the engine's element names; R has only attributes. */
const vocabularies = new Set(["A", "M", "MC", "V", "W", "W14", "W15", "WP"]);
const grammarFile = "engine/src/document/grammar.ts";

export interface ElementList {
  readonly path: string;
  readonly line: number;
  readonly names: number;
  readonly isPolicy: boolean;
}

/** True if the check applies to a file: engine source except the grammar and the tests. */
export function mustNotList(path: string): boolean {
  return path.startsWith("engine/src/") && !path.endsWith(".test.ts") && path !== grammarFile;
}

/** Returns the lists of element names in one file, without those that are marked as attributes. */
export function elementLists(file: SourceFile): ElementList[] {
  const lines = file.text.split("\n");
  return [...listsBelow(file.module, file.module)].flatMap(({ list, statement, names }) => {
    const [line, first] = [list, statement].map((node) => file.lineOf(node.span?.start ?? 1)) as [number, number];
    const isMarked = (mark: RegExp): boolean => hasMark(lines, line, mark) || hasMark(lines, first, mark);
    return isMarked(attributesMark) ? [] : [{ path: file.path, line, names, isPolicy: isMarked(policyMark) }];
  });
}

export function checkElementLists(lists: readonly ElementList[]): Problem[] {
  const unmarked = lists.filter(({ isPolicy }) => !isPolicy);
  const problems = unmarked.map(({ path, line, names }) => ({
    path,
    line,
    rule: "element-list",
    message: `${names} element names in a list: take a set of the grammar, or mark it "// policy: reason"`,
  }));
  if (lists.length <= mostPolicies) return problems;
  const message = `${lists.length} lists of element names outside the grammar (limit ${mostPolicies})`;
  return [...problems, { path: grammarFile, line: 1, rule: "element-list", message }];
}

/** True if the mark is on the line itself, or in the comments directly above it. */
function hasMark(lines: readonly string[], line: number, mark: RegExp): boolean {
  if (mark.test(lines[line - 1] ?? "")) return true;
  for (let above = line - 2; /^\s*(?:\/\/|\/?\*)/.test(lines[above] ?? ""); above -= 1) {
    if (mark.test(lines[above]!)) return true;
  }
  return false;
}

interface Found {
  readonly list: SyntaxNode;
  readonly statement: SyntaxNode;
  readonly names: number;
}

function* listsBelow(node: SyntaxNode, around: SyntaxNode): Generator<Found> {
  const statement = /(?:Declaration|Statement)$/.test(node.type ?? "") ? node : around;
  const names = isList(node) ? namesIn(node) : 0;
  if (names >= fewestNames) {
    yield { list: node, statement, names };
    return;
  }
  for (const { child } of childrenOf(node)) yield* listsBelow(child, statement);
}

function isList(node: SyntaxNode): boolean {
  return node.type === "ArrayExpression" || node.type === "SwitchStatement" || isSet(node) || isChain(node);
}

function isSet({ type, callee }: SyntaxNode): boolean {
  return type === "NewExpression" && isNode(callee) && /^(?:Set|Map|NameSet)$/.test(String(callee.value));
}

function isChain({ type, operator }: SyntaxNode): boolean {
  return type === "BinaryExpression" && (operator === "||" || operator === "&&");
}

/** Returns the number of names in a list, or in a literal inside one. */
function namesIn(node: SyntaxNode): number {
  if (isName(node)) return 1;
  if (isChain(node)) return sum([node.left, node.right].filter(isNode).map(comparedNames));
  if (node.type === "SwitchStatement")
    return (node.cases as SyntaxNode[]).filter(({ test }) => isNode(test) && isName(test)).length;
  if (isSet(node))
    return sum((node.arguments as SyntaxNode[]).map(({ expression }) => keysIn(expression as SyntaxNode)));
  if (node.type === "ArrayExpression" && isWrittenPair(node)) return 0;
  const isLiteral =
    /^(?:ArrayExpression|ObjectExpression|KeyValueProperty|ParenthesisExpression|TsAsExpression|TsConstAssertion|TsSatisfiesExpression)$/;
  const isNameless = node.type === undefined;
  return isNameless || isLiteral.test(node.type ?? "")
    ? sum([...childrenOf(node)].map(({ child }) => namesIn(child)))
    : 0;
}

/** Returns the number of names in a Set or a Map. Every pair counts, whatever its value is. */
function keysIn(node: SyntaxNode): number {
  if (node.type !== "ArrayExpression") return namesIn(node);
  return sum(
    elementsOf(node).map((element) =>
      element.type === "ArrayExpression" ? Math.max(pairNames(element), namesIn(element)) : namesIn(element),
    ),
  );
}

function pairNames(pair: SyntaxNode): number {
  return sum(elementsOf(pair).map(namesIn));
}

/** Returns the number of names in a comparison, or in a chain of comparisons. */
function comparedNames(node: SyntaxNode): number {
  if (node.type === "ParenthesisExpression") return comparedNames(node.expression as SyntaxNode);
  if (isChain(node)) return namesIn(node);
  const isComparison = node.type === "BinaryExpression" && /^[!=]==$/.test(String(node.operator));
  return isComparison && [node.left, node.right].some((side) => isNode(side) && isName(side)) ? 1 : 0;
}

/** True for `[W.val, value]`: an attribute or a child with a computed value. */
function isWrittenPair(node: SyntaxNode): boolean {
  const [name, value, ...rest] = elementsOf(node);
  if (name === undefined || value === undefined || rest.length > 0 || !isName(name) || isName(value)) return false;
  return !/^(?:String|Numeric|Boolean)Literal$|^(?:Array|Object)Expression$/.test(value.type ?? "");
}

function elementsOf(array: SyntaxNode): SyntaxNode[] {
  const elements = array.elements as readonly ({ readonly expression: SyntaxNode } | undefined)[];
  return elements.flatMap((one) => (one === undefined ? [] : [one.expression]));
}

function isName({ type, object, property }: SyntaxNode): boolean {
  if (type !== "MemberExpression" || !isNode(object) || !isNode(property)) return false;
  return object.type === "Identifier" && vocabularies.has(String(object.value)) && property.type === "Identifier";
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
