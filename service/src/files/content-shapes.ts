// The shapes of a file's content on the wire. The document itself is defined by the engine's schema, which the
// description takes over, each of its definitions under a name of its own.

import { contentSchema } from "@versus/engine";
import { z } from "zod";
import { FileError, FileProcessingResponse } from "../contract/schemas.ts";

const { $schema: _, $id: __, ...described } = openSchema(contentSchema);

const ContentDocument = z.unknown().meta({
  id: "ContentDocument",
  description: contentSchema.description,
  describedAs: described,
});

export const FileContent = z
  .object({ file_id: FileProcessingResponse.shape.file_id, file_name: z.string(), document: ContentDocument })
  .meta({ id: "FileContent" });

export const StagedDocument = z
  .object({
    file_id: FileProcessingResponse.shape.file_id,
    status: z.enum(["processing", "ready", "failed"]),
    file_name: z.string(),
    schema_version: z.int().optional().describe("When ready: the schema_version that edits of this file must send."),
    markdown: z
      .string()
      .optional()
      .describe("When ready: the document as Markdown, with every identifier that an edit can name."),
    revisions: z
      .array(z.unknown())
      .optional()
      .describe("When ready: the tracked changes of the document, as in the content JSON."),
    error: FileError.optional().describe("When failed: the reason."),
  })
  .meta({ id: "StagedDocument" });

/** Names fit for the description: `paragraph_locator` is ContentParagraphLocator there. */
function nameOf(definition: string): string {
  const words = definition.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `Content${words.join("")}`;
}

/** The schema under those names, and open: whoever reads must expect fields that are added later. */
function openSchema(schema: typeof contentSchema): Readonly<Record<string, unknown>> {
  const { $defs, ...rest } = schema;
  const definitions = Object.entries($defs).map(([name, definition]) => [nameOf(name), definition]);
  const text = JSON.stringify({ ...rest, $defs: Object.fromEntries(definitions) }, (key, value) =>
    key === "additionalProperties" ? undefined : value,
  );
  return JSON.parse(text.replace(/"#\/\$defs\/(\w+)"/g, (_, name: string) => `"#/$defs/${nameOf(name)}"`));
}
