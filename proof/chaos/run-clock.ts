// Moves the clocks of the processes, of Postgres, and of both 31 days ahead and behind, with faketime.
//
// Nothing is deleted before its deadline. A process whose clock disagrees accepts nothing, and everything continues
// afterwards. After a jump of both clocks every process is killed and started again within the hour: deadlines still
// pause.

import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { waitUntil } from "@versus/tools/servers/guarded-process";
import { versus } from "@versus/tools/versus-program";
import { Client } from "pg";
import { type Caller, pathOf, postComparison, readJob, statusOf } from "./call-service.ts";
import { Findings } from "./findings.ts";
import { makePair } from "./make-pair.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";

export const clockUsage = "clock";

const KEPT = 20;
const WORKERS = 2;
/** Seconds within which a wrong clock must be visible. */
const SEEN_SECONDS = 10;
/** Seconds within which a sweep has run; there is one every minute. */
const SWEEP_SECONDS = 70;
/** Seconds for a minute of agreement and a sweep after it. */
const RESUMED_SECONDS = 140;
const AHEAD = "+31d";
const BEHIND = "-31d";
const RIGHT = "+0";
const month = 31 * 86_400;
const tell = (line: string) => console.error(`chaos: ${line}`);

/** Returns undefined for unknown arguments. */
export async function runClock(words: readonly string[]): Promise<Findings | undefined> {
  if (words.length > 0) return undefined;
  const library = findLibrary();
  if (library === undefined) {
    throw new Error("faketime is missing. Install it (Debian: apt-get install faketime) and run this again.");
  }
  const folder = mkdtempSync(join(tmpdir(), "versus-chaos-clock-"));
  // Postgres runs as another user.
  chmodSync(folder, 0o755);
  const clocks = new Clocks(folder, library);
  const findings = new Findings();
  const service = await startChaosService({
    ...{ isCeph: false, workers: WORKERS, apis: 2 },
    settings: clocks.environmentOf("processes"),
    postgresEnvironment: clocks.environmentOf("database"),
  });
  const database = new Client(service.databaseUrl);
  database.on("error", () => {});
  await database.connect();
  try {
    const drill = await Drill.prepare(service, { clocks, database, findings });
    await drill.run();
    return findings;
  } finally {
    await database.end();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the library of Debian's package, for programs with threads. */
function findLibrary(): string | undefined {
  const places = existsSync("/usr/lib")
    ? readdirSync("/usr/lib").map((name) => join("/usr/lib", name, "faketime"))
    : [];
  return places.map((place) => join(place, "libfaketimeMT.so.1")).find((file) => existsSync(file));
}

type Clock = "processes" | "database";

/**
 * Writes the files with the offsets of the clocks. faketime reads them each time a program asks for the time. Monotonic
 * time does not change.
 */
class Clocks {
  readonly #folder: string;
  readonly #library: string;

  constructor(folder: string, library: string) {
    this.#folder = folder;
    this.#library = library;
    for (const clock of ["processes", "database"] as const) this.set(clock, RIGHT);
  }

  set(clock: Clock, offset: string): void {
    writeFileSync(this.#fileOf(clock), `${offset}\n`, { mode: 0o644 });
  }

  environmentOf(clock: Clock): Record<string, string> {
    return {
      LD_PRELOAD: this.#library,
      FAKETIME_TIMESTAMP_FILE: this.#fileOf(clock),
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_RESET: "1",
    };
  }

  #fileOf(clock: Clock): string {
    return join(this.#folder, clock);
  }
}

interface DrillParts {
  readonly clocks: Clocks;
  readonly database: Client;
  readonly findings: Findings;
}

class Drill {
  readonly #service: ChaosService;
  readonly #parts: DrillParts;
  readonly #caller: Caller;
  readonly #ids: readonly string[];
  readonly #spare: string[];
  readonly #readyUrl: string;

  private constructor(
    service: ChaosService,
    parts: DrillParts,
    made: { caller: Caller; ids: string[]; spare: string[] },
  ) {
    this.#service = service;
    this.#parts = parts;
    this.#caller = made.caller;
    this.#ids = made.ids;
    this.#spare = made.spare;
    this.#readyUrl = service.readyUrl;
  }

  /** Prepares kept documents: half have a deadline in an hour, and all have one in thirty days. */
  static async prepare(service: ChaosService, parts: DrillParts): Promise<Drill> {
    const caller = await service.addOrganization("keeping", { isZeroDay: false });
    await versus(["organizations", "set", "keeping", "--retention-days", "30"], service.settings);
    const ids: string[] = [];
    for (let number = 0; number < KEPT + 6; number += 1) {
      ids.push(await postComparison(caller, makePair(number, "clock", 1), `clock-${number}`));
    }
    for (const id of ids) {
      await waitUntil(async () => (await readJob(caller, id)).status !== "processing", {
        pause: 200,
        patience: 120_000,
      });
    }
    const spare = ids.splice(KEPT);
    await parts.database.query(
      "update comparisons set delete_at = now() + interval '1 hour' where comparison_id = any($1)",
      [ids.slice(0, KEPT / 2)],
    );
    return new Drill(service, parts, { caller, ids, spare });
  }

  async run(): Promise<void> {
    const began = performance.now();
    await this.#disagree("processes", AHEAD, month);
    await this.#untilFenced();
    await this.#disagree("processes", BEHIND, -month);
    this.#parts.clocks.set("processes", RIGHT);
    const seconds = await this.#untilSeen(({ isReady }) => isReady);
    this.#parts.findings.check("and of the cure", seconds <= SEEN_SECONDS, () => `${seconds}`);
    await this.#disagree("database", AHEAD, -month);
    await this.#disagree("database", BEHIND, month);
    this.#parts.clocks.set("database", RIGHT);
    await this.#resume();
    await this.#jumpTogether(AHEAD);
    await this.#returnTogether();
    await this.#jumpTogether(BEHIND);
    await this.#requireStamps();
    tell(`the clocks were wrong and right again within ${Math.round((performance.now() - began) / 1000)} s`);
  }

  async #disagree(clock: Clock, offset: string, skew: number): Promise<void> {
    const name = `${clock} ${offset}`;
    const { clocks, findings } = this.#parts;
    clocks.set(clock, offset);
    const seconds = await this.#untilSeen((seen) => !seen.isReady && Math.abs(seen.skew - skew) < 60);
    findings.check(
      "readiness and metrics tell of the skew within 10 s",
      seconds <= SEEN_SECONDS,
      () => `${name}: ${seconds}`,
    );
    tell(`${name}: seen after ${seconds.toFixed(1)} s`);
    // The worst case is a process that starts with a wrong clock.
    if (clock === "processes") await this.#service.replaceWorker(0);
    await sleep(3_000);
    const answers = await Promise.all(this.#service.urls.map((url) => create({ ...this.#caller, url })));
    findings.check(
      "a process whose clock disagrees accepts nothing",
      answers.every((status) => status === 503),
      () => `${name}: ${answers}`,
    );
    const asked = this.#spare.pop() ?? "";
    const status = await statusOf(this.#caller, "DELETE", pathOf(asked));
    findings.check(
      "what a caller deletes is deleted all the same",
      status === 202 || status === 410,
      () => `${name}: ${status}`,
    );
    await this.#requireKept(name);
  }

  /** Waits until a sweep reports that it is fenced. */
  async #untilFenced(): Promise<void> {
    const isFenced = await waitUntil(() => this.#fencedSweeps() > 0, { pause: 500, patience: SWEEP_SECONDS * 1000 });
    this.#parts.findings.check("a sweep of a process whose clock disagrees says why it deletes nothing", isFenced);
    await this.#requireKept("after a fenced sweep");
  }

  async #resume(): Promise<void> {
    const { database, findings } = this.#parts;
    const due = this.#spare.pop() ?? "";
    await database.query("update comparisons set delete_at = now() - interval '1 second' where comparison_id = $1", [
      due,
    ]);
    const began = performance.now();
    const isDeleted = await waitUntil(async () => (await this.#deleted([due])).length === 1, {
      pause: 1000,
      patience: RESUMED_SECONDS * 1000,
    });
    const seconds = (performance.now() - began) / 1000;
    findings.check("sweeps resume after the cure", isDeleted, () => `not within ${RESUMED_SECONDS} s`);
    findings.check("and not before a minute of agreement", seconds > 50, () => `${seconds}`);
    tell(`what is due was deleted ${Math.round(seconds)} s after the cure`);
    await this.#requireKept("after the cure");
    const { isReady } = await this.#look();
    findings.check("readiness is green after the cure", isReady);
    const stamped = await create(this.#caller);
    findings.check("and work is accepted again", stamped === 202, () => `${stamped}`);
  }

  /**
   * Moves both clocks. No process can find out which time is right: callers are served, and deadlines pause for an
   * hour.
   */
  async #jumpTogether(offset: string): Promise<void> {
    const { findings } = this.#parts;
    const name = `both ${offset}`;
    const sweeps = this.#fencedSweeps();
    this.#setBoth(offset);
    const seconds = await this.#untilSeen((seen) => seen.isPaused && seen.isReady);
    findings.check("a jump of both clocks is told within 10 s", seconds <= SEEN_SECONDS, () => `${name}: ${seconds}`);
    tell(`${name}: seen after ${seconds.toFixed(1)} s`);
    const status = await create(this.#caller);
    findings.check("callers are served after a jump of both clocks", status === 202, () => `${name}: ${status}`);
    await sleep(SWEEP_SECONDS * 1000);
    const { isPaused } = await this.#look();
    findings.check("deadlines still pause a minute after both clocks jumped by more than a day", isPaused, () => name);
    findings.check("and sweeps say so", this.#fencedSweeps() > sweeps, () => name);
    await this.#requireKept(name);
    await this.#restartWithinHour(name);
  }

  /** Restarts all processes, so that none remains that saw the jump. */
  async #restartWithinHour(name: string): Promise<void> {
    const { findings } = this.#parts;
    for (let place = 0; place < WORKERS; place += 1) await this.#service.replaceWorker(place);
    for (const place of this.#service.urls.keys()) await this.#service.replaceApi(place);
    const sweeps = this.#fencedSweeps();
    const seconds = await this.#untilSeen((seen) => seen.isReady && seen.isPaused);
    const { isPaused } = await this.#look();
    findings.check("deadlines pause in a process that starts within the hour", isPaused, () => name);
    tell(`${name}: a process that started again pauses after ${seconds.toFixed(1)} s`);
    const isFenced = await waitUntil(() => this.#fencedSweeps() > sweeps, {
      pause: 500,
      patience: SWEEP_SECONDS * 1000,
    });
    findings.check("a sweep of a worker that starts within the hour says why it deletes nothing", isFenced, () => name);
    await this.#requireKept(`${name}, started again`);
    const status = await create(this.#caller);
    findings.check("callers are served after a jump of both clocks", status === 202, () => `${name}: ${status}`);
  }

  /** Sets both clocks back. A minute of agreement is enough, also for processes that were started since the jump. */
  async #returnTogether(): Promise<void> {
    this.#setBoth(RIGHT);
    const began = performance.now();
    const isCounting = async () => {
      const { isReady, isPaused } = await this.#look();
      return isReady && !isPaused;
    };
    const isOver = await waitUntil(isCounting, { pause: 500, patience: RESUMED_SECONDS * 1000 });
    const seconds = (performance.now() - began) / 1000;
    const isInTime = isOver && seconds > 50;
    this.#parts.findings.check("deadlines count a minute after both clocks jumped back", isInTime, () => `${seconds}`);
    tell(`both ${RIGHT}: deadlines count after ${Math.round(seconds)} s`);
    await this.#requireKept("both are right again");
  }

  #setBoth(offset: string): void {
    this.#parts.clocks.set("database", offset);
    this.#parts.clocks.set("processes", offset);
  }

  /** Checks that no document was deleted before its deadline. */
  async #requireKept(when: string): Promise<void> {
    const gone = await this.#deleted(this.#ids);
    this.#parts.findings.check(
      `0 of ${KEPT} documents are deleted early`,
      gone.length === 0,
      () => `${when}: ${gone.length}`,
    );
  }

  async #deleted(ids: readonly string[]): Promise<string[]> {
    const { rows } = await this.#parts.database.query<{ id: string }>(
      "select comparison_id as id from comparisons where comparison_id = any($1) and deleted_at is not null",
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Checks all stamps: the clock of the database was right, ahead or behind, and no stamp is from another clock. */
  async #requireStamps(): Promise<void> {
    const { rows } = await this.#parts.database.query<{ off: number }>(
      `select extract(epoch from now() - at)::float as off from (
         select created_at as at from comparisons union all select finished_at from comparisons
         union all select heard_at from processes union all select at from audit_entries
         union all select created_at from jobs) as stamps where at is not null`,
    );
    // The database is 31 days behind now; earlier rows are 31 or 62 days ahead.
    const isOwn = (off: number) => [0, -month, -2 * month].some((time) => off - time > -60 && off - time < 1200);
    const foreign = rows.filter(({ off }) => !isOwn(off));
    this.#parts.findings.check(
      "every stamp is the database's",
      rows.length > 50 && foreign.length === 0,
      () => `${foreign.length} of ${rows.length}: ${foreign.slice(0, 3).map(({ off }) => off)}`,
    );
    tell(`${rows.length} stamps looked at`);
  }

  #fencedSweeps(): number {
    return readFileSync(this.#service.log, "utf8")
      .split("\n")
      .filter((line) => line.includes('"reason":"The clock of ')).length;
  }

  async #untilSeen(isSeen: (seen: Seen) => boolean): Promise<number> {
    const began = performance.now();
    await waitUntil(async () => isSeen(await this.#look()), { pause: 200, patience: 30_000 });
    return (performance.now() - began) / 1000;
  }

  async #look(): Promise<Seen> {
    try {
      const [ready, metrics] = await Promise.all([fetch(this.#readyUrl), fetch(new URL("/metrics", this.#readyUrl))]);
      const text = await metrics.text();
      const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1] ?? Number.NaN);
      const { checks } = (await ready.json()) as { readonly checks: { readonly clock: string } };
      const isReady = ready.ok && checks.clock === "ok";
      return { isReady, skew: value("versus_clock_skew_seconds"), isPaused: value("versus_deadlines_paused") === 1 };
    } catch {
      return { isReady: false, skew: Number.NaN, isPaused: false };
    }
  }
}

interface Seen {
  readonly isReady: boolean;
  readonly skew: number;
  readonly isPaused: boolean;
}

/** Returns the status of one attempt to create a comparison, without repeating it. */
async function create({ url, key }: Caller): Promise<number> {
  const { before, after } = makePair(99, "clock", 1);
  const form = new FormData();
  form.set("original", new Blob([before]), "one.docx");
  form.set("modified", new Blob([after]), "other.docx");
  const reply = await fetch(`${url}/v1/compare`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${key}` },
  });
  await reply.arrayBuffer();
  return reply.status;
}
