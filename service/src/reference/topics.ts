// The reference topics: what each says, and which there are. Their texts come from the tables the code works with, or
// lie beside this file and are held to the code by a test.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ApiError, quote } from "../contract/api-error.ts";
import { errorsTopic } from "./errors-topic.ts";

/** In the order in which they are listed. Those without a text belong to operations that are not here yet. */
const topicNames = ["errors", "redline", "listing", "edits", "local_copy"] as const;

type TopicName = (typeof topicNames)[number];

/** What every topic keeps to. */
export const topicBytes = 20 * 1024;

const texts: Readonly<Partial<Record<TopicName, string>>> = {
  errors: errorsTopic(),
  redline: readFileSync(join(import.meta.dirname, "redline.md"), "utf8"),
};

/** Throws INVALID_REQUEST for a topic that is none, or not here yet. */
export function readTopic(topic: string): string {
  const name = topicNames.find((known) => known === topic);
  if (name === undefined) throw new ApiError("INVALID_REQUEST", `topic must be one of ${topicNames.join(", ")}`);
  const text = texts[name];
  if (text === undefined) {
    const here = topicNames.filter((known) => texts[known] !== undefined);
    throw new ApiError("INVALID_REQUEST", `The topic ${quote(name)} is not here yet; here are ${here.join(", ")}.`);
  }
  return text;
}
