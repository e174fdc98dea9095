// Finds deleted last paragraphs that stay in a redline.
//
// The last mark of a story or cell, or before a table, is deleted by deleting the mark of the paragraph before it,
// whose properties it takes (EDT-67). There is room for one undecided change of properties (EDT-52). If one of the two
// paragraphs has another author's change, the last one is deleted whole. It stays if it contains text that another
// author deleted (docs/design/revisions.md, Deciding in steps). In a batch, the changes of earlier edits are the
// request's own and leave room; in a redline that is sent on they do not. A break whose removal is undecided stays too,
// because a paragraph must follow it.

import { type Reading, type Standing, sameContainer, samePart } from "./reading.ts";
import { SIGNATURE } from "./turns/send-in-turn.ts";

/**
 * True if a redline has a deleted last mark that stays. Either there is no room before it and its paragraph contains
 * another author's deletion. Or a deleted section break before it is followed only by empty paragraphs.
 */
export function hasStayingEnd({ all, content: { blocks, sections, revisions } }: Reading): boolean {
  const isGone = ({ paragraph: { mark } }: Standing): boolean =>
    mark?.kind === "deletion" && revisions.find(({ number }) => number === mark.revision)?.author === SIGNATURE.author;
  const changesIn = ({ part, paragraph: { index } }: Standing) =>
    revisions.filter(({ paragraph }) => paragraph?.index === index && samePart(paragraph.part, part));
  const isFormatted = (one: Standing): boolean => changesIn(one).some(({ property }) => property === "paragraph");
  const holdsOthers = (one: Standing): boolean =>
    changesIn(one).some(({ kind, author }) => kind === "deletion" && author !== SIGNATURE.author);
  const isBreak = (one: Standing): boolean =>
    one.part === undefined && sections.some(({ last_index }) => last_index === one.paragraph.index);
  const from = all.findLastIndex((one) => isBreak(one) && one.paragraph.index < blocks.length - 1);
  const isBare = blocks.slice(from + 1).every(({ text }) => text === "");
  if (from >= 0 && isGone(all[from]!) && isBare) return true;
  return all.some((last, at) => {
    const next = all[at + 1];
    if (!isGone(last) || (next !== undefined && sameContainer(last, next))) return false;
    const from = all.slice(0, at).findLastIndex((one) => !isGone(one));
    const before = all[from];
    if (before === undefined || !sameContainer(before, last)) return false;
    // A mark that an earlier edit deleted just before it is also undecided.
    const hasRoom =
      from === at - 1 && before.paragraph.mark === undefined && !isFormatted(before) && !isFormatted(last);
    return !hasRoom && all.slice(from + 1, at + 1).some(holdsOthers);
  });
}

/**
 * True if the last paragraph of the last section is empty and all other marks in that section are deleted. If the batch
 * inserts the break before that section, the last paragraph stays (EDT-67). If an earlier request deleted it, there was
 * no break yet, and it is deleted.
 */
export function endsBehindDeleted({ content: { blocks, sections } }: Reading): boolean {
  const behind = blocks.slice((sections.at(-2)?.last_index ?? -1) + 1);
  const deleted = behind.slice(0, -1);
  return deleted.length > 0 && behind.at(-1)!.text === "" && deleted.every((block) => block.mark?.kind === "deletion");
}
