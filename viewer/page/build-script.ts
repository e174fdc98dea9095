// Makes the script that pages carry: the browser's modules with types stripped, in the order in which they import each other,
// as one function. No bundler: every name at the top of a module is the only one of its name, which the script's own
// parsing proves (a second `const` of a name is a syntax error).
//
// `node viewer/page/build-script.ts` writes viewer/built; a test proves that what is there is current.

import { readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";

const browser = join(import.meta.dirname, "../browser");
export const builtFolder: string = join(import.meta.dirname, "../built");

export function buildScript(): string {
  const modules: string[] = [];
  collect(join(browser, "main.ts"), new Set(), modules);
  const script = `(()=>{"use strict";\n${modules.join("\n")}\n})();`;
  return `${script.replace(/^[ \t]+|[ \t]+$/gm, "").replace(/\n{2,}/g, "\n")}\n`;
}

export function buildStyles(): string {
  const css = readFileSync(join(browser, "viewer.css"), "utf8");
  return `${css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .trim()}\n`;
}

const IMPORT = /^import (?:type )?[^;]*? from "(\.[^"]*)";$/gm;

function collect(path: string, seen: Set<string>, modules: string[]): void {
  if (seen.has(path)) return;
  seen.add(path);
  const source = readFileSync(path, "utf8");
  for (const [, target] of source.matchAll(IMPORT)) collect(join(dirname(path), target!), seen, modules);
  const plain = stripTypeScriptTypes(source)
    .replace(/^import [^;]*;$/gm, "")
    .replace(/^export /gm, "");
  modules.push(plain.replace(/^\s*\/\/.*$/gm, "").replace(/^\s*\/\*\*[\s\S]*?\*\/$/gm, ""));
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(builtFolder, "script.txt"), buildScript());
  writeFileSync(join(builtFolder, "styles.txt"), buildStyles());
}
