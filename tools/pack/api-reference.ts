// Writes the reference of the engine's public interface from its doc comments.
//
// It has every name that a program can import, with its declaration as the compiler writes it.
// `node tools/pack/write-api.ts` writes docs/api.md, and a test proves that the page is current.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { camelName, optionNames, optionTable } from "@versus/engine/tasks";

interface Exported {
  /** The name that programs import, and the name in the file that declares it. */
  readonly name: string;
  readonly declared: string;
  readonly isType: boolean;
  /** Path of the declarations, relative to `engine/src`. */
  readonly file: string;
}

const LINE = /^export (type )?\{([^}]*)\} from "\.\/([^"]*)\.ts";$/gm;

/** Returns the page, from a folder with the declarations of the repository. */
export function apiReference(root: string, declarations: string): string {
  const door = readFileSync(join(root, "engine/src/index.ts"), "utf8");
  const names = exportsOf(door).sort((one, other) => (one.name < other.name ? -1 : 1));
  const known = new Set(names.map(({ declared }) => declared));
  const told = names.map((exported) => ({ ...exported, ...readDeclaration(declarations, exported, known) }));
  const part = (title: string, isType: boolean): string =>
    [`## ${title}`, ...told.filter((each) => each.isType === isType).map(entryOf)].join("\n\n");
  return `# The engine's door

Written from the doc comments of the source by \`node tools/pack/write-api.ts\`. Do not change it by hand. [The README of the engine](../engine/README.md) shows how to use the functions.
\`open\` also needs a codec: \`nodeZlib\` of \`@versus/engine/node-zlib\` or \`browserCodec\` of \`@versus/engine/browser-codec\`.

${part("Functions and values", false)}

${part("Types", true)}
`;
}

function exportsOf(door: string): Exported[] {
  return [...door.matchAll(LINE)].flatMap(([, type, list = "", file = ""]) =>
    list.split(",").map((item) => {
      const [declared = "", name = declared] = item.trim().split(" as ");
      return { name, declared, isType: type !== undefined, file };
    }),
  );
}

interface Declaration {
  readonly comment: string;
  readonly text: string;
}

/**
 * Reads a declaration, with the types of a function's arguments that the public interface does not export. Throws an
 * error for a name that its file does not declare.
 */
function readDeclaration(
  declarations: string,
  { declared, file, isType }: Exported,
  door: ReadonlySet<string>,
): Declaration {
  const text = readFileSync(join(declarations, "engine/src", `${file}.d.ts`), "utf8");
  const own = declarationOf(text, declared);
  if (own === undefined) throw new Error(`${file} does not declare ${declared}.`);
  const named = isType
    ? []
    : [...new Set(own.text.match(/\b[A-Z]\w+/g))].filter((name) => name !== declared && !door.has(name));
  const beside = named.flatMap((name) => declarationOf(text, name)?.text ?? []);
  return { comment: own.comment, text: [own.text, ...beside].join("\n\n") };
}

function declarationOf(text: string, name: string): Declaration | undefined {
  const start = new RegExp(`^(?:export )?(?:declare )?(?:function|class|const|interface|type) ${name}\\b`, "m").exec(
    text,
  );
  if (start === null) return undefined;
  const [, comment = ""] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, start.index)) ?? [];
  return { comment: plainText(comment), text: declarationAt(text, start.index) };
}

/** Reads up to the line that ends the declaration: a line at the top level. */
function declarationAt(text: string, from: number): string {
  const lines = text.slice(from).split("\n");
  const end = lines.findIndex((line) => /^\S.*;$|^\}$/.test(line));
  const isWhole = (last: number): boolean => !/[{(]$/.test(lines[last] ?? "");
  const last = isWhole(end) ? end : lines.findIndex((line, index) => index > end && /^\}/.test(line));
  return shortened(lines.slice(0, last + 1))
    .join("\n")
    .replace(/^(?:export )?(?:declare )?/, "");
}

/** A value with hundreds of fields is shown by its top-level fields. */
const MOST_LINES = 60;
const TOP = /^(?: {4})?\S/;

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= MOST_LINES) return lines;
  return lines
    .filter((line) => TOP.test(line) && !/^ {4}[\])}]/.test(line))
    .map((line) => line.replace(/^( {4}.*)[{[]$/, "$1object;"));
}

function plainText(comment: string): string {
  return comment
    .replace(/^\s*\* ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

function entryOf({ name, declared, comment, text }: Exported & Declaration): string {
  const renamed = name === declared ? "" : `\n\nThe source calls it \`${declared}\`.`;
  const told = comment === "" ? "" : `\n\n${comment}`;
  const rows = name === "CompareOptions" ? `\n\n${optionRows()}` : "";
  return `### ${name}${told}${renamed}\n\n\`\`\`ts\n${text}\n\`\`\`${rows}`;
}

/** The options of a comparison as a table, because their type is computed from \`optionTable\`. */
function optionRows(): string {
  const rows = optionNames
    .filter((name) => optionTable[name].affects !== "pdf")
    .map((name) => {
      const { values, default: usual, does } = optionTable[name];
      const shown = values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
      return `| \`${camelName(name)}\` | ${shown} | \`${JSON.stringify(usual)}\` | ${does} |`;
    });
  return ["| Field | Values | Default | Effect |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
