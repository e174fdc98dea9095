// Defines the request and reply schemas of usage.

import { z } from "zod";
import { time } from "./record-schemas.ts";

/** The ways to divide the totals of usage. */
const divisions = ["key", "reference"] as const;

export const UsageQuery = z.object({
  by: z
    .enum(divisions)
    .optional()
    .describe("Adds `rows`: the same sums for each API key, or for each reference that objects were created with."),
});

export type Division = (typeof divisions)[number];

const documents = z.int().min(0).describe("Documents counted in this calendar month (UTC).");
const words = z.int().min(0).describe("The words of those documents.");

const UsageRow = z
  .object({
    key_id: z
      .string()
      .nullable()
      .optional()
      .describe("With `by=key`: the id of the key; null for what an older version counted."),
    reference: z.string().nullable().optional().describe("With `by=reference`: the reference; null for none."),
    documents,
    words,
  })
  .meta({ id: "UsageRow", description: "The part of one key or reference in the usage." });

export type UsageRow = z.infer<typeof UsageRow>;

export const UsageResponse = z
  .object({
    period_start: time.describe("The first moment of the month."),
    period_end: time.describe("The first moment of the next month."),
    documents,
    words,
    document_limit: z.int().min(0).nullable().describe("The monthly allowance; null means no limit."),
    rows: z
      .array(UsageRow)
      .optional()
      .describe(
        "With `by`: one row per key or reference, most documents first. The rows add up to `documents` and `words`.",
      ),
  })
  .meta({
    id: "UsageResponse",
    description: "The use of the organization in this month.",
    examples: [
      {
        period_start: "2026-03-01T00:00:00Z",
        period_end: "2026-04-01T00:00:00Z",
        documents: 42,
        words: 310_000,
        document_limit: 1000,
        rows: [
          { reference: "Matter 2026-117", documents: 40, words: 300_000 },
          { reference: null, documents: 2, words: 10_000 },
        ],
      },
    ],
  });

export type UsageResponse = z.infer<typeof UsageResponse>;
