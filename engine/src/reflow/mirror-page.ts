// A page that is read from right to left, seen in a mirror (RFL-4): the rules then read every page from left to right.

import type { PlacedPage } from "./page.ts";

export interface UprightPage extends PlacedPage {
  readonly isMirrored: boolean;
}

export function mirrored(page: PlacedPage): UprightPage {
  let balance = 0;
  for (const { isRightToLeft, text } of page.texts) balance += isRightToLeft ? text.length : -text.length;
  if (balance <= 0) return { ...page, isMirrored: false };
  const { width, texts, boxes } = page;
  return {
    ...page,
    isMirrored: true,
    texts: texts.map((text) => ({
      ...text,
      x: width - text.x - text.width,
      // Against the direction of a mirrored line are the words that were not.
      isRightToLeft: !text.isRightToLeft && /\p{L}/u.test(text.text),
    })),
    boxes: boxes.map((box) => ({ ...box, left: width - box.right, right: width - box.left })),
  };
}
