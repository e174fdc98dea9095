// Plans clashes: the same number of clashes and near misses of each kind, spread over many documents.

import type { CorpusFile } from "../../../corpus/manifest.ts";
import { drawIndex, seededRandom, shuffle } from "../../../runner/random.ts";
import { basesOf, type PairSettings } from "../../pairs-for.ts";
import { type ClashKind, type ClashPlan, clashKinds } from "./make-clash.ts";

export interface BasedClash extends ClashPlan {
  readonly name: string;
  /** Paths from the root of the corpus. The first document with a position for the clash is used. */
  readonly paths: readonly string[];
}

const MOST_BYTES = 150_000;
/** Maximum number of documents that are tried. */
const TRIES = 12;
const IN_TABLES: ReadonlySet<ClashKind> = new Set(["rows_in_gap", "columns_in_gap"]);

export function clashesFor({ corpus, count, seed }: PairSettings): BasedClash[] {
  const bases = basesOf(corpus).filter(({ bytes }) => bytes <= MOST_BYTES);
  return clashKinds.flatMap((kind) => {
    const isFit = ({ features }: CorpusFile): boolean => !IN_TABLES.has(kind) || features.has("table");
    const pool = shuffle(bases.filter(isFit), seededRandom("clash bases", seed, kind));
    return [false, true].flatMap((isNear) =>
      Array.from({ length: pool.length === 0 ? 0 : count }, (_, number): BasedClash => {
        const random = seededRandom("clash plan", seed, kind, number, String(isNear));
        const tried = Array.from({ length: Math.min(TRIES, pool.length) }, (_each, at) => {
          return pool[(number * 7 + at * 31 + (isNear ? 3 : 0)) % pool.length]!.path;
        });
        const name = `${isNear ? "near" : "clash"}-${kind}-${seed}-${String(number).padStart(3, "0")}`;
        return { name, kind, isNear, seed: drawIndex(random, 2 ** 31), paths: [...new Set(tried)] };
      }),
    );
  });
}
