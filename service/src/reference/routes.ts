// Serves GET /v1/reference/{topic}.
//
// It creates nothing and counts nothing, so callers can use it to check a key.

import { z } from "zod";
import type { VersusApp } from "../contract/app.ts";
import { ReferenceTopic } from "../contract/schemas.ts";
import { readTopic } from "./topics.ts";

const topicPath = z.object({
  topic: z.string().describe("The name of the topic: errors, redline, listing, edits or local_copy."),
});

export function registerReferenceRoutes(app: VersusApp): void {
  app.route({
    method: "GET",
    url: "/v1/reference/:topic",
    config: {
      operation: {
        id: "readReference",
        tag: "Reference",
        summary: "Read a reference topic",
        description:
          "Returns the topic as Markdown. Creates nothing and costs nothing, so a 200 also shows that a key works.",
        refusals: ["INVALID_REQUEST"],
      },
    },
    schema: { params: topicPath, response: { 200: ReferenceTopic } },
    handler: async ({ params: { topic } }) => ({ topic, text: readTopic(topic) }),
  });
}
