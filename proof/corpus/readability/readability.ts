// Implements `corpus readability`: counts faults of redlines that readers complained about.
//
// The reader that counts shares no code with the engine.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import { type Command, type CorpusRun, runJobs } from "../command.ts";
import { listPairs } from "../compare/pairs.ts";
import type { Corpus } from "../find-corpus.ts";
import { crashedReading, type ReadJob, type ReadResult, work } from "./judge-pair.ts";

export const readability: Command = {
  name: "readability",
  purpose:
    "stranded words, crumbs, torn brackets, texts replaced by themselves, compounds, labels and leads in redlines",
  flags: { verbose: "where pairs are torn that nothing mends", made: "the made cases alone" },
  run: runReadability,
};

/**
 * Number of stranded words in all pairs before the engine had rules against them, and the share of them that is still
 * permitted.
 */
const STRANDED_AT_START = 169;
const STRANDED_LEFT = 0.15;
/** Number of crumbs before the engine joined phrases, and the share of them that is still permitted. */
const CRUMBS_AT_START = 296;
const CRUMBS_LEFT = 0.5;
/** The number of lost changes that are known (Limits in `compare.md`). It may fall and never rise. */
const KNOWN_LOST = 1;
/** Number of jobs that share the made cases. */
const SHARES = 24;

async function runReadability(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const shares = Array.from({ length: SHARES }, (_, first): ReadJob => {
    return { kind: "made", name: `made ${first}`, seed: options.seed, first, every: SHARES };
  });
  const pairs = options.flags.has("made") ? [] : pairsOf(corpus);
  const module = new URL("./judge-pair.ts", import.meta.url).href;
  const results = await runJobs(run, { module, work, onCrash: crashedReading }, [...pairs, ...shares]);
  return reportReadability(results, { pairs: pairs.length, isVerbose: options.flags.has("verbose") });
}

type PairJob = ReadJob & { readonly kind: "pair" };

/** Returns the pairs that readers judged, and all real pairs. */
export function pairsOf(corpus: Corpus): PairJob[] {
  const folder = join(corpus.root, "readability");
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const judged = names.map((name) => ({
    kind: "pair" as const,
    name: `readability-${name}`,
    before: join(folder, name, "before.docx"),
    after: join(folder, name, "after.docx"),
  }));
  const real = listPairs(corpus, ["pairs"], 1).flatMap(({ name, source }): PairJob[] =>
    source.kind === "files" ? [{ kind: "pair", name, before: source.before, after: source.after }] : [],
  );
  return [...judged.filter(({ before }) => existsSync(before)), ...real];
}

function reportReadability(
  results: readonly ReadResult[],
  { pairs, isVerbose }: { readonly pairs: number; readonly isVerbose: boolean },
): Report {
  const sum = (tell: (result: ReadResult) => number): number => results.reduce((all, result) => all + tell(result), 0);
  const made = results.flatMap((result) => result.made);
  const wrong = made.filter(({ problem }) => problem !== undefined);
  const failed = results.filter(({ failure }) => failure !== undefined);
  const [crumbs, sameLeads] = [sum((result) => result.crumbs), sum((result) => result.sameLeads)];
  const [stranded, torn, fallbacks] = [
    sum((result) => result.stranded),
    sum((result) => result.torn),
    sum((result) => result.fallbacks),
  ];
  const others = results.flatMap(({ name, tornOtherwise }) => tornOtherwise.map((place) => `${name}: ${place}`));
  const same = results.flatMap((result) => result.same.map((place) => `${result.name}: ${place}`));
  const lost = results.flatMap(({ name, lostLooks }) => lostLooks.map((place) => `${name}: ${place}`));
  const markup = results.filter(({ isMarkup }) => isMarkup).length;
  const bars = [
    { name: "stranded words", figure: stranded, isMet: stranded <= STRANDED_LEFT * STRANDED_AT_START },
    { name: `crumbs (${CRUMBS_AT_START} before)`, figure: crumbs, isMet: crumbs <= CRUMBS_LEFT * CRUMBS_AT_START },
    { name: "torn pairs that could be mended", figure: torn, isMet: torn === 0 },
    { name: "texts replaced by themselves", figure: same.length, isMet: same.length === 0 },
    { name: "blocks replaced", figure: fallbacks, isMet: fallbacks === 0 },
    { name: `visible changes lost (${KNOWN_LOST} known)`, figure: lost.length, isMet: lost.length <= KNOWN_LOST },
    { name: "made cases not as wanted", figure: wrong.length, isMet: wrong.length === 0 },
    { name: "pairs without a redline", figure: failed.length, isMet: failed.length === 0 },
  ];
  const kinds = [...Map.groupBy(made, ({ kind }) => kind)].map(([kind, cases]) => {
    const right = cases.filter(({ problem }) => problem === undefined).length;
    return [kind, String(cases.length), String(right)];
  });
  const missed = bars.filter(({ isMet }) => !isMet);
  const worst = results
    .filter((result) => result.stranded + result.torn > 0)
    .map(({ name, ...counts }) => `${name}: stranded ${counts.stranded}, torn ${counts.torn}`);
  return {
    text: [
      formatTable(["made cases", "made", "as wanted"], kinds),
      ...wrong
        .toSorted((one, other) => (one.kind < other.kind ? -1 : 1))
        .slice(0, TOLD)
        .map(({ kind, problem }) => `${kind}: ${problem}`),
      ...failed.map(({ name, failure }) => `${name}: ${failure}`),
      ...worst,
      ...same.slice(0, isVerbose ? undefined : TOLD),
      ...lost,
      `Pairs compared by the markup of all formatting: ${markup}`,
      `Replacements that begin or end with the same word: ${sameLeads}`,
      `Torn pairs that neither sliding nor three signs mend: ${others.length}`,
      ...(isVerbose ? others : []),
      ...bars.map(({ name, figure, isMet }) => `${isMet ? "ok   " : "SHORT"} ${name}: ${figure}`),
    ],
    tally: { passed: bars.length - missed.length, failed: missed.length },
    figures: {
      pairs,
      stranded,
      strandedAtStart: STRANDED_AT_START,
      crumbs,
      crumbsAtStart: CRUMBS_AT_START,
      sameLeads,
      torn,
      tornOtherwise: others.length,
      same: same.length,
      fallbacks,
      lostLooks: lost.length,
      markup,
      made: made.length,
      wrong: wrong.length,
    },
    bar: {
      wanted: `stranded words at most ${STRANDED_LEFT} of ${STRANDED_AT_START}, crumbs at most ${CRUMBS_LEFT} of ${CRUMBS_AT_START}, no torn pair that could be mended, no text replaced by itself, no block replaced, at most ${KNOWN_LOST} visible change lost, every made case as wanted`,
      isMet: missed.length === 0,
    },
  };
}

const TOLD = 30;
