// Prints notices about the documents: one line for each on which a reader can act, one line for all others.

import { type Notice, noticeLines, noticesInWords, type RedlineJson } from "@versus/engine/tasks";
import { printable } from "./printable.ts";

type WordedNotices = RedlineJson["notices"];

export function noticeWords(notices: readonly Notice[]): string[] {
  return linesOf(noticesInWords(notices));
}

/** Reads the notices from the JSON of a redline that the service made. */
export function noticeWordsOf(json: Uint8Array): string[] {
  const { notices = [] } = JSON.parse(new TextDecoder().decode(json)) as { readonly notices?: WordedNotices };
  return linesOf(notices);
}

/** The lines contain names of files, which must not control the terminal. */
function linesOf(notices: WordedNotices): string[] {
  return noticeLines(notices).map((line) => printable(`note: ${line}`));
}
