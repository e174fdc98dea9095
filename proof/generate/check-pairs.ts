// Makes and checks revised and noisy copies of corpus documents, and counts the kinds of edits.
//
// `node proof/generate/check-pairs.ts [--sample N] [--seed S] [--validate]`

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Corpus, findCorpus } from "../corpus/find-corpus.ts";
import { newKinds, stopValidator, validationKinds } from "../oracles/validation-kinds.ts";
import { readArguments } from "../runner/arguments.ts";
import { startProgress } from "../runner/progress.ts";
import { countWords, printReport, type Report } from "../runner/report.ts";
import { formatTable } from "../runner/table.ts";
import { checkNoise, checkRevision } from "./check-revision.ts";
import { addNoise } from "./noise/add-noise.ts";
import { type PairPlan, pairsFor } from "./pairs-for.ts";
import { reviseDocument } from "./revise-document.ts";

const PAIRS = 300;
/** With `--validate`, one pair out of this many is validated, because validating takes longer than everything else. */
const VALIDATED = 5;

interface Checked {
  readonly path: string;
  readonly kinds: readonly string[];
  readonly noise: readonly string[];
  readonly problems: readonly string[];
}

async function checkPair({ root }: Corpus, plan: PairPlan, isValidated: boolean): Promise<Checked> {
  const bytes = readFileSync(join(root, plan.path));
  const revised = reviseDocument(bytes, plan);
  const noisy = addNoise(bytes, { seed: plan.seed });
  const isRepeated =
    Buffer.compare(revised.bytes, reviseDocument(bytes, plan).bytes) === 0 &&
    Buffer.compare(noisy.bytes, addNoise(bytes, { seed: plan.seed }).bytes) === 0;
  const base = revised.base ?? bytes;
  const problems = [
    ...(isRepeated ? [] : ["the same seed gives other bytes"]),
    ...checkRevision(base, revised.bytes, revised.truth),
    ...checkNoise(bytes, noisy.bytes).map((problem) => `noise: ${problem}`),
    ...(isValidated ? newKinds(await validationKinds(base), await validationKinds(revised.bytes)) : []),
    ...(isValidated ? newKinds(await validationKinds(bytes), await validationKinds(noisy.bytes)) : []),
  ];
  const kinds = [...new Set(revised.truth.edits.map(({ kind }) => kind))];
  return { path: plan.path, kinds, noise: noisy.kinds, problems };
}

function reportOf(checked: readonly Checked[]): Report {
  const kinds = countWords(checked.flatMap((pair) => pair.kinds));
  const noise = countWords(checked.flatMap((pair) => pair.noise));
  const wrong = checked.filter(({ problems }) => problems.length > 0);
  const bases = new Set(checked.map(({ path }) => path)).size;
  return {
    text: [
      formatTable(["kind of edit", "pairs"], Object.entries(kinds)),
      formatTable(["kind of noise", "copies"], Object.entries(noise)),
      ...wrong.map(({ path, problems }) => `${path}: ${problems.join("; ")}`),
    ],
    tally: { passed: checked.length - wrong.length, failed: wrong.length },
    figures: { pairs: checked.length, bases, kinds: Object.keys(kinds).length },
    bar: { wanted: "every copy opens, is as sound as its base, and its truth is whole", isMet: wrong.length === 0 },
  };
}

async function main(words: readonly string[]): Promise<number> {
  const { selection, seed, flags } = readArguments(words, ["validate"]);
  const corpus = findCorpus(process.env);
  const count = selection?.kind === "sample" ? selection.size : PAIRS;
  const progress = startProgress("pairs", count);
  const checked: Checked[] = [];
  for (const plan of pairsFor({ corpus, count, seed })) {
    const isValidated = flags.has("validate") && checked.length % VALIDATED === 0;
    checked.push(await checkPair(corpus, plan, isValidated));
    progress.advance();
  }
  progress.finish();
  stopValidator();
  return printReport("pairs", reportOf(checked), console.log);
}

process.exitCode = await main(process.argv.slice(2));
