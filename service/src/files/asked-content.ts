// What a read of content asks for: a format, a window of paragraphs, a text to search for, fields. All faults are named together.

import { contentFields, nearestName } from "@versus/engine";
import { ApiError, type ErrorDetail, quote } from "../contract/api-error.ts";
import { contentFormatNames, readFormats } from "../contract/formats.ts";
import { limits } from "../contract/limits.ts";

type ContentFormat = (typeof contentFormatNames)[number];

export interface AskedContent {
  readonly format: ContentFormat;
  /** Paragraphs of the body. */
  readonly from?: number;
  readonly through?: number;
  readonly search?: string;
  /** Of the JSON. */
  readonly fields?: readonly string[];
}

/** Whether it is a reading that is stored. */
export function isWhole(asked: AskedContent): asked is AskedContent & { readonly format: "json" | "md" } {
  const { format, ...narrowing } = asked;
  return format !== "staged" && Object.keys(narrowing).length === 0;
}

type Given = string | readonly string[] | undefined;

export interface ContentParameters {
  readonly format?: Given;
  readonly from?: Given;
  readonly through?: Given;
  readonly search?: Given;
  readonly fields?: Given;
}

/** Throws UNSUPPORTED_FORMAT and VALIDATION_ERROR. */
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
  if (faults.length > 0) throw refused(faults);
  return {
    format,
    ...(from === undefined ? {} : { from }),
    ...(through === undefined ? {} : { through }),
    ...(search === undefined ? {} : { search }),
    ...(fields === undefined ? {} : { fields }),
  };
}

/** The refusal of a `from` behind the last paragraph. */
export function noSuchParagraph(from: number, paragraphs: number): ApiError {
  const range = paragraphs === 0 ? "the body has none" : `the body's paragraphs are 0 to ${paragraphs - 1}`;
  return refused([invalid("from", `No paragraph ${from}; ${range}.`)]);
}

function refused(details: readonly ErrorDetail[]): ApiError {
  const others =
    details.length === 1
      ? ""
      : ` There ${details.length === 2 ? "is 1 more fault" : `are ${details.length - 1} more faults`}.`;
  return new ApiError("VALIDATION_ERROR", `${details[0]?.message}${others}`, { details });
}

function invalid(field: string, message: string): ErrorDetail {
  return { field, reason: "INVALID_VALUE", message };
}

/** A reply is in one format. */
function readFormat(asked: Given): ContentFormat {
  const [format, ...others] = readFormats(asked, contentFormatNames);
  if (format !== undefined && others.length === 0) return format;
  throw new ApiError(
    "UNSUPPORTED_FORMAT",
    `The content is read in one format at a time: ${contentFormatNames.join(" or ")}.`,
  );
}

function readIndex(field: "from" | "through", given: Given, faults: ErrorDetail[]): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "string" && /^\d{1,9}$/.test(given)) return Number(given);
  faults.push(
    invalid(field, `\`${field}\` must be the index of one paragraph of the body: a whole number, 0 or more.`),
  );
  return undefined;
}

function readSearch(given: Given, faults: ErrorDetail[]): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "string" && given !== "" && [...given].length <= limits.searchCharacters) return given;
  faults.push(invalid("search", `\`search\` must be one text of 1 to ${limits.searchCharacters} characters.`));
  return undefined;
}

/** Repeated, comma-separated or both. */
function readFields(given: Given, faults: ErrorDetail[]): readonly string[] | undefined {
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
