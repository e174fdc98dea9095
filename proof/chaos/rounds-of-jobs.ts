// Submits jobs of several kinds over rounds, and each round kills a worker.
//
// Some jobs are kept and must end; others are deleted and must leave nothing.

import { waitUntil } from "@versus/tools/servers/guarded-process";
import type { Client } from "pg";
import { type PassingJobs, zeroDayMark } from "./delete-while-killing.ts";
import type { Findings } from "./findings.ts";
import type { KeptJobs } from "./kept-jobs.ts";
import { type Killing, ROUND_MILLISECONDS } from "./kill-in-rounds.ts";
import { countTakenOver, lookForRemains, type Remains, unfinishedJobs, unsettled } from "./look-for-remains.ts";
import type { ChaosService } from "./start-service.ts";

/** Part of a run for starting the service and finishing the jobs that were taken over last. */
const REST_MILLISECONDS = 50_000;
const MOST_ROUNDS_AFTER = 60;

export const tell = (line: string) => console.error(`chaos: ${line}`);

export interface Kept {
  readonly noun: string;
  /** One job of this kind per this number of the count. */
  readonly share: number;
  readonly jobs: Pick<KeptJobs<unknown>, "accepted" | "waiting" | "begin" | "look" | "finish">;
}

export interface Actors {
  readonly killing: Killing;
  readonly kept: readonly Kept[];
  readonly passing: PassingJobs;
}

export interface Amount {
  /** The number of kept jobs and of deleted jobs. */
  readonly count: number;
  readonly deleted: number;
  readonly rounds: number;
}

/** Returns the number of rounds that fit into so many minutes. */
export function roundsIn(minutes: number): number {
  return Math.max(2, Math.ceil((minutes * 60_000 - REST_MILLISECONDS) / ROUND_MILLISECONDS));
}

/** Returns the round in which the process that answers requests is killed. */
export function apiRound({ rounds }: Pick<Amount, "rounds">): number {
  return Math.floor(rounds / 2);
}

/** Returns the numbers of the jobs, counted from 0, that one round submits. */
export function shareOf(
  total: number,
  { round, rounds }: { readonly round: number; readonly rounds: number },
): number[] {
  const first = Math.floor((total * round) / rounds);
  const end = Math.floor((total * (round + 1)) / rounds);
  return Array.from({ length: end - first }, (_, index) => first + index);
}

/** Runs rounds until no job is waiting, at most `MOST_ROUNDS_AFTER`. */
export async function untilNoneWaits(
  jobs: Pick<KeptJobs<unknown>, "waiting" | "look">,
  killing: Killing,
): Promise<void> {
  for (let rest = 0; jobs.waiting > 0 && rest < MOST_ROUNDS_AFTER; rest += 1) {
    await killing.round([], () => jobs.look());
  }
}

/** Submits all jobs, and checks that each kept job ends once and that deleted jobs leave nothing. */
export async function runRounds(
  amount: Amount,
  actors: Actors,
  { service, database, findings }: RoundsPlace,
): Promise<void> {
  const { killing, kept, passing } = actors;
  const remains = { ...service, database };
  await submit(amount, actors);
  const handedIn = kept.map(({ noun, jobs }) => `${jobs.accepted} ${noun}`).join(", ");
  tell(`${handedIn} and ${passing.ids.length} to be deleted handed in, ${killing.kills} workers killed`);
  await untilAllEnded(remains, actors);
  tell(`all but ${waitingOf(actors)} ended, ${killing.kills} workers killed`);
  for (const { jobs } of kept) await jobs.finish();
  await passing.finish();
  await checkDeaths(remains, killing, findings);
  await checkStuck(remains, findings);
  const left = await unsettled(remains, passing.ids);
  findings.check("every deletion is carried out", left.length === 0, () => left.join(" "));
  await lookForRemains(remains, { ids: passing.ids, mark: zeroDayMark }, findings);
}

export interface RoundsPlace {
  readonly service: ChaosService;
  readonly database: Client;
  readonly findings: Findings;
}

/** Minimum number of kills that must hit a worker with a child at work; in a short run, half of the kills. */
const WANTED_HITS = 40;

/** Checks that enough kills hit working workers. Without them the run proves nothing. */
async function checkDeaths(remains: Remains, killing: Killing, findings: Findings): Promise<void> {
  const taken = await countTakenOver(remains);
  tell(`${taken} jobs were taken over from a worker that died`);
  findings.check("workers died while they worked", taken > 0);
  const hits = Math.min(WANTED_HITS, Math.floor(killing.kills / 2));
  tell(`${killing.kills} workers killed, ${killing.hits} with a child at work; the API ${killing.apiKills} times`);
  findings.check("enough workers died with a child at work", killing.hits >= hits, () => `${killing.hits} of ${hits}`);
  findings.check("the API died once", killing.apiKills === 1);
}

/** Checks that every job has ended within a minute after the last kill. */
async function checkStuck(remains: Remains, findings: Findings): Promise<void> {
  const hasEnded = async () => (await unfinishedJobs(remains)).length === 0;
  await waitUntil(hasEnded, { pause: 500, patience: 60_000 });
  const stuck = await unfinishedJobs(remains);
  findings.check("no job is stuck", stuck.length === 0, () => stuck.slice(0, 5).join(", "));
}

/** Submits the jobs of all organizations, spread over the rounds. */
async function submit(amount: Amount, { killing, kept, passing }: Actors): Promise<void> {
  const { count, deleted, rounds } = amount;
  for (let round = 0; round < rounds; round += 1) {
    const share = (total: number) => shareOf(total, { round, rounds });
    const burst = [
      ...kept.flatMap(({ jobs, share: of }) => share(Math.ceil(count / of)).map((number) => jobs.begin(number))),
      // An API that is killed may leave a part of an upload. `chaos -- retention` tests that.
      ...(round === apiRound(amount) ? [] : share(deleted)).map((number) => passing.begin(number)),
    ];
    await killing.round(burst, () => lookAt(kept));
  }
}

async function lookAt(kept: readonly Kept[]): Promise<void> {
  for (const { jobs } of kept) await jobs.look();
}

function waitingOf({ kept, passing }: Pick<Actors, "kept" | "passing">): number {
  return kept.reduce((sum, { jobs }) => sum + jobs.waiting, passing.waiting);
}

async function untilAllEnded(remains: Remains, actors: Actors): Promise<void> {
  const { killing, kept, passing } = actors;
  for (let rounds = 0; rounds < MOST_ROUNDS_AFTER; rounds += 1) {
    await lookAt(kept);
    if (waitingOf(actors) === 0 && (await unsettled(remains, passing.ids)).length === 0) return;
    await killing.round([], () => passing.look());
  }
}
