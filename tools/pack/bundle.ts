// Bundles sources into the JavaScript of a package: one file per entry, and files for shared code.
//
// Code for Node is written in ASCII, because V8 stores a source with any other character in two bytes per character.
// Names and line breaks are kept, so that the stack of a fault can be read. Files for browsers are minified.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { minify } from "@swc/core";
import * as engine from "@versus/engine";
import { type OutputOptions, type Plugin, type RolldownOutput, rolldown } from "rolldown";
import { browserBundle, type PackedPackage } from "./packages.ts";

/** Doc comments are left out, because the types have them. Annotations remain, because bundlers read them. */
const readable: OutputOptions = {
  format: "esm",
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  comments: { jsdoc: false, annotation: true, legal: true },
};
const small: OutputOptions = { minify: true, comments: { jsdoc: false, annotation: false, legal: true } };

/** Folder of a package's code, and the page that compares two files. */
export const CODE = "dist";
const PAGE = "examples/compare.html";

/** Writes the code of a package below `target`. */
export async function bundlePackage(root: string, target: string, packed: PackedPackage): Promise<void> {
  const { folder, entries, beside } = packed;
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, folder, path)]));
  const external = (id: string): boolean => beside.some((name) => id === name || id.startsWith(`${name}/`));
  const bundle = await rolldown({ cwd: root, input, platform: "node", external });
  const format = packed.scripts === undefined ? {} : await scriptFormat(root, packed, external);
  await bundle.write({ ...readable, ...format, dir: join(target, CODE), chunkFileNames: "[name].js" });
  await bundle.close();
}

/**
 * Returns a format with scripts instead of modules, because V8 keeps the compiled code of a script that has run. Calls
 * between files are slower. So everything that the command uses beyond the program itself is one file.
 */
async function scriptFormat(
  root: string,
  packed: PackedPackage,
  external: (id: string) => boolean,
): Promise<OutputOptions> {
  const { folder, scripts } = packed;
  const loadedBy = async (entry: string): Promise<ReadonlySet<string>> => {
    const bundle = await rolldown({ cwd: root, input: join(root, folder, entry), platform: "node", external });
    const { output } = await bundle.generate({ format: "esm" });
    await bundle.close();
    return loadedAtOnce(output);
  };
  const [program, command] = [await loadedBy(scripts!.program), await loadedBy(scripts!.together)];
  const groups = [
    {
      name: "start",
      test: (id: string) => program.has(id) && id !== join(root, folder, scripts!.program),
      priority: 2,
    },
    { name: "work", test: (id: string) => command.has(id), priority: 1 },
  ];
  return { format: "cjs", codeSplitting: { groups }, plugins: [withoutImports(packed)] };
}

/** A script cannot import by itself: it asks the entry that loaded it. */
function withoutImports({ programs = {} }: PackedPackage): Plugin {
  return {
    name: "without-imports",
    renderChunk: (code, { name }) =>
      name in programs ? null : code.replaceAll(/(?<![#.\w$])import\(/g, "importModule("),
  };
}

/** Returns the modules of the first file and of those that it imports, without what it loads later. */
function loadedAtOnce([first, ...others]: RolldownOutput["output"]): ReadonlySet<string> {
  const files = new Set([first]);
  for (const { imports } of files) {
    for (const other of others) if (other.type === "chunk" && imports.includes(other.fileName)) files.add(other);
  }
  return new Set([...files].flatMap(({ moduleIds }) => moduleIds));
}

const BROWSER = `@versus/engine/${browserBundle.name}`;
/**
 * If a page reads the schemas at all, it reads the files of docs/schema. They would add 5 KB to every page, compressed.
 */
const names = Object.keys(engine).filter((name) => name !== "schemas");
const wholeEngine = `export { ${names} } from "@versus/engine"; export { browserCodec } from "@versus/engine/browser-codec";`;
const itsTypes = `export type * from "./src/index.js";
export { ${names.join(", ")} } from "./src/index.js";
export { browserCodec } from "./platform/browser-codec.js";
`;

/**
 * Writes the engine's public interface and the codec of a browser as one file, for pages without a bundler. Returns its
 * text.
 */
export async function bundleForBrowsers(root: string, target: string): Promise<string> {
  const code = await bundleText(root, wholeEngine, "esm");
  writeText(join(target, CODE, `${browserBundle.name}.js`), code);
  writeText(join(target, "types", `${browserBundle.name}.d.ts`), itsTypes);
  return code;
}

const SCRIPT = /<script type="module">(.*?)<\/script>/s;

/**
 * Writes the example for browsers as one file that needs no server. A browser loads no module from a file, so the page
 * contains the engine.
 */
export async function bundlePage(root: string, target: string): Promise<void> {
  const page = readFileSync(join(root, "engine", PAGE), "utf8");
  const [, script = ""] = SCRIPT.exec(page) ?? [];
  const code = (await bundleText(root, script, "iife")).replaceAll("</script", "<\\/script");
  writeText(
    join(target, PAGE),
    page.replace(SCRIPT, () => `<script>${code}</script>`),
  );
}

/** The folders with the tables of field meanings and edit effects, and with the rules of the linter. */
const TABLES = /\bengine\/src\/(?:edit\/shape|language|revisions\/lint\/rules)\//;
/** The inside of a string. */
const TEXT = String.raw`(?:[^"\\]|\\.)*`;

/**
 * Texts that no function of the bundle reads: sentences and examples for schemas, words of instructions, which only the
 * service reads, and what rules of the linter require.
 */
const UNREAD: readonly RegExp[] = [
  new RegExp(String.raw`(?<=\b(?:must|may)\((?:[^"()]|\([^()]*\))*, ")${TEXT}(?=",?\s*\))`, "g"),
  /(?<=\bmeanings: \{)[^}]*/g,
  new RegExp(String.raw`(?<=\b(?:does|says):\s+")${TEXT}`, "g"),
  new RegExp(String.raw`(?<=\bwords: \[)(?:\s*"${TEXT}",?)*\s*`, "g"),
  // A list of examples ends at the end of its line, or at the first line that is only its closing bracket.
  /(?<=\bexamples: \[)(?:.+(?=\],\n)|\n[\s\S]*?(?=\n {4}\],\n))/g,
];

/** Removes the texts of `UNREAD`: 5 KB of every page, compressed. */
const withoutUnread: Plugin = {
  name: "without-unread",
  transform: (code, id) =>
    TABLES.test(id) ? UNREAD.reduce((text, unread) => text.replaceAll(unread, ""), code) : null,
};

/** Bundles a module that is given as text, with all that it imports. */
async function bundleText(root: string, text: string, format: "esm" | "iife"): Promise<string> {
  const texts = new Map([
    ["\0text", text],
    ["\0browser", wholeEngine],
  ]);
  const given = {
    name: "given-text",
    resolveId: (id: string) => (id === BROWSER ? "\0browser" : texts.has(id) ? id : null),
    load: (id: string) => texts.get(id) ?? null,
  };
  const bundle = await rolldown({ cwd: root, input: "\0text", platform: "browser", plugins: [given, withoutUnread] });
  const { output } = await bundle.generate({ ...small, format });
  await bundle.close();
  return smaller(output[0].code, format);
}

/** A second minifier still saves one byte of a hundred. */
async function smaller(code: string, format: "esm" | "iife"): Promise<string> {
  const { code: less } = await minify(code, {
    module: format === "esm",
    compress: { ecma: 2022, passes: 4, unsafe_arrows: true, unsafe_methods: true, keep_fargs: false },
    mangle: { toplevel: format === "esm" },
    format: { comments: "some" },
  });
  return less;
}

export function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
