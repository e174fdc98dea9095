// What the tests run against: a real database, a real store, the API and a worker as processes of their own, and
// organizations with keys, all made with the programs that an operator uses. Everything is gone when it ends.
//
// Beside that, ways past the service, for what no caller can do: rows of the database are moved back in time, because
// an hour is too long to wait, and objects of the store are damaged.

import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { bucketObjects, folderObjects, type Objects } from "./objects.ts";
import {
  freePort,
  type Operator,
  type RunningProgram,
  type Settings,
  serve,
  startCeph,
  startOperator,
  startPostgres,
} from "./programs.ts";
import { startTraceCollector } from "./trace-collector.ts";

export interface Organization {
  readonly slug: string;
  readonly key: string;
  /** Of its service account. */
  readonly address: string;
}

export interface RunningApi {
  readonly url: string;
  readonly pid: number;
  /** Its log. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

const DOMAIN = "acceptance.example";
const SIGNING_KEY = "acceptance";
const BUCKET = "acceptance";

/** Files in PEM. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

interface WorldParts {
  readonly receiver: Certificate;
  readonly settings: Settings;
  readonly objects: Objects;
  readonly database: pg.Pool;
  readonly operator: Operator;
  readonly traces: readonly string[];
  /** What ends it, last first. */
  readonly steps: (() => unknown)[];
}

export class World {
  readonly settings: Settings;
  readonly objects: Objects;
  /** Of a receiver of webhooks on this machine; the service trusts it. */
  readonly receiver: Certificate;
  /** Signs download addresses; the tests know it to make an address that is past its time. */
  readonly signingKey: { readonly id: string; readonly secret: Uint8Array };
  /** The batches of spans that the processes sent to the collector. */
  readonly traces: readonly string[];
  readonly #database: pg.Pool;
  readonly #operator: Operator;
  readonly #steps: (() => unknown)[];
  readonly #slugs: string[] = [];
  readonly #served: RunningProgram[] = [];
  #worker: RunningProgram | undefined;

  constructor({ settings, objects, receiver, database, operator, traces, steps }: WorldParts) {
    const secret = randomBytes(32);
    this.signingKey = { id: SIGNING_KEY, secret };
    this.settings = { ...settings, VERSUS_SIGNING_KEYS: `${SIGNING_KEY}:${secret.toString("base64")}` };
    this.objects = objects;
    this.receiver = receiver;
    this.traces = traces;
    this.#database = database;
    this.#operator = operator;
    this.#steps = steps;
  }

  /** Runs the operator's program. */
  versus(words: readonly string[], settings: Settings = {}): Promise<string> {
    return this.#operator.versus(words, { ...this.settings, ...settings });
  }

  async makeOrganization(words: readonly string[] = [], settings: Settings = {}): Promise<Organization> {
    const slug = `acceptance-${randomBytes(5).toString("hex")}`;
    await this.versus(["organizations", "create", slug, ...words], settings);
    if (settings.DATABASE_URL === undefined) this.#slugs.push(slug);
    return { slug, key: await this.makeKey(slug, [], settings), address: `${slug}@${DOMAIN}` };
  }

  makeKey(slug: string, words: readonly string[] = [], settings: Settings = {}): Promise<string> {
    return this.versus(["keys", "create", slug, ...words], settings);
  }

  /** An API process; with settings of its own beside the others. */
  async startApi(settings: Settings = {}): Promise<RunningApi> {
    const port = await freePort();
    // One that is started beside the first has little to do.
    const children = Object.keys(settings).length === 0 ? {} : { VERSUS_CHILDREN: "1" };
    const api = await this.#serve("api", { ...this.settings, ...children, VERSUS_PORT: String(port), ...settings });
    this.#steps.push(() => api.stop());
    return { url: `http://127.0.0.1:${port}`, pid: api.pid, lines: api.lines, stop: () => api.stop() };
  }

  /** It tells webhooks what happens; an API has them when its settings say so. */
  async startWorker(): Promise<void> {
    this.#worker ??= await this.#serve("worker", { ...this.settings, VERSUS_WEBHOOKS: "on" });
  }

  /** The log of the worker. */
  get workerLines(): readonly string[] {
    return this.#worker?.lines ?? [];
  }

  /** All that every process of the service has printed in this run. */
  get printed(): readonly string[] {
    return this.#served.flatMap(({ lines, errors }) => [...lines, ...errors]);
  }

  async #serve(...words: Parameters<typeof serve>): Promise<RunningProgram> {
    const program = await serve(...words);
    this.#served.push(program);
    return program;
  }

  /** Has a worker with settings of its own do what is to be done, and ends it. */
  async workWith(settings: Settings, until: () => Promise<unknown>): Promise<void> {
    const worker = await this.#serve("worker", { ...this.settings, ...settings });
    try {
      await until();
    } finally {
      await worker.stop();
    }
  }

  /** Rows of the database. */
  // biome-ignore lint/suspicious/noExplicitAny: what a row holds is what the tests find out.
  async rows(query: string, values: readonly unknown[] = []): Promise<any[]> {
    const { rows } = await this.#database.query(query, [...values]);
    return rows;
  }

  /** Those of another database. */
  async rowsOf(url: string, query: string): Promise<unknown[]> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query(query)).rows;
    } finally {
      await client.end();
    }
  }

  /** Something that is done when it ends. */
  atEnd(step: () => unknown): void {
    this.#steps.push(step);
  }

  async end(): Promise<void> {
    await this.#worker?.stop();
    // A database of somebody else's is left as it was found.
    if (process.env.DATABASE_URL) {
      for (const slug of this.#slugs) await this.versus(["organizations", "delete", slug, "--confirm", slug]);
    }
    await undo(this.#steps);
  }
}

/** Tells which store it found. Throws when it must be Ceph and there is none. */
export async function startWorld(tell: (line: string) => void): Promise<World> {
  const steps: (() => unknown)[] = [];
  try {
    const [postgres, store] = await Promise.all([startDatabase(steps), startStore(steps, tell)]);
    const receiver = makeCertificate(steps);
    const collector = await startTraceCollector();
    steps.push(() => collector.stop());
    const operator = await startOperator(store.settings);
    steps.push(() => operator.stop());
    const world = new World({
      settings: {
        VERSUS_ENVIRONMENT: "development",
        VERSUS_DOMAIN: DOMAIN,
        VERSUS_REQUESTS_PER_KEY: "0",
        VERSUS_CREATES_PER_KEY: "0",
        VERSUS_REQUESTS_PER_ADDRESS: "0",
        VERSUS_CHILDREN: "2",
        // As in production: where it does not stand, nothing is tried.
        VERSUS_SANDBOX: "bubblewrap",
        VERSUS_WEBHOOK_ALLOW: "127.0.0.1",
        VERSUS_WEBHOOK_CA_FILE: receiver.certificate,
        VERSUS_TRACES_URL: collector.url,
        DATABASE_URL: postgres.url,
        ...store.settings,
      },
      receiver,
      objects: store.objects,
      database: postgres.pool,
      operator,
      traces: collector.batches,
      steps,
    });
    await world.versus(["migrate"]);
    return world;
  } catch (error) {
    await undo(steps);
    throw error;
  }
}

function makeCertificate(steps: (() => unknown)[]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "versus-receiver-"));
  steps.push(() => rmSync(folder, { recursive: true, force: true }));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "1"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const words = ["req", "-x509", ...curve, "-keyout", key, "-out", certificate, ...subject];
  execFileSync("openssl", words, { stdio: "ignore" });
  return { key, certificate };
}

async function startDatabase(steps: (() => unknown)[]): Promise<{ readonly url: string; readonly pool: pg.Pool }> {
  const postgres = await startPostgres();
  steps.push(() => postgres.stop());
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  // At the end the server may cut a connection before the pool has closed it.
  pool.on("error", () => {});
  steps.push(() => pool.end());
  return { url: postgres.url, pool };
}

interface Store {
  readonly settings: Settings;
  readonly objects: Objects;
}

async function startStore(steps: (() => unknown)[], tell: (line: string) => void): Promise<Store> {
  const ceph = await startCeph();
  if (ceph === undefined) {
    if (process.env.CI) throw new Error("Ceph is not installed, and where CI is set it must be.");
    tell("store: a folder (Ceph is not installed)");
    const folder = mkdtempSync(join(tmpdir(), "versus-acceptance-"));
    steps.push(() => rmSync(folder, { recursive: true, force: true }));
    return { settings: { VERSUS_STORE: `disk:${folder}` }, objects: folderObjects(folder) };
  }
  tell("store: Ceph");
  steps.push(() => ceph.stop());
  const objects = await bucketObjects(ceph, BUCKET);
  steps.push(() => objects.close());
  const settings = {
    VERSUS_STORE: `s3://${BUCKET}?region=default&encryption=off&endpoint=${ceph.endpoint}`,
    AWS_ACCESS_KEY_ID: ceph.accessKeyId,
    AWS_SECRET_ACCESS_KEY: ceph.secretAccessKey,
  };
  return { settings, objects };
}

async function undo(steps: (() => unknown)[]): Promise<void> {
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
}
