// Defines the tools, one row each: description, fields and action.
//
// An agent reads only the descriptions, so they explain how the tools work together.

import { basename } from "node:path";
import { mergeOptionTable, optionNames, optionTable, type WireOptions } from "@versus/engine/tasks";
import type { Folder, OutputFile } from "./folder.ts";
import { type Backend, type RedlineMade, ToolRefusal } from "./work/work.ts";

interface Field {
  readonly type: "string" | "integer" | "boolean" | "array" | "object";
  readonly description: string;
  readonly required?: true;
  readonly values?: readonly string[];
  readonly items?: object;
}

/** The fields of all tools. `checkGiven` has checked the types of those that this tool takes. */
interface ToolFields extends Partial<WireOptions> {
  readonly original: string;
  readonly modified: string;
  readonly document: string;
  readonly revisions: readonly string[];
  readonly authors?: readonly string[];
  readonly author?: string;
  readonly format?: "staged" | "md" | "json";
  readonly from?: number;
  readonly through?: number;
  readonly search?: string;
  readonly edits: readonly unknown[];
  readonly type?: string;
  readonly accept?: object;
  readonly reject?: object;
  readonly rest?: string;
  readonly conflicts?: readonly unknown[];
  readonly paragraphs: readonly unknown[];
  readonly style_template?: string;
  readonly output?: string;
  readonly redline?: string;
  readonly overwrite?: boolean;
}

export interface Tool {
  readonly description: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly run: (given: ToolFields, parts: ToolParts) => Promise<string>;
}

export interface ToolParts {
  readonly work: Backend;
  readonly folder: Folder;
}

/**
 * Maximum number of characters of a document's text in an answer. A longer text is cut, and the agent can ask for the
 * rest.
 */
const mostCharacters = 40_000;

const document: Field = { type: "string", required: true, description: "Path of a Word document (.docx)." };
const author: Field = { type: "string", description: "The author of the tracked changes. Default: Versus." };
const overwrite: Field = { type: "boolean", description: "Replace files that are there already. Default: false." };
const output = (name: string): Field => ({ type: "string", description: `Path to write. Default: ${name}.` });
const strings = { type: "string" };

/** The options of a comparison, except those for PDFs, because the tools write none. */
const optionFields = Object.fromEntries(
  optionNames
    .filter((name) => optionTable[name].affects !== "pdf")
    .map((name): [string, Field] => [name, fieldOf(optionTable[name])]),
);

interface OptionRow {
  readonly values: readonly (string | boolean)[];
  readonly default: string | boolean;
  readonly does: string;
}

function fieldOf({ values, default: usual, does }: OptionRow): Field {
  const description = `${does} Default: ${usual}.`;
  if (typeof usual === "boolean") return { type: "boolean", description };
  return { type: "string", description, values: values.map(String) };
}

export const tools: Readonly<Record<string, Tool>> = {
  compare: {
    description:
      "Compares two versions of a Word document. Writes a Word redline with every difference as a tracked change, and answers with the changes as Markdown: <ins>, <del>, moves and ids.",
    fields: {
      original: { ...document, description: "Path of the earlier version (.docx)." },
      modified: { ...document, description: "Path of the later version (.docx)." },
      output: output("the name of modified with -redline"),
      author,
      ...optionFields,
      overwrite,
    },
    run: async ({ original, modified, ...given }, { work, folder }) => {
      const [before, after] = [await folder.read(original), await folder.read(modified)];
      const made = await work.compare({ original: before, modified: after, ...pick(given, "author", ...optionNames) });
      const path = given.output ?? withSuffix(modified, "-redline");
      return tellRedline(await writeOne(folder, { path, bytes: made.docx }, given), made);
    },
  },
  merge: {
    description:
      "Merges two or more revised copies of one Word document into one draft: every change is tracked under its copy, and a conflict is marked where copies want different things. Settle conflicts with decide.",
    fields: {
      original: { ...document, description: "Path of the document that every copy was edited from (.docx)." },
      revisions: {
        type: "array",
        required: true,
        items: strings,
        description: "Paths of 2 to 50 revised copies (.docx).",
      },
      authors: {
        type: "array",
        items: strings,
        description: "The author of each copy's changes, in the order of revisions.",
      },
      output: output("the name of original with -merged"),
      formatting: fieldOf(mergeOptionTable.formatting),
      overwrite,
    },
    run: async ({ original, revisions, ...given }, { work, folder }) => {
      const copies = await Promise.all(revisions.map((path) => folder.read(path)));
      const made = await work.merge({
        original: await folder.read(original),
        revisions: copies,
        ...pick(given, "authors", "formatting"),
      });
      const path = given.output ?? withSuffix(original, "-merged");
      return tellRedline(await writeOne(folder, { path, bytes: made.docx }, given), made);
    },
  },
  read: {
    description:
      "Reads a Word document. `staged` is Markdown with the address of every paragraph and tracked change, which edits name; `md` is plain Markdown; `json` has every paragraph with its formatting. Read long documents in windows (from, through) or search them.",
    fields: {
      document,
      format: { type: "string", values: ["staged", "md", "json"], description: "Default: staged." },
      from: { type: "integer", description: "The first paragraph of the body, from 0." },
      through: { type: "integer", description: "The last paragraph of the body." },
      search: { type: "string", description: "Only paragraphs that contain this text, each with its neighbours." },
    },
    run: async ({ document: path, format = "staged", ...part }, { work, folder }) => {
      const text = await work.read({
        document: await folder.read(path),
        format,
        ...pick(part, "from", "through", "search"),
      });
      if (text.length <= mostCharacters) return text;
      return `${text.slice(0, mostCharacters)}\n\n[Cut after ${mostCharacters} of ${text.length} characters. Ask for a part with from and through, or search.]`;
    },
  },
  edit: {
    description:
      "Edits a Word document by operations that become tracked changes: all of them or none. Read the document with format staged first for its addresses, and edit_reference for the types of edits. Writes the clean copy and a redline of the changes.",
    fields: {
      document,
      edits: {
        type: "array",
        required: true,
        items: { type: "object", properties: { type: strings }, required: ["type"] },
        description:
          'The edits, in order. Example: {"type":"replace","paragraphs":{"index":4},"text":{"match":"thirty (30)"},"content":"sixty (60)"}',
      },
      author,
      output: output("the name of document with -edited"),
      redline: output("the name of document with -edited-redline"),
      overwrite,
    },
    run: async ({ document: path, edits, ...given }, { work, folder }) => {
      const made = await work.edit({ document: await folder.read(path), edits, ...pick(given, "author") });
      const outputs = [
        { path: given.output ?? withSuffix(path, "-edited"), bytes: made.docx },
        { path: given.redline ?? withSuffix(path, "-edited-redline"), bytes: made.redline },
      ];
      const [clean, redline] = await folder.write(outputs, given.overwrite === true);
      return `Wrote ${clean} (clean copy) and ${redline} (tracked changes).\n${JSON.stringify(made.results)}`;
    },
  },
  edit_reference: {
    description: "Every type of edit with an example; with type, that one alone.",
    fields: { type: { type: "string", description: "A type of edit, such as insert_table_row." } },
    run: ({ type }, { work }) => work.editReference(type),
  },
  decide: {
    description:
      "Accepts and rejects tracked changes of a Word document, or settles conflicts of a merge. Changes are selected by ids, authors, revisions and kinds (insertion, deletion, move, property).",
    fields: {
      document,
      accept: {
        type: "object",
        description: 'The changes to accept. Example: {"authors":["Counsel"],"kinds":["insertion"]}',
      },
      reject: { type: "object", description: "The changes to reject, selected in the same way." },
      rest: { type: "string", values: ["keep", "accept", "reject"], description: "Every other change. Default: keep." },
      conflicts: {
        type: "array",
        items: { type: "object" },
        description:
          'Choices for conflicts of a merge. Example: [{"id":1,"choose":"original"}]; choose a copy by its name, or by its author if only one copy has that author.',
      },
      output: output("the name of document with -decided"),
      overwrite,
    },
    run: async ({ document: path, ...given }, { work, folder }) => {
      const decisions = pick(given, "accept", "reject", "rest", "conflicts");
      const bytes = await work.decide({ document: await folder.read(path), decisions });
      return `Wrote ${await writeOne(folder, { path: given.output ?? withSuffix(path, "-decided"), bytes }, given)}.`;
    },
  },
  create: {
    description:
      "Creates a Word document from a list of paragraphs, each with a style_id (Normal, Heading1 to Heading4, or a style of the template) and text or runs.",
    fields: {
      output: { type: "string", required: true, description: "Path of the new document (.docx)." },
      paragraphs: {
        type: "array",
        required: true,
        items: { type: "object", properties: { style_id: strings, text: strings }, required: ["style_id"] },
        description: 'Example: [{"style_id":"Heading1","text":"Terms"},{"style_id":"Normal","text":"The fee is 10."}]',
      },
      style_template: { type: "string", description: "Path of a .docx, .dotx or .dotm with the styles." },
      overwrite,
    },
    run: async ({ output: path = "", paragraphs, style_template: from, ...given }, { work, folder }) => {
      const template = from === undefined ? {} : { template: await folder.read(from) };
      const bytes = await work.create({ name: basename(path), paragraphs, ...template });
      return `Wrote ${await writeOne(folder, { path, bytes }, given)}.`;
    },
  },
};

/** Returns the path relative to the folder. */
async function writeOne(folder: Folder, file: OutputFile, given: Pick<ToolFields, "overwrite">): Promise<string> {
  const [path = ""] = await folder.write([file], given.overwrite === true);
  return path;
}

/** Returns the JSON Schema that the protocol lists for a tool. */
export function schemaOf({ fields }: Tool): object {
  const properties = Object.entries(fields).map(([name, { type, description, values, items }]) => {
    return [name, { type, description, ...(values && { enum: values }), ...(items && { items }) }];
  });
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required === true ? [name] : []));
  return { type: "object", properties: Object.fromEntries(properties), required, additionalProperties: false };
}

/** Throws a ToolRefusal for an unknown, missing or invalid field. */
export function checkGiven({ fields }: Tool, given: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(fields, name));
  if (unknown.length > 0) {
    throw new ToolRefusal(`There is no ${unknown.join(", ")}. The fields are ${Object.keys(fields).join(", ")}.`);
  }
  for (const [name, { type, required, values }] of Object.entries(fields)) {
    const value = given[name];
    if (value === undefined) {
      if (required === true) throw new ToolRefusal(`${name} is missing.`);
    } else if (!isOf(type, value)) throw new ToolRefusal(`${name} must be of type ${type}.`);
    else if (values?.includes(value as string) === false) {
      throw new ToolRefusal(`${name} must be one of ${values.join(", ")}.`);
    }
  }
}

function isOf(type: Field["type"], value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value) && (value as number) >= 0;
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

/** Returns the fields that were given. */
function pick<Name extends keyof ToolFields>(
  given: Partial<ToolFields>,
  ...names: readonly Name[]
): Partial<Pick<ToolFields, Name>> {
  const found = names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]));
  return Object.fromEntries(found) as Partial<Pick<ToolFields, Name>>;
}

/** Adds a suffix to a name: `a/b.docx` with `-redline` is `a/b-redline.docx`. */
function withSuffix(path: string, end: string): string {
  return `${path.replace(/\.[^./\\]*$/, "")}${end}.docx`;
}

function tellRedline(path: string, { markdown, summary, conflicts, checks, notices }: RedlineMade): string {
  const counts = Object.entries(summary).map(([name, count]) => `${name} ${count}`);
  const isLong = markdown.length > mostCharacters;
  return [
    `Wrote ${path}: ${counts.join(", ")}.`,
    ...notices,
    ...(conflicts.length === 0 ? [] : [`Conflicts: ${JSON.stringify(conflicts)}`]),
    ...(checks.length === 0 ? [] : [`Checks: ${JSON.stringify(checks)}`]),
    "",
    isLong ? `${markdown.slice(0, mostCharacters)}\n[Cut. Use read on ${path} for the rest.]` : markdown,
  ].join("\n");
}
