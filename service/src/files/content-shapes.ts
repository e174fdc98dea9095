// Defines the schemas of a file's content and of the options of a read.
//
// The engine's schema defines the document. The OpenAPI description copies it and prefixes the name of each definition.

import { contentFields, contentSchema } from "@versus/engine/tasks";
import { z } from "zod";
import { contentFormatNames } from "../contract/formats.ts";
import { limits } from "../contract/limits.ts";
import { FileError, FileProcessingResponse } from "../contract/schemas.ts";

const { $schema: _, $id: __, ...described } = openSchema(contentSchema);

const ContentDocument = z.unknown().meta({
  id: "ContentDocument",
  description: contentSchema.description,
  describedAs: described,
});

const ContentFields = z.record(z.string(), z.unknown()).meta({
  id: "ContentFields",
  description:
    "With `fields`: schema_version and the named fields of ContentDocument; where fields of a paragraph are named, each paragraph has index and those.",
});

const fileName = z.string().describe("The name of the file.");

export const FileContent = z
  .object({
    file_id: FileProcessingResponse.shape.file_id,
    file_name: fileName,
    document: z.union([ContentDocument, ContentFields]).describe("The content."),
  })
  .meta({ id: "FileContent", description: "The content of a file as data." });

export const StagedDocument = z
  .object({
    file_id: FileProcessingResponse.shape.file_id,
    status: z.enum(["processing", "ready", "failed"]).describe("The state: processing, ready or failed."),
    file_name: fileName,
    schema_version: z.int().optional().describe("When ready: the schema_version that edits of this file must send."),
    markdown: z
      .string()
      .optional()
      .describe("When ready: the document as Markdown, with every identifier that an edit can name."),
    revisions: z
      .array(z.unknown())
      .optional()
      .meta({
        description: "When ready: the tracked changes of the document, as in the content JSON.",
        describedAs: { type: "array", items: { $ref: "#/components/schemas/ContentRevision" } },
      }),
    error: FileError.optional().describe("When failed: the reason."),
  })
  .meta({ id: "StagedDocument", description: "A document staged for editing." });

const repeatable = z.union([z.string(), z.array(z.string())]).optional();

/** The options of a read of content. `askedContent` parses them and reports the invalid options. */
export const ContentQuery = z.object({
  format: repeatable.meta({
    description:
      "md: plain Markdown of the text; json: every paragraph with its address and formatting; staged: Markdown with the address of every paragraph and tracked change.",
    describedAs: { type: "string", enum: contentFormatNames, default: contentFormatNames[0] },
  }),
  from: repeatable.meta({
    description: "Reads from this paragraph of the body on; paragraphs count from 0.",
    describedAs: { type: "integer", minimum: 0 },
  }),
  through: repeatable.meta({
    description: "Reads up to and including this paragraph of the body. One past the last means the last.",
    describedAs: { type: "integer", minimum: 0 },
  }),
  search: repeatable.meta({
    description:
      "Reads the paragraphs that contain this text, each with the paragraph before it and the one after it. Case does not count; spaces, quotes and dashes are read as text selectors read them. Searches every part, or with from and through that window.",
    describedAs: { type: "string", minLength: 1, maxLength: limits.searchCharacters },
  }),
  fields: repeatable.meta({
    description:
      "With format=json: the fields to return, separated by commas. Names of the document (tables, notes) keep those lists; names of a paragraph (text, style_id) keep those fields of every paragraph. schema_version and index are always there.",
    describedAs: { type: "array", items: { type: "string", enum: contentFields }, minItems: 1 },
  }),
});

/** Returns the name of a definition in the OpenAPI description: `paragraph_locator` is ContentParagraphLocator. */
function nameOf(definition: string): string {
  const words = definition.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `Content${words.join("")}`;
}

/** Returns the schema with those names and without `additionalProperties`, because later versions may add fields. */
function openSchema(schema: typeof contentSchema): Readonly<Record<string, unknown>> {
  const { $defs, ...rest } = schema;
  const definitions = Object.entries($defs).map(([name, definition]) => [nameOf(name), definition]);
  const text = JSON.stringify({ ...rest, $defs: Object.fromEntries(definitions) }, (key, value) =>
    key === "additionalProperties" ? undefined : value,
  );
  return JSON.parse(text.replace(/"#\/\$defs\/(\w+)"/g, (_, name: string) => `"#/$defs/${nameOf(name)}"`));
}
