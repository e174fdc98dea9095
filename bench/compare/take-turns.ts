// Runs all contenders on one pair in turns, run by run.
//
// So disturbances of the machine affect all of them. The first runs warm a process up; the median of the others counts.

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender, Question, Run } from "./contenders.ts";
import { countMarked } from "./marked-text.ts";
import type { Pair } from "./pairs.ts";
import { readViews, type Views } from "./read-views.ts";

const WARM_UPS = 2;
const COUNTED = 5;
/** A run of more CPU milliseconds is slow: one warm-up run and one counted run are enough. */
const SLOW = 3_000;
/** Maximum number of characters of a printed reason. */
const MOST_LETTERS = 80;

export type Outcome =
  | {
      readonly kind: "finished";
      /** Median of the milliseconds. */
      readonly cpu: number;
      /** Maximum megabytes of its process. */
      readonly memory: number;
      /** Number of marked characters. */
      readonly marked: number;
      /** Number of marked pieces. */
      readonly pieces: number;
      /** True if accepting and rejecting all changes gives the texts of the two documents. */
      readonly isRight: boolean;
    }
  | { readonly kind: "left-out"; readonly reason: string };

export type Finished = Extract<Outcome, { kind: "finished" }>;

/** Returns the outcome of each contender by name. The files remain in the folder. */
export async function takeTurns(
  pair: Pair,
  contenders: readonly Contender[],
  folder: string,
): Promise<Map<string, Outcome>> {
  const expected = { accepted: viewOf(pair.after), rejected: viewOf(pair.before) };
  const players = contenders.map((contender, index) => new Player(contender, pair, join(folder, `turns-${index}`)));
  for (let turn = 0; turn < WARM_UPS + COUNTED; turn += 1) {
    for (const player of players) await player.takeTurn();
  }
  return new Map(players.map((player) => [player.name, player.outcome(expected)]));
}

class Player {
  readonly name: string;
  readonly #contender: Contender;
  #question: Question;
  readonly #runs: Run[] = [];
  #reason: string | undefined;

  constructor(contender: Contender, { before, after }: Pair, folder: string) {
    this.name = contender.name;
    this.#contender = contender;
    mkdirSync(folder, { recursive: true });
    this.#question = { before, after, to: join(folder, "redline.docx") };
    try {
      this.#question = contender.prepare(this.#question, folder);
    } catch (problem) {
      this.#reason = `cannot be given the documents (${firstLine(problem)})`;
    }
  }

  async takeTurn(): Promise<void> {
    const isSlow = (this.#runs[1]?.cpu ?? 0) > SLOW;
    if (this.#reason !== undefined || isSlow) return;
    const answer = await this.#contender.run(this.#question);
    if ("error" in answer) this.#reason = firstLine(answer.error);
    else this.#runs.push(answer.ok);
  }

  outcome(expected: Views): Outcome {
    if (this.#reason !== undefined) return { kind: "left-out", reason: this.#reason };
    const counted = this.#runs.slice(Math.min(WARM_UPS, this.#runs.length - 1));
    try {
      const redline = readFileSync(this.#question.to);
      const { characters: marked, pieces } = countMarked(redline);
      return {
        kind: "finished",
        cpu: median(counted.map(({ cpu }) => cpu)),
        memory: Math.max(...this.#runs.map(({ memory }) => memory)),
        marked,
        pieces,
        isRight: isSame(readViews(redline), expected),
      };
    } catch (problem) {
      return { kind: "left-out", reason: `its redline cannot be read (${firstLine(problem)})` };
    }
  }
}

/** Returns the texts of a document without tracked changes. */
function viewOf(file: string): readonly string[] {
  try {
    return readViews(readFileSync(file)).accepted;
  } catch {
    // No engine can be right about a file that cannot be read.
    return ["\0"];
  }
}

function isSame(found: Views, expected: Views): boolean {
  const isEqual = (one: readonly string[], other: readonly string[]): boolean => one.join("\n") === other.join("\n");
  return isEqual(found.accepted, expected.accepted) && isEqual(found.rejected, expected.rejected);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

function firstLine(problem: unknown): string {
  const text = problem instanceof Error ? problem.message : String(problem);
  return text.split("\n")[0]!.replace(/:$/, "").slice(0, MOST_LETTERS);
}
