// What the tests run against: a real database, a real store, the API and a worker as processes of their own, and
// organizations with keys, all made with the programs that an operator uses. Everything is gone when it ends.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { freePort, type RunningProgram, type Settings, serve, startCeph, startPostgres, versus } from "./programs.ts";

export interface Organization {
  readonly slug: string;
  readonly key: string;
  /** Of its service account. */
  readonly address: string;
}

export interface RunningApi {
  readonly url: string;
  stop(): Promise<void>;
}

const DOMAIN = "acceptance.example";
const SIGNING_KEY = "acceptance";

export class World {
  readonly settings: Settings;
  /** Signs download addresses; the tests know it to make an address that is past its time. */
  readonly signingKey: { readonly id: string; readonly secret: Uint8Array };
  readonly #steps: (() => unknown)[];
  readonly #slugs: string[] = [];
  #worker: RunningProgram | undefined;

  constructor(settings: Settings, steps: (() => unknown)[]) {
    const secret = randomBytes(32);
    this.signingKey = { id: SIGNING_KEY, secret };
    this.settings = { ...settings, VERSUS_SIGNING_KEYS: `${SIGNING_KEY}:${secret.toString("base64")}` };
    this.#steps = steps;
  }

  /** Runs the operator's program. */
  versus(words: readonly string[], settings: Settings = {}): Promise<string> {
    return versus(words, { ...this.settings, ...settings });
  }

  async makeOrganization(words: readonly string[] = [], settings: Settings = {}): Promise<Organization> {
    const slug = `acceptance-${randomBytes(5).toString("hex")}`;
    await this.versus(["organizations", "create", slug, ...words], settings);
    this.#slugs.push(slug);
    return { slug, key: await this.makeKey(slug, [], settings), address: `${slug}@${DOMAIN}` };
  }

  makeKey(slug: string, words: readonly string[] = [], settings: Settings = {}): Promise<string> {
    return this.versus(["keys", "create", slug, ...words], settings);
  }

  /** An API process; with settings of its own beside the others. */
  async startApi(settings: Settings = {}): Promise<RunningApi> {
    const port = await freePort();
    const api = await serve("api", { ...this.settings, VERSUS_PORT: String(port), ...settings });
    this.#steps.push(() => api.stop());
    return { url: `http://127.0.0.1:${port}`, stop: () => api.stop() };
  }

  async startWorker(): Promise<void> {
    this.#worker ??= await serve("worker", this.settings);
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
    const postgres = await startPostgres();
    steps.push(() => postgres.stop());
    const store = await startStore(steps, tell);
    const world = new World(
      {
        VERSUS_ENVIRONMENT: "development",
        VERSUS_DOMAIN: DOMAIN,
        VERSUS_REQUESTS_PER_KEY: "0",
        VERSUS_CREATES_PER_KEY: "0",
        VERSUS_REQUESTS_PER_ADDRESS: "0",
        VERSUS_CHILDREN: "2",
        DATABASE_URL: postgres.url,
        ...store,
      },
      steps,
    );
    await world.versus(["migrate"]);
    return world;
  } catch (error) {
    await undo(steps);
    throw error;
  }
}

async function startStore(steps: (() => unknown)[], tell: (line: string) => void): Promise<Settings> {
  const ceph = await startCeph();
  if (ceph === undefined) {
    if (process.env.CI) throw new Error("Ceph is not installed, and where CI is set it must be.");
    tell("store: a folder (Ceph is not installed)");
    const folder = mkdtempSync(join(tmpdir(), "versus-acceptance-"));
    steps.push(() => rmSync(folder, { recursive: true, force: true }));
    return { VERSUS_STORE: `disk:${folder}` };
  }
  tell("store: Ceph");
  steps.push(() => ceph.stop());
  const { endpoint, accessKeyId, secretAccessKey } = ceph;
  const client = new S3Client({
    endpoint,
    region: "default",
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket: "acceptance" }));
  client.destroy();
  return {
    VERSUS_STORE: `s3://acceptance?region=default&encryption=off&endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

async function undo(steps: (() => unknown)[]): Promise<void> {
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
}
