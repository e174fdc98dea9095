// Validates the content of a document against its published schema.

import { contentSchema } from "@versus/engine/tasks";
import { Ajv2020 } from "ajv/dist/2020.js";

const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(contentSchema);

/** Returns where a value breaks the schema, by path and keyword; empty if it is valid. */
export function contentProblems(content: unknown): string[] {
  // Validate the value as it is read from a file, where undefined fields are missing.
  if (validate(JSON.parse(JSON.stringify(content)))) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}
