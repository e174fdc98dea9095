// Returns the history of a document: which version first had each passage of the last version.

import { acceptedNotices } from "../compare/input-notices.ts";
import { ensure, type Notice } from "../failures/failure.ts";
import { noticesInWords, type WordedNotice } from "../failures/notice-words.ts";
import { historyOf, type Version } from "../history/history.ts";
import { decide } from "./decide.ts";
import { type Document, readTogether } from "./documents.ts";

export interface DocumentVersion {
  readonly document: Document;
  /** Id of the version in the calling program. */
  readonly id: string;
  /** Name of the version as shown to readers, for example its file name. */
  readonly name: string;
  readonly author: string | null;
  /** Time at which the version was made, ISO 8601 in UTC, to the second. */
  readonly date: string;
  /**
   * Indexes of the versions that this one was made from, each lower than its own index. Default: the version directly before
   * it. The result of a merge has several.
   */
  readonly parents?: readonly number[];
}

/** The versions and authors of all passages of the last version, as JSON and as a Word document. */
export interface History {
  readonly json: HistoryJson;
  /**
   * Writes the last version with each passage that is newer than the root as a tracked insertion. Each version has its own
   * author name. Throws a Failure if the document would not read as the last version.
   */
  readonly write: () => { readonly document: Document; readonly notices: readonly Notice[] };
  /** Notices from reading the versions. */
  readonly notices: readonly Notice[];
  /** Cost of alignment in steps; the same on every machine. */
  readonly steps: number;
}

/** The paragraphs of the last version. A passage ends where the text of another version begins. */
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
  /** Version that first had the passage; author and date are those of that version. */
  readonly version_id: string;
  readonly author: string | null;
  readonly date: string;
}

/**
 * Returns the version that introduced each passage of the last version. The root is first, and each version follows all
 * versions that it was made from. Versions are read with their tracked changes accepted. If a version is the draft of a
 * merge, the first revised copy's side of each open conflict is kept.
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

/** Returns a copy without tracked changes and conflicts. */
function settled(document: Document): Document {
  const decided = decide(document, { rest: "accept" });
  return decided.kind === "decided" ? decided.document : document;
}
