// Reads a comment or a reply: author, date and text.

import type { Comment } from "../document/marks/comments.ts";
import { paragraphsOf } from "../document/text/blocks.ts";
import { ParagraphReader } from "../document/text/inlines.ts";
import { utcDate } from "./changes/change-dates.ts";
import type { RedlineReply } from "./redline.ts";

export function readReply({ author, date, story }: Comment): RedlineReply {
  const reader = new ParagraphReader(story);
  const told = utcDate(date);
  return {
    author,
    ...(told === undefined ? {} : { date: told }),
    text: paragraphsOf(story)
      .map((paragraph) => reader.read(paragraph).text)
      .join("\n"),
  };
}
