// Defines the rules of creations that need no database: the form, and the errors of failed creations.

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
      // A longer name is cut, not refused. This limit is beyond any real name.
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

/** Returns the file name of the document. Throws INVALID_REQUEST and UNSUPPORTED_FILE_TYPE. */
export function readName(given: string): string {
  const name = uploadedName(given);
  if (name === "") throw refused("INVALID_REQUEST", "name", "`name` is required.");
  if (extensionOf(name) !== ".docx") throw refused("UNSUPPORTED_FILE_TYPE", "name", "`name` must end in .docx.");
  return name;
}

function refused(code: "INVALID_REQUEST" | "UNSUPPORTED_FILE_TYPE", field: string, message: string): ApiError {
  return refusalFor(code, [{ field, reason: "INVALID_VALUE", message }]);
}

/** Throws INVALID_REQUEST if the text is not a list of paragraphs. The job checks later if their styles exist. */
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

/** Returns the error of a creation that failed by a fault of ours. */
export function creationFault({ upstream }: FailureReason): CreationError {
  const code = "CREATION_FAILED";
  return { code, message: meaningOf({ code, upstream }) };
}

/** Returns the error of paragraphs or a template that no document can be made from. */
export function creationRefusal(problems: readonly CreationErrorDetail[]): CreationError {
  const details = problems.slice(0, limits.details).map(storedDetail);
  const message = details[0]?.message ?? jobErrors.CREATION_FAILED.meaning;
  return { code: "CREATION_FAILED", message, details };
}
