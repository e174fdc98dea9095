// Checks that work which compare, edit and merge share exists once in the engine.
//
// Each of these names is declared only in its home. A second declaration would be the start of a second implementation.

import { childrenOf, type Problem, type SourceFile, type SyntaxNode } from "./syntax-tree.ts";

/** Maps a name to the file that declares it. */
const homes: ReadonlyMap<string, string> = new Map([
  // Functions that cut text and runs.
  ["cutText", "engine/src/revisions/write/cut-runs.ts"],
  ["splitRun", "engine/src/revisions/write/cut-runs.ts"],
  ["splitHolder", "engine/src/revisions/write/cut-runs.ts"],
  // Functions that keep old properties.
  ["oldCopy", "engine/src/revisions/write/mark-structure.ts"],
  ["keepProperties", "engine/src/revisions/write/mark-structure.ts"],
  // The importer and the writer of redlines.
  ["Importer", "engine/src/redline/import/importer.ts"],
  ["writeScript", "engine/src/redline/write/write-script.ts"],
  // The gate of redlines.
  ["Gate", "engine/src/redline/gate/check-redline.ts"],
]);

/** Returns declarations of shared names outside their homes. */
export function checkOnce(file: SourceFile): Problem[] {
  if (!file.path.startsWith("engine/src/")) return [];
  return [...declarations(file.module)].flatMap(({ name, node }) => {
    const home = homes.get(name);
    if (home === undefined || home === file.path) return [];
    const line = file.lineOf(node.span?.start ?? 1);
    return [
      { path: file.path, line, rule: "once", message: `${name} exists in ${home}: use it, or call this otherwise` },
    ];
  });
}

function* declarations(node: SyntaxNode): Generator<{ readonly name: string; readonly node: SyntaxNode }> {
  if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") {
    const name = (node.identifier as { readonly value?: string } | undefined)?.value;
    if (name !== undefined) yield { name, node };
  }
  for (const { child } of childrenOf(node)) yield* declarations(child);
}
