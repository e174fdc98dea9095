// The history of a document: which of its versions first had each passage of the last one.
//
// Each version is compared with those it was made from, as a redline would; what it kept of them keeps its history, and so does
// what it moved (docs/design/history.md). Nothing is aligned here that compare does not align.

import { defaultOptions } from "../compare/options.ts";
import { bodyContainer, planDocument } from "../compare/plan/plan-document.ts";
import type { WordDocument } from "../document/open-document.ts";
import { Failure, type Notice } from "../failures/failure.ts";
import { readSources } from "../redline/content/read-sources.ts";
import { Gate } from "../redline/gate/check-redline.ts";
import { breaksNoRule } from "../redline/gate/keeps-rules.ts";
import { distinctAuthors } from "../redline/script/distinct-authors.ts";
import { type Written, writeScript } from "../redline/write/write-script.ts";
import { Births } from "./births.ts";
import { carryOver } from "./carry-over.ts";
import { type HistoryContent, historyScript, placeName } from "./history-script.ts";
import { type PassageBlock, readPassages } from "./read-passages.ts";
import { readStories } from "./read-stories.ts";

/** A version of a document; those of a history share their names and hold no tracked changes. */
export interface Version {
  readonly document: WordDocument;
  /** The name of the version, as a reader knows it. */
  readonly name: string;
  /** Who made it; empty where nobody is named. */
  readonly author: string;
  /** When it was made: ISO 8601 in UTC, to the second. */
  readonly date: string;
  /** The versions it was made from, by their places before its own: the one before it, unless they are named. A merge has several. */
  readonly parents?: readonly number[];
}

export interface DocumentHistory {
  readonly blocks: readonly PassageBlock[];
  /**
   * Writes the last version, with each passage that came after the root as an insertion by its version. Throws a Failure when that
   * would not read as the last version.
   */
  readonly write: () => Written;
  /** The cost of aligning. */
  readonly steps: number;
}

/** The history of the last version, root first, each behind those it was made from. */
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

/** A paragraph that would not read as it should stands without marks. */
function writeHistory(content: Omit<HistoryContent, "plain">): Written {
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
