// Provides example routes for tests of the server: a note is created from a form, read and listed.

import { z } from "zod";
import { ApiError } from "../../contract/api-error.ts";
import type { CreateFromForm, VersusApp } from "../../contract/app.ts";
import { artifactKeyOf, type SignDownload } from "../../contract/downloads.ts";
import type { FormRules } from "../../contract/forms.ts";
import { type Clock, isId, newId, type RandomBytes } from "../../contract/ids.ts";
import { ComparisonCreatedResponse, ComparisonPath, DownloadEntry } from "../../contract/schemas.ts";
import type { Transaction } from "../../storage/database.ts";

export const exampleForm: FormRules = {
  files: {
    original: { description: "The base.", least: 1, most: 1, extensions: [".docx", ".doc", ".pdf"] },
    modified: { description: "The revised copy.", least: 1, most: 1, extensions: [".docx", ".doc", ".pdf"] },
  },
  texts: {
    author: { description: "Who the changes are by.", least: 0, most: 1, mostBytes: 1000, example: "Jane Doe" },
    granularity: { description: "Smallest mark.", least: 0, most: 1, mostBytes: 20, values: ["word", "character"] },
  },
};

const ExampleList = z.object({ limit: z.int() }).meta({ id: "ExampleList" });
const ExampleQuery = z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) });
const ExampleBody = z
  .strictObject({ name: z.string(), tags: z.array(z.string()).optional() })
  .meta({ id: "ExampleBody" });

interface ExampleParts {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly signDownload: SignDownload;
  readonly createFromForm: CreateFromForm<Transaction>;
}

export function registerExamples(app: VersusApp, { clock, random, signDownload, createFromForm }: ExampleParts): void {
  app.post(
    "/v1/examples",
    {
      config: {
        form: exampleForm,
        operation: {
          id: "createExample",
          tag: "Examples",
          summary: "Create an example.",
          refusals: ["UNSUPPORTED_FILE_TYPE", "FILE_TOO_LARGE", "USAGE_LIMIT_REACHED"],
        },
      },
      schema: { response: { 202: ComparisonCreatedResponse } },
    },
    async (request, reply) => {
      const exampleId = newId("cmp", clock, random);
      const { organizationId } = request.caller.organization;
      return createFromForm(request, reply, {
        objectKey: (field, position) => `${organizationId}/${exampleId}/${field}-${position}`,
        create: async (form) => {
          if (form.texts("author")[0] === "refused") throw new ApiError("USAGE_LIMIT_REACHED");
          if (form.texts("author")[0] === "broken") throw new Error("a confidential word");
          return { status: 202, body: { comparison_id: exampleId, status: "processing" } };
        },
      }) as Promise<ComparisonCreatedResponse>;
    },
  );

  app.get(
    "/v1/examples/:comparison_id",
    {
      config: {
        readsJob: true,
        operation: {
          id: "readExample",
          tag: "Examples",
          summary: "Read an example.",
          refusals: ["INVALID_COMPARISON_ID", "COMPARISON_NOT_FOUND"],
        },
      },
      schema: { params: ComparisonPath, querystring: ExampleQuery, response: { 200: DownloadEntry } },
      // The form of the id and access to the object are checked before the parameters.
      onRequest: async (request) => {
        const { comparison_id: id } = request.params as { comparison_id: string };
        if (!isId("cmp", id)) throw new ApiError("INVALID_COMPARISON_ID");
        if (id.endsWith("zz")) throw new ApiError("COMPARISON_NOT_FOUND");
      },
    },
    async ({ params }) => {
      const fileName = "Verträge (2)-redline.docx";
      const artifactKey = artifactKeyOf(params.comparison_id, "docx");
      const { url, expiresAt } = signDownload({ artifactKey, fileName });
      return { format: "docx", url, file_name: fileName, expires_at: expiresAt.toISOString() };
    },
  );

  app.post("/v1/examples/list", { schema: { body: ExampleBody, response: { 200: ExampleList } } }, async () => ({
    limit: 1,
  }));
  app.get("/v1/fault", async () => {
    throw new RangeError("a confidential word");
  });
}
