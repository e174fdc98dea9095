// Refuses names that say nothing: of files, folders and types, and names `…Of` that two files export.

import { childrenOf, type Problem, type SourceFile, type SyntaxNode } from "./syntax-tree.ts";

const refused = new Set("base common core helpers lib manager misc shared types util utils".split(" "));

/** Returns a problem for each refused name in a path relative to the root of the checkout. */
export function checkName(path: string): Problem[] {
  const names = path.split("/").map((name) => name.split(".")[0] ?? "");
  return names
    .filter((name) => refused.has(name))
    .map((name) => ({ path, line: 1, rule: "name", message: `"${name}" names no concept` }));
}

/** Participles and relations. Several files declared each of them, every time for something else. */
const refusedTypes =
  "Asked Found Half Made Outcome Place Reading Settling Shown Side Stretch Wanted Work Written".split(" ");
const mayDeclare = new RegExp(`\\b(?:type|interface|class)\\s+(?:${refusedTypes.join("|")})\\b`);
const typeDeclarations: ReadonlySet<unknown> = new Set([
  "TsTypeAliasDeclaration",
  "TsInterfaceDeclaration",
  "ClassDeclaration",
]);

const product = /^(?:engine\/src|service\/src|clients|viewer)\//;
/** Folders whose code will be replaced as a whole; their types keep their names until then. */
const replacedLater = /^engine\/src\/edit\/(?:apply|plan)\//;
const tests = /\.(?:test|service|contract)\.ts$|\/testing\//;

/** Returns one problem for each declaration of a refused type name in a product file. */
export function checkTypeNames(file: SourceFile): Problem[] {
  const { path } = file;
  // The text decides first, because few files have one of the names and a walk through every tree takes a second.
  if (!product.test(path) || replacedLater.test(path) || !mayDeclare.test(file.text)) return [];
  return [...typesIn(file.module)].flatMap(({ name, node }) => {
    if (!refusedTypes.includes(name)) return [];
    const message = `${name} does not say what the value is: use a noun (docs/english.md, "Names")`;
    return [{ path, line: file.lineOf(node.span?.start ?? 1), rule: "type-name", message }];
  });
}

function* typesIn(node: SyntaxNode): Generator<{ readonly name: string; readonly node: SyntaxNode }> {
  if (typeDeclarations.has(node.type)) yield { name: nameOf(node.id ?? node.identifier), node };
  for (const { child } of childrenOf(node)) yield* typesIn(child);
}

/** An exported function whose name ends in "Of". */
export interface ExportedFunction {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** Returns the exported functions of a product file whose names end in "Of". Tests are exempt. */
export function exportedFunctions(file: SourceFile): ExportedFunction[] {
  const { path } = file;
  if (!product.test(path) || tests.test(path)) return [];
  const statements = file.module.body as readonly SyntaxNode[];
  return statements.flatMap((statement) => {
    if (statement.type !== "ExportDeclaration") return [];
    const line = file.lineOf(statement.span?.start ?? 1);
    const names = functionNames(statement.declaration as SyntaxNode).filter((name) => name.endsWith("Of"));
    return names.map((name) => ({ name, path, line }));
  });
}

const functions: ReadonlySet<unknown> = new Set(["ArrowFunctionExpression", "FunctionExpression"]);

function functionNames(declaration: SyntaxNode): string[] {
  if (declaration.type === "FunctionDeclaration") return [nameOf(declaration.identifier)];
  if (declaration.type !== "VariableDeclaration") return [];
  return (declaration.declarations as readonly SyntaxNode[])
    .filter(({ init }) => functions.has((init as SyntaxNode | null)?.type))
    .map(({ id }) => nameOf(id));
}

function nameOf(identifier: unknown): string {
  return (identifier as { readonly value?: string } | undefined)?.value ?? "";
}

/** Returns one problem for each exported function whose name another product file exports too. */
export function checkFunctionNames(exported: readonly ExportedFunction[]): Problem[] {
  return [...Map.groupBy(exported, ({ name }) => name)].flatMap(([name, [first, ...others]]) =>
    others
      .filter(({ path }) => path !== first!.path)
      .map(({ path, line }) => {
        const message = `${name} is exported by ${first!.path} too: say of what, as in storyContent`;
        return { path, line, rule: "function-name", message };
      }),
  );
}
