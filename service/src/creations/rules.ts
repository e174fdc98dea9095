// The rules of creations that need no database: what may be asked for, and what its end means for the caller.

import { checkParagraphs } from "@versus/engine/tasks";
import { z } from "zod";
import { ApiError, refusalFor, storedDetail } from "../contract/api-error.ts";
import { jobErrors } from "../contract/errors.ts";
import { extensionOf, uploadedName } from "../contract/file-names.ts";
import type { FormRules } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";
import { referenceRule } from "../contract/references.ts";
import { parseWritable } from "../contract/writable-json.ts";
import { waitRule } from "../jobs/await-read.ts";
import { meaningOf } from "../jobs/failures.ts";
import type { FailureReason } from "../jobs/job-queue.ts";
import type { CreationError, CreationErrorDetail } from "../storage/schema.ts";
import { CreateParagraph, paragraphsExample } from "./paragraph-schema.ts";

export const creationForm: FormRules = {
  files: {
    style_template: {
      description:
        "A document or template. The new document gets its styles, numbering, theme fonts and theme colors, and nothing else. Default: the styles Normal and Heading1 to Heading4, on US Letter with margins of one inch.",
      least: 0,
      most: 1,
      extensions: [".docx", ".dotx", ".dotm"],
    },
  },
  texts: {
    name: {
      description: "The name of the new file. It must end in .docx.",
      least: 1,
      most: 1,
      // It is cut, not refused; this is what nobody means.
      mostBytes: 4096,
      example: "minutes.docx",
    },
    paragraphs: {
      description:
        "The paragraphs as a JSON array, in document order. Each has a style_id, and either text (a plain string) or runs (text with formatting, tabs, breaks, fields, notes and links).",
      least: 1,
      most: 1,
      mostBytes: limits.paragraphBytes,
      example: paragraphsExample,
      json: z.array(CreateParagraph).min(1),
    },
    reference: referenceRule,
    wait: waitRule,
  },
};

/** The name of the document as it is given out. Throws INVALID_REQUEST and UNSUPPORTED_FILE_TYPE. */
export function readName(given: string): string {
  const name = uploadedName(given);
  if (name === "") throw refused("INVALID_REQUEST", "name", "`name` is required.");
  if (extensionOf(name) !== ".docx") throw refused("UNSUPPORTED_FILE_TYPE", "name", "`name` must end in .docx.");
  return name;
}

function refused(code: "INVALID_REQUEST" | "UNSUPPORTED_FILE_TYPE", field: string, message: string): ApiError {
  return refusalFor(code, [{ field, reason: "INVALID_VALUE", message }]);
}

/** Throws INVALID_REQUEST for what is no list of paragraphs; which styles there are is found out later. */
export function requireParagraphs(given: string): void {
  const problems = checkParagraphs(parsed(given));
  if (problems.length > 0) throw refusalFor("INVALID_REQUEST", problems);
}

function parsed(given: string): unknown {
  try {
    return parseWritable(given, "paragraphs");
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw refused(
      "INVALID_REQUEST",
      "paragraphs",
      '`paragraphs` must be a JSON array such as [{"style_id": "Normal", "text": "First paragraph."}].',
    );
  }
}

/** A fault of ours, as the caller sees it. */
export function creationFault({ upstream }: FailureReason): CreationError {
  const code = "CREATION_FAILED";
  return { code, message: meaningOf({ code, upstream }) };
}

/** Paragraphs or a template that no document can be made of. */
export function creationRefusal(problems: readonly CreationErrorDetail[]): CreationError {
  const details = problems.slice(0, limits.details).map(storedDetail);
  const message = details[0]?.message ?? jobErrors.CREATION_FAILED.meaning;
  return { code: "CREATION_FAILED", message, details };
}
