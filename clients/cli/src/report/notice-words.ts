// Prints notices about the documents: one line for each on which a reader can act, one line for all others.

import { type Notice, noticeLines, noticesInWords } from "@versus/engine/tasks";

export function noticeWords(notices: readonly Notice[]): string[] {
  return noticeLines(noticesInWords(notices)).map((line) => `note: ${line}`);
}
