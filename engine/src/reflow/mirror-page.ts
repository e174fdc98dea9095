// Mirrors a page that is read from right to left (RFL-4).
//
// All other rules then read every page from left to right.

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
      // In a mirrored line, the words that were left-to-right now run against the direction.
      isRightToLeft: !text.isRightToLeft && /\p{L}/u.test(text.text),
    })),
    boxes: boxes.map((box) => ({ ...box, left: width - box.right, right: width - box.left })),
  };
}
