// Reports one digest of all redlines, so that two runs can be compared.

import { createHash } from "node:crypto";
import type { Report } from "../../runner/report.ts";
import type { Corpus } from "../find-corpus.ts";
import type { PairResult } from "./check-pair.ts";

export interface DigestRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  readonly comparer: string;
  /** In the order of their names. */
  readonly results: readonly PairResult[];
}

/** Returns a digest of all results. A pair without a redline contributes the reason for that. */
export function digestOf(results: readonly PairResult[], of: "bytes" | "content"): string {
  const hash = createHash("sha256");
  for (const { name, reason, digests } of results) hash.update(`${name} ${digests[of]} ${reason}\n`);
  return hash.digest("hex");
}

export function reportDigest({ corpus, seed, comparer, results }: DigestRun): Report {
  const digest = digestOf(results, "bytes");
  const content = digestOf(results, "content");
  const crashed = results.filter(({ outcome }) => outcome === "crashed");
  return {
    text: [
      ...crashed.map(({ name, reason }) => `crashed: ${name}: ${reason}`),
      `Digest of ${results.length} redlines: ${digest}`,
      `Digest of what is packed in them: ${content}`,
    ],
    tally: { passed: results.length - crashed.length, failed: crashed.length },
    figures: { corpus, seed, comparer, pairs: results.length, digest, content },
    bar: { wanted: "every pair is compared", isMet: crashed.length === 0 && results.length > 0 },
  };
}
