// Makes the script of pages: the browser's modules with types stripped, as one function.
//
// The modules are in the order of their imports. There is no bundler, so every name at the top of a module must be
// unique. A second `const` or `class` of a name is a syntax error; a second function is found here.
//
// `node viewer/page/build-script.ts` writes viewer/built; a test proves that those files are current.

import { readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { buildFonts } from "./build-fonts.ts";

const browser = join(import.meta.dirname, "../browser");
export const builtFolder: string = join(import.meta.dirname, "../built");

function buildScript(): string {
  const modules: string[] = [];
  collect(join(browser, "main.ts"), new Set(), modules);
  const names = modules.flatMap((text) =>
    [...text.matchAll(/^(?:async )?function\*? (\w+)/gm)].map(([, name]) => name!),
  );
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two modules of viewer/browser define the function ${twice}. Rename one.`);
  const script = `(()=>{"use strict";\n${modules.join("\n")}\n})();`;
  return `${script.replace(/^[ \t]+|[ \t]+$/gm, "").replace(/\n{2,}/g, "\n")}\n`;
}

function buildStyles(): string {
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

/** Returns a map of the names of all files of viewer/built to their text. */
export function buildFiles(): Map<string, string> {
  return new Map([["script.txt", buildScript()], ["styles.txt", buildStyles()], ...buildFonts()]);
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, text] of buildFiles()) writeFileSync(join(builtFolder, name), text);
}
