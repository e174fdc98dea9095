// Does the work of the tools with the engine on this machine. Nothing leaves it.

import { nodeZlib } from "@versus/engine/node-zlib";
import {
  type CompareFormat,
  compareTask,
  createTask,
  type Decisions,
  decideTask,
  documentProblems,
  editExamples,
  editTask,
  editTypes,
  Failure,
  fromWire,
  mergeTask,
  readPartTask,
} from "@versus/engine/tasks";
import { type Backend, redlineOf, ToolRefusal } from "./work.ts";

const codec = nodeZlib;
const formats: readonly CompareFormat[] = ["docx", "md", "json"];
const defaultAuthor = "Versus";

export interface LocalOptions {
  readonly now: () => Date;
}

export function localWork({ now }: LocalOptions): Backend {
  /** Returns the date of the changes, to the second. */
  const date = (): string =>
    now()
      .toISOString()
      .replace(/\.\d+Z$/, "Z");
  return {
    compare: async ({ original, modified, author = defaultAuthor, ...options }) => {
      const names = { before: original.name, after: modified.name };
      const request = { before: original.bytes, after: modified.bytes, names, author, date: date(), codec, formats };
      const { artifacts } = withErrorText(() => compareTask({ ...request, options: fromWire(options) }));
      return redlineOf(artifacts.get("docx")!, artifacts.get("md")!, artifacts.get("json")!);
    },
    merge: async ({ original, revisions, authors = [], formatting }) => {
      const base = { bytes: original.bytes, name: original.name };
      const copies = revisions.map(({ name, bytes }, index) => ({ name, bytes, author: authors[index] ?? name }));
      const request = { base, revisions: copies, date: date(), codec, formats, formatting };
      const { artifacts } = withErrorText(() => mergeTask(request));
      return redlineOf(artifacts.get("docx")!, artifacts.get("md")!, artifacts.get("json")!);
    },
    read: async ({ document, format, ...part }) => {
      const outcome = withErrorText(() => readPartTask({ document: document.bytes, codec, reading: format, ...part }));
      if (outcome.kind === "part_read") return new TextDecoder().decode(outcome.content);
      throw new ToolRefusal(`from must be below ${outcome.paragraphs}, the number of paragraphs.`);
    },
    edit: async ({ document, edits, author = defaultAuthor }) => {
      const outcome = withErrorText(() => editTask({ document: document.bytes, edits, author, date: date(), codec }));
      if (outcome.kind === "edited") return outcome;
      throw new ToolRefusal(`Nothing was changed.\n${JSON.stringify(outcome.refusals, null, 1)}`);
    },
    decide: async ({ document, decisions }) => {
      const request = { bytes: document.bytes, codec, decisions: decisions as Decisions, revision: document.name };
      const outcome = withErrorText(() => decideTask(request));
      if (outcome.kind === "decided") return outcome.docx;
      throw new ToolRefusal(`Nothing was decided.\n${JSON.stringify(outcome.problems, null, 1)}`);
    },
    create: async ({ name, paragraphs, template }) => {
      const given = template === undefined ? {} : { template: template.bytes };
      const title = name.replace(/\.docx$/i, "");
      const outcome = withErrorText(() => createTask({ paragraphs, codec, date: date(), title, ...given }));
      if (outcome.kind === "created") return outcome.docx;
      throw new ToolRefusal(`Nothing was created.\n${JSON.stringify(outcome.problems, null, 1)}`);
    },
    editReference: async (type) => {
      const names = Object.keys(editTypes);
      if (type !== undefined && !names.includes(type)) {
        throw new ToolRefusal(`type must be one of ${names.join(", ")}.`);
      }
      const lines = names.filter((name) => type === undefined || name === type).map(lineOf);
      return `Every edit is an object with type. One example of each:\n\n${lines.join("\n")}`;
    },
  };
}

function lineOf(name: string): string {
  const examples = editExamples.filter((example) => (example as { readonly type: string }).type === name);
  return examples.map((example) => `- ${name}: ${JSON.stringify(example)}`).join("\n");
}

/** Turns a Failure into a ToolRefusal with the words of the problem. */
function withErrorText<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (problem) {
    if (!(problem instanceof Failure)) throw problem;
    const { code, message } = problem;
    throw new ToolRefusal(`${code in documentProblems ? "The document cannot be used" : "It failed"}: ${message}`);
  }
}
