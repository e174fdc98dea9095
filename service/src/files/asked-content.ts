// Reads the options of a read of content: format, range of paragraphs, search text and fields.
//
// A refusal names all invalid options together, except an unsupported format, which is refused first.

import { contentFields, nearestName } from "@versus/engine/tasks";
import { ApiError, type ErrorDetail, quote, refusalFor } from "../contract/api-error.ts";
import { contentFormatNames, readFormats } from "../contract/formats.ts";
import { limits } from "../contract/limits.ts";

type ContentFormat = (typeof contentFormatNames)[number];

export interface AskedContent {
  readonly format: ContentFormat;
  /** Indexes of the first and last paragraph of the body. */
  readonly from?: number;
  readonly through?: number;
  readonly search?: string;
  /** Names of fields of the content JSON. */
  readonly fields?: readonly string[];
}

/** True if the read requests a whole stored reading: `json` or `md` without narrowing options. */
export function isWhole(asked: AskedContent): asked is AskedContent & { readonly format: "json" | "md" } {
  const { format, ...narrowing } = asked;
  return format !== "staged" && Object.keys(narrowing).length === 0;
}

type ParameterValue = string | readonly string[] | undefined;

export interface ContentParameters {
  readonly format?: ParameterValue;
  readonly from?: ParameterValue;
  readonly through?: ParameterValue;
  readonly search?: ParameterValue;
  readonly fields?: ParameterValue;
}

/** Returns the options. Throws UNSUPPORTED_FORMAT and VALIDATION_ERROR. */
export function askedContent(given: ContentParameters): AskedContent {
  const format = readFormat(given.format);
  const faults: ErrorDetail[] = [];
  const from = readIndex("from", given.from, faults);
  const through = readIndex("through", given.through, faults);
  if (from !== undefined && through !== undefined && from > through) {
    faults.push(invalid("through", `\`through\` must be at least \`from\`, which is ${from}.`));
  }
  const search = readSearch(given.search, faults);
  const fields = readFields(given.fields, faults);
  if (fields !== undefined && format !== "json") {
    const message = `\`fields\` narrows the JSON: \`format\` must be json, not ${format}.`;
    faults.push({ ...invalid("format", message), allowed: ["json"], did_you_mean: "json" });
  }
  if (faults.length > 0) throw refusalFor("VALIDATION_ERROR", faults);
  return {
    format,
    ...(from === undefined ? {} : { from }),
    ...(through === undefined ? {} : { through }),
    ...(search === undefined ? {} : { search }),
    ...(fields === undefined ? {} : { fields }),
  };
}

/** Returns the refusal of a `from` after the last paragraph. */
export function noSuchParagraph(from: number, paragraphs: number): ApiError {
  const range = paragraphs === 0 ? "the body has none" : `the body's paragraphs are 0 to ${paragraphs - 1}`;
  return refusalFor("VALIDATION_ERROR", [invalid("from", `No paragraph ${from}; ${range}.`)]);
}

function invalid(field: string, message: string): ErrorDetail {
  return { field, reason: "INVALID_VALUE", message };
}

/** Returns the one format of the reply. Throws UNSUPPORTED_FORMAT if there are several or an unknown one. */
function readFormat(asked: ParameterValue): ContentFormat {
  const [format, ...others] = readFormats(asked, contentFormatNames);
  if (format !== undefined && others.length === 0) return format;
  throw new ApiError("UNSUPPORTED_FORMAT", `Request one format at a time: ${contentFormatNames.join(", ")}.`);
}

function readIndex(field: "from" | "through", given: ParameterValue, faults: ErrorDetail[]): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "string" && /^\d{1,9}$/.test(given)) return Number(given);
  faults.push(
    invalid(field, `\`${field}\` must be the index of one paragraph of the body: a whole number, 0 or more.`),
  );
  return undefined;
}

function readSearch(given: ParameterValue, faults: ErrorDetail[]): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "string" && given !== "" && [...given].length <= limits.searchCharacters) return given;
  faults.push(invalid("search", `\`search\` must be one text of 1 to ${limits.searchCharacters} characters.`));
  return undefined;
}

/** Returns the names of the fields; the parameter may be repeated, comma-separated or both. */
function readFields(given: ParameterValue, faults: ErrorDetail[]): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const names = [given].flat().flatMap((value) => value.split(",").map((name) => name.trim()));
  for (const name of new Set(names)) {
    if (contentFields.includes(name)) continue;
    const near = nearestName(name, contentFields);
    const message = `Unknown field ${quote(name)}. \`fields\` takes ${contentFields.join(", ")}.`;
    faults.push({
      ...invalid("fields", message),
      allowed: contentFields,
      ...(near === undefined ? {} : { did_you_mean: near }),
    });
  }
  return names;
}
