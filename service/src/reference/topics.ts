// Lists the reference topics and their texts.
//
// The texts are generated from the tables that the code uses, or are files beside this one that a test compares with
// the code.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ApiError } from "../contract/api-error.ts";
import { editsTopic } from "./edits-topic.ts";
import { errorsTopic } from "./errors-topic.ts";
import { listingTopic } from "./listing-topic.ts";

/** Maximum size of a topic. */
export const topicBytes = 20 * 1024;

/** In the order in which they are listed. */
const texts = {
  errors: errorsTopic(),
  redline: readBeside("redline.md"),
  listing: listingTopic(),
  edits: editsTopic(),
  local_copy: readBeside("local-copy.md"),
} as const;

export const topicNames = Object.keys(texts) as readonly (keyof typeof texts)[];

/** Maps a topic to the title of its page, and a sentence for those who choose what to read. */
const titles: Readonly<Record<(typeof topicNames)[number], readonly [title: string, says: string]>> = {
  errors: ["Errors", "Every error code: its meaning and what to do."],
  edits: ["Edits", "Every type of edit with an example, and how to repair a refused request."],
  listing: ["Content of a file", "Every field of the content, and how a text selector matches."],
  redline: ["Change markup", "The markup of the Markdown rendering of a redline."],
  local_copy: ["A user's own copy", "How to keep a file on disk and its upload in agreement."],
};

export const topicPages = Object.entries(titles).map(([name, [title, says]]) => {
  return { name, title, says, markdown: readTopic(name) };
});

function readBeside(name: string): string {
  return readFileSync(join(import.meta.dirname, name), "utf8");
}

/** Returns the text of a topic. Throws INVALID_REQUEST for an unknown topic. */
export function readTopic(topic: string): string {
  const name = topicNames.find((known) => known === topic);
  if (name === undefined) throw new ApiError("INVALID_REQUEST", `topic must be one of ${topicNames.join(", ")}`);
  return texts[name];
}
