// A comment, or a reply to one, as it reads: who said what, and when.

import { paragraphsOf } from "../document/blocks.ts";
import type { Comment } from "../document/comments.ts";
import { ParagraphReader } from "../document/inlines.ts";
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
