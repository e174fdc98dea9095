// Holds the content of a document to its published schema.

import { contentSchema } from "@versus/engine/tasks";
import { Ajv2020 } from "ajv/dist/2020.js";

const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(contentSchema);

/** Where a value is no content, by path and keyword; nothing when it is. */
export function contentProblems(content: unknown): string[] {
  // As it is read from a file: what is undefined is not there.
  if (validate(JSON.parse(JSON.stringify(content)))) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}
