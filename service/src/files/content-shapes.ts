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

const fileName = z.string().describe("The name of the file.");

export const FileContent = z
  .object({
    file_id: FileProcessingResponse.shape.file_id,
    file_name: fileName,
    document: ContentDocument,
  })
  .meta({ id: "FileContent", description: "The content of a file as data." });

export const StagedDocument = z
  .object({
    file_id: FileProcessingResponse.shape.file_id,
    status: z.enum(["processing", "ready", "failed"]).describe("processing, ready or failed."),
    file_name: fileName,
    schema_version: z.int().optional().describe("When ready: of the content, as an edit must name it."),
    markdown: z.string().optional().describe("When ready: the document with every identifier that an edit can name."),
    revisions: z
      .array(z.unknown())
      .optional()
      .meta({
        description: "When ready: the tracked changes, as the content lists them.",
        describedAs: { type: "array", items: { $ref: "#/components/schemas/ContentRevision" } },
      }),
    error: FileError.optional().describe("When failed."),
  })
  .meta({ id: "StagedDocument", description: "A document staged for editing." });

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
