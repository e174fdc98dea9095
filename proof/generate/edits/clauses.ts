// Splits a clause into a list of two paragraphs, each with a letter.

import type { EditFinder } from "../draft.ts";
import { canChange, changeText, matchesIn } from "../places.ts";
import { hasRoomBehind, splitAt } from "./paragraphs.ts";

/** Minimum number of characters of each half. */
const LEAST_HALF = 20;
const LETTERS = ["(a) ", "(b) "] as const;

export const splitList: EditFinder = (draft) => {
  const found = draft.pick(draft.body, (place) => {
    const isOpen = hasRoomBehind(place) && place.twin === undefined;
    if (!isOpen || !canChange(place, { start: 0, end: 0, inserted: "" })) return undefined;
    const spaces = matchesIn(place, "(?<=[;,.]) (?=\\S)");
    return draft.draw(spaces.filter(({ start, end }) => start >= LEAST_HALF && place.text.length - end >= LEAST_HALF));
  });
  if (found === undefined) return undefined;
  const [place, { start, end }] = found;
  return () => {
    draft.touch(place);
    const [first, second] = LETTERS;
    changeText(place, { start: end, end, inserted: second });
    splitAt(place, start, end);
    changeText(place, { start: 0, end: 0, inserted: first });
    const { reference: story, index: paragraph, text } = place;
    const after = [first + text.slice(0, start), second + text.slice(end)];
    const marked = { removed: text.slice(start, end), inserted: `${first}\n${second}` };
    return { story, paragraph, before: [text], after, offset: 0, ...marked };
  };
};
