// Sources into the JavaScript of a package: one file an entry, and files for what several entries use.
//
// For Node everything is written in ASCII, because V8 keeps a source with any other character in two bytes a character. Names
// and line breaks stay, so that the stack of a fault can be read. Files for browsers are made small.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type OutputOptions, rolldown } from "rolldown";
import { browserBundle, type PackedPackage } from "./packages.ts";

/** Comments are for readers of the types; bundlers read the annotations. */
const readable: OutputOptions = {
  format: "esm",
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  comments: { jsdoc: false, annotation: true, legal: true },
};
const small: OutputOptions = { minify: true, comments: { jsdoc: false, annotation: false, legal: true } };

/** Folders of a package: its code, and the page that compares two files. */
export const CODE = "dist";
const PAGE = "examples/compare.html";

/** Writes the code of a package below `target`. */
export async function bundlePackage(root: string, target: string, packed: PackedPackage): Promise<void> {
  const { folder, entries, beside } = packed;
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, folder, path)]));
  const external = (id: string): boolean => beside.some((name) => id === name || id.startsWith(`${name}/`));
  const bundle = await rolldown({ cwd: root, input, platform: "node", external });
  await bundle.write({ ...readable, dir: join(target, CODE), chunkFileNames: "[name].js" });
  await bundle.close();
}

const BROWSER = `@versus/engine/${browserBundle.name}`;
const wholeEngine = `export * from "@versus/engine"; export { browserCodec } from "@versus/engine/browser-codec";`;
const itsTypes = `export * from "./src/index.js";\nexport { browserCodec } from "./platform/browser-codec.js";\n`;

/** The engine's whole door and the codec of a browser as one file, for pages without a bundler. Gives its text. */
export async function bundleForBrowsers(root: string, target: string): Promise<string> {
  const code = await bundleText(root, wholeEngine, "esm");
  writeText(join(target, CODE, `${browserBundle.name}.js`), code);
  writeText(join(target, "types", `${browserBundle.name}.d.ts`), itsTypes);
  return code;
}

const SCRIPT = /<script type="module">(.*?)<\/script>/s;

/** The example for browsers as one file that needs no server: a browser loads no module from a file, so it carries the engine. */
export async function bundlePage(root: string, target: string): Promise<void> {
  const page = readFileSync(join(root, "engine", PAGE), "utf8");
  const [, script = ""] = SCRIPT.exec(page) ?? [];
  const code = (await bundleText(root, script, "iife")).replaceAll("</script", "<\\/script");
  writeText(
    join(target, PAGE),
    page.replace(SCRIPT, () => `<script>${code}</script>`),
  );
}

/** A module that is given as text, with all that it imports. */
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
  const bundle = await rolldown({ cwd: root, input: "\0text", platform: "browser", plugins: [given] });
  const { output } = await bundle.generate({ ...small, format });
  await bundle.close();
  return output[0].code;
}

export function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
