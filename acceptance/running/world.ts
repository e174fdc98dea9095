// Starts the environment of the tests with the programs that an operator uses.
//
// It has a real database and store, an API and a worker as processes, and organizations with keys. Everything is
// removed in the end. The environment also has access without the service, for what callers cannot do. It moves rows of
// the database back in time, because an hour is too long to wait, and damages objects of the store.

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
  /** Address of its service account. */
  readonly address: string;
}

export interface RunningApi {
  readonly url: string;
  readonly pid: number;
  /** Lines of its log. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

const DOMAIN = "acceptance.example";
const SIGNING_KEY = "acceptance";
const BUCKET = "acceptance";

/** Paths of files in PEM. */
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
  /** Functions that end the environment, run from last to first. */
  readonly steps: (() => unknown)[];
}

export class World {
  readonly settings: Settings;
  readonly objects: Objects;
  /** Certificate of a webhook receiver on this machine, which the service trusts. */
  readonly receiver: Certificate;
  /** The key that signs download addresses. The tests use it to make an expired address. */
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

  /** Starts an API process; `settings` are added to the others. */
  async startApi(settings: Settings = {}): Promise<RunningApi> {
    const port = await freePort();
    // An additional API process has little to do.
    const children = Object.keys(settings).length === 0 ? {} : { VERSUS_CHILDREN: "1" };
    const api = await this.#serve("api", { ...this.settings, ...children, VERSUS_PORT: String(port), ...settings });
    this.#steps.push(() => api.stop());
    return { url: `http://127.0.0.1:${port}`, pid: api.pid, lines: api.lines, stop: () => api.stop() };
  }

  /** Starts the worker, which sends webhooks. An API offers webhooks only if its settings switch them on. */
  async startWorker(): Promise<void> {
    this.#worker ??= await this.#serve("worker", { ...this.settings, VERSUS_WEBHOOKS: "on" });
  }

  /** Lines of the worker's log. */
  get workerLines(): readonly string[] {
    return this.#worker?.lines ?? [];
  }

  /** All output of every process of the service in this run. */
  get printed(): readonly string[] {
    return this.#served.flatMap(({ lines, errors }) => [...lines, ...errors]);
  }

  async #serve(...words: Parameters<typeof serve>): Promise<RunningProgram> {
    const program = await serve(...words);
    this.#served.push(program);
    return program;
  }

  /** Starts a worker with other settings, waits for `until`, and ends the worker. */
  async workWith(settings: Settings, until: () => Promise<unknown>): Promise<void> {
    const worker = await this.#serve("worker", { ...this.settings, ...settings });
    try {
      await until();
    } finally {
      await worker.stop();
    }
  }

  /** Returns rows of the database. */
  // biome-ignore lint/suspicious/noExplicitAny: what a row holds is what the tests find out.
  async rows(query: string, values: readonly unknown[] = []): Promise<any[]> {
    const { rows } = await this.#database.query(query, [...values]);
    return rows;
  }

  /** Returns rows of another database. */
  async rowsOf(url: string, query: string): Promise<unknown[]> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query(query)).rows;
    } finally {
      await client.end();
    }
  }

  /** Adds a function that runs at the end. */
  atEnd(step: () => unknown): void {
    this.#steps.push(step);
  }

  async end(): Promise<void> {
    await this.#worker?.stop();
    // An existing database is left as it was found.
    if (process.env.DATABASE_URL) {
      for (const slug of this.#slugs) await this.versus(["organizations", "delete", slug, "--confirm", slug]);
    }
    await undo(this.#steps);
  }
}

/** Reports which store it found. Throws an error if Ceph is required and not installed. */
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
        // As in production: no process starts without a sandbox.
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
  // In the end the server may cut a connection before the pool has closed it.
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
