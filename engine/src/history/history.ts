// Finds the version of a document that first had each passage of its last version.
//
// Each version is compared with its parents as for a redline. Kept and moved content keeps its history
// (docs/design/history.md). All alignment is done by compare.

import { defaultOptions } from "../compare/options.ts";
import { bodyContainer, planDocument } from "../compare/plan/plan-document.ts";
import type { WordDocument } from "../document/open-document.ts";
import { Failure, type Notice } from "../failures/failure.ts";
import { readSources } from "../redline/content/read-sources.ts";
import { Gate } from "../redline/gate/check-redline.ts";
import { breaksNoRule } from "../redline/gate/keeps-rules.ts";
import { distinctAuthors } from "../redline/script/distinct-authors.ts";
import { type WrittenRedline, writeScript } from "../redline/write/write-script.ts";
import { Births } from "./births.ts";
import { carryOver } from "./carry-over.ts";
import { type HistoryContent, historyScript, placeName } from "./history-script.ts";
import { type PassageBlock, readPassages } from "./read-passages.ts";
import { readStories } from "./read-stories.ts";

/** A version of a document. All versions of a history share one name table (`Names`) and contain no tracked changes. */
export interface Version {
  readonly document: WordDocument;
  /** The name of the version as a reader knows it. */
  readonly name: string;
  /** Empty if no author is known. */
  readonly author: string;
  /** The time of creation: ISO 8601 in UTC, to the second. */
  readonly date: string;
  /** The indexes of its parents, which come before it. Default: the previous version. A merge has several. */
  readonly parents?: readonly number[];
}

export interface DocumentHistory {
  readonly blocks: readonly PassageBlock[];
  /**
   * Writes the last version, with each passage added after the root as an insertion by its version. Throws a `Failure` if the
   * result would not read as the last version.
   */
  readonly write: () => WrittenRedline;
  /** The number of steps that aligning cost. */
  readonly steps: number;
}

/** Returns the history of the last version. The root is first, and each version comes after its parents. */
export function historyOf(versions: readonly [Version, ...Version[]]): DocumentHistory {
  const known = [new Births(0)];
  let steps = 0;
  for (const [version, { document, parents = [version - 1] }] of versions.entries()) {
    if (version === 0) continue;
    const later = new Births(version);
    for (const parent of parents) {
      const [before, after] = readSources([versions[parent]!.document, document], 1);
      const plan = planDocument(before!, after!, defaultOptions);
      carryOver({ plan, before: before!, after: after!, births: known[parent]! }, later);
      steps += plan.planning.budget.used;
    }
    known.push(later);
  }
  const births = known.at(-1)!;
  const [source] = readSources([versions.at(-1)!.document], 0);
  const stories = readStories(source!.document);
  const authors = distinctAuthors(
    versions.map(({ author, name }) => ({ author: author === "" ? name : author, name })),
  );
  const labels = versions.map(({ date }, index) => ({ author: authors[index]!, date }));
  const content = { source: source!, body: bodyContainer(source!), stories, births, labels };
  return { blocks: readPassages(source!, births, stories), write: () => writeHistory(content), steps };
}

/** Writes a paragraph without marks if it would otherwise not read as it must. */
function writeHistory(content: Omit<HistoryContent, "plain">): WrittenRedline {
  const { source } = content;
  const gate = new Gate([{ view: "accepted", shows: source }], source);
  const plain = new Set<string>();
  const notices: Notice[] = [];
  while (true) {
    const written = writeScript(historyScript({ ...content, plain }));
    const mismatch = gate.check(source.withDocument(written.document));
    if (mismatch === undefined) {
      if (breaksNoRule(written.document, [source.document], source.fingerprints)) {
        return { document: written.document, notices: [...written.notices, ...notices] };
      }
      throw new Failure("OUTPUT_INVALID", "A rule of the format would be broken");
    }
    const { expected } = mismatch;
    const place = expected === undefined ? undefined : placeName(expected.part, expected.node);
    if (place === undefined || plain.has(place)) {
      const part = expected?.part ?? mismatch.found?.part ?? source.document.main;
      throw new Failure("OUTPUT_NOT_REVERSIBLE", "The history does not read as the last version", { part });
    }
    plain.add(place);
    notices.push({ code: "BLOCK_FALLBACK", part: expected!.part });
  }
}
