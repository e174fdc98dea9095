// Prints notices about the documents, one line each.

import { type Notice, noticesInWords } from "@versus/engine/tasks";

export function noticeWords(notices: readonly Notice[]): string[] {
  return noticesInWords(notices).map(({ message }) => `note: ${message}`);
}
