// The versions of a document into the history of its passages.

import { acceptedNotices } from "../compare/input-notices.ts";
import { ensure, type Notice } from "../failures/failure.ts";
import { noticesInWords, type WordedNotice } from "../failures/notice-words.ts";
import { historyOf, type Version } from "../history/history.ts";
import { decide } from "./decide.ts";
import { type Document, readTogether } from "./documents.ts";

export interface DocumentVersion {
  readonly document: Document;
  /** The id that callers know the version by. */
  readonly id: string;
  /** Its name, as a reader knows it. */
  readonly name: string;
  readonly author: string | null;
  /** When it was made: ISO 8601 in UTC, to the second. */
  readonly date: string;
  /** The versions it was made from, by their places before its own: the one before it, unless they are named. A merge has several. */
  readonly parents?: readonly number[];
}

/** Who wrote which passage of the last version, told as JSON and as a Word document. */
export interface History {
  readonly json: HistoryJson;
  /**
   * Writes the last version, with each passage that came after the root as a tracked insertion; every version has an author of its own.
   * Throws a Failure rather than give a document that does not read as the last version.
   */
  readonly write: () => { readonly document: Document; readonly notices: readonly Notice[] };
  /** Of reading the versions. */
  readonly notices: readonly Notice[];
  /** The cost of aligning in steps: the same on every machine. */
  readonly steps: number;
}

/** The paragraphs of the last version, each cut where another version brought the text. */
export interface HistoryJson {
  readonly schema_version: 1;
  readonly version_id: string;
  readonly blocks: readonly HistoryBlock[];
  readonly notices: readonly WordedNotice[];
}

export interface HistoryBlock {
  readonly id: string;
  readonly content: readonly HistoryPassage[];
}

export interface HistoryPassage {
  readonly text: string;
  /** The version that first had it, who made that version, and when. */
  readonly version_id: string;
  readonly author: string | null;
  readonly date: string;
}

/**
 * Which version first had each passage of the last one. The versions come root first, each behind those it was made from. They are
 * read with their tracked changes accepted; of a conflict in a merge the first revision's side stands.
 */
export function history(versions: readonly DocumentVersion[]): History {
  const opened = readTogether(versions.map(({ document }) => document));
  const read = versions.map(({ author, ...version }, index): Version & { notices: readonly Notice[] } => {
    const notices = [...version.document.notices, ...acceptedNotices(opened[index]!, version.name)];
    return { ...version, author: author ?? "", document: settled(opened[index]!), notices };
  });
  const [root, ...others] = read;
  ensure(root !== undefined, "a history has a version");
  const { blocks, write, steps } = historyOf([root, ...others]);
  const notices = read.flatMap((one) => one.notices.map((notice) => ({ ...notice, source: one.name })));
  const passages = blocks.map(({ id, passages }) => ({
    id,
    content: passages.map(({ text, version }) => {
      const { id: version_id, author, date } = versions[version]!;
      return { text, version_id, author, date };
    }),
  }));
  const version_id = versions.at(-1)!.id;
  return {
    json: { schema_version: 1, version_id, blocks: passages, notices: noticesInWords(notices) },
    write,
    notices,
    steps,
  };
}

/** A document without tracked changes and conflicts. */
function settled(document: Document): Document {
  const decided = decide(document, { rest: "accept" });
  return decided.kind === "decided" ? decided.document : document;
}
