// Replaces secrets in files while two processes serve callers. Any failed call is a finding.
//
// The secrets are signing keys, the master key and the key of the language model's provider.

import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Settings, versus } from "@versus/tools/versus-program";
import { postUpload } from "./call-service.ts";
import type { Findings } from "./findings.ts";
import { makeShort } from "./make-pair.ts";

const tell = (line: string) => console.error(`chaos: ${line}`);
/** Time within which every process has read the files again. */
const REREAD_MILLISECONDS = 30_000;
const REST_MILLISECONDS = 20;
const INSTRUCTION = "Make it sixty days.";
const EDIT = { type: "replace", paragraphs: { index: 0 }, text: { match: "30" }, content: "60" };

export interface Loaded {
  /** URLs of the processes that answer requests. Every download address leads to the first. */
  readonly urls: readonly string[];
  readonly key: string;
  /** Id of a comparison that is ready. */
  readonly id: string;
  readonly settings: Settings;
}

export class ReplacedSecrets {
  readonly #folder: string;
  readonly #server: Server;
  /** The keys that the provider accepts. */
  readonly #known: Set<string>;
  /** Maps a key to the number of requests to the provider with it. */
  readonly #asked = new Map<string, number>();
  readonly #values = {
    signing: [`a:${secret()}`, `b:${secret()}`],
    master: [`1:${secret()}`, `2:${secret()}`],
    provider: ["provider-key-1", "provider-key-2"],
  } as const;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#known = new Set([this.#values.provider[0]]);
    for (const [name, [first]] of Object.entries(this.#values)) this.#write(name, first);
    this.#server = createServer((request, response) => {
      const key = request.headers.authorization?.replace("Bearer ", "") ?? "";
      this.#asked.set(key, (this.#asked.get(key) ?? 0) + 1);
      const content = JSON.stringify({ steps: [{ asked: INSTRUCTION, edits: [EDIT] }] });
      const answer = { choices: [{ message: { content }, finish_reason: "stop" }] };
      response.writeHead(this.#known.has(key) ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
  }

  static async start(folder: string): Promise<ReplacedSecrets> {
    const made = new ReplacedSecrets(folder);
    await new Promise<void>((resolve) => {
      made.#server.listen(0, "127.0.0.1", resolve);
    });
    return made;
  }

  get settings(): Settings {
    const { port } = this.#server.address() as AddressInfo;
    return {
      VERSUS_SIGNING_KEYS_FILE: this.#path("signing"),
      VERSUS_MASTER_KEY_FILE: this.#path("master"),
      VERSUS_INSTRUCTION_KEY_FILE: this.#path("provider"),
      VERSUS_INSTRUCTION_PROVIDER: "openai",
      VERSUS_INSTRUCTION_URL: `http://127.0.0.1:${port}`,
      VERSUS_INSTRUCTION_MODEL: "local",
      VERSUS_INSTRUCTIONS_PER_MINUTE: "0",
      VERSUS_INSTRUCTIONS_PER_DAY: "0",
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  async replaceUnderLoad(loaded: Loaded, findings: Findings): Promise<void> {
    const { signing, master, provider } = this.#values;
    const load = new Load(loaded);
    await load.start();
    await sleep(3000);
    this.#known.add(provider[1]);
    this.#write("signing", `${signing[1]},${signing[0]}`);
    this.#write("master", `${master[1]},${master[0]}`);
    this.#write("provider", provider[1]);
    await sleep(REREAD_MILLISECONDS);
    this.#known.delete(provider[0]);
    const rewrapped = await versus(["keys", "rewrap"], loaded.settings);
    this.#write("signing", signing[1]);
    this.#write("master", master[1]);
    await sleep(REREAD_MILLISECONDS);
    const { calls, failures, signers } = await load.stop();
    tell(`${calls} calls while secrets were replaced; ${rewrapped.trim()}; addresses by ${[...signers].join(", ")}`);
    findings.check("no call fails while secrets are replaced", failures.length === 0, () =>
      failures.slice(0, 5).join(),
    );
    findings.check("calls were made all the time", calls > 100, () => `${calls}`);
    findings.check("both signing keys signed", signers.has("a") && signers.has("b"), () => [...signers].join());
    findings.check("the provider was asked with both keys", this.#asked.size === 2, () => [...this.#asked].join());
  }

  #path(name: string): string {
    return join(this.#folder, `${name}.secret`);
  }

  /** Replaces a file atomically, so that nobody reads a part of it. */
  #write(name: string, text: string): void {
    writeFileSync(`${this.#path(name)}.new`, `${text}\n`);
    renameSync(`${this.#path(name)}.new`, this.#path(name));
  }
}

class Load {
  readonly #loaded: Loaded;
  readonly #failures: string[] = [];
  readonly #signers = new Set<string>();
  #calls = 0;
  #isOver = false;
  #running: Promise<void>[] = [];

  constructor(loaded: Loaded) {
    this.#loaded = loaded;
  }

  async start(): Promise<void> {
    const { urls, key } = this.#loaded;
    const [url = ""] = urls;
    const fileId = await postUpload({ url, key }, makeShort("Due in 30 days."), "instructed");
    // Waits once for the content of a file, so that no instruction finds it unread.
    await fetch(`${url}/v1/files/${fileId}/content`, { headers: this.#headers });
    this.#running = [
      ...urls.map((one) => this.#repeat(() => this.#readAndDownload(one))),
      ...urls.map((one) => this.#repeat(() => this.#instruct(one, fileId))),
    ];
  }

  async stop() {
    this.#isOver = true;
    await Promise.all(this.#running);
    return { calls: this.#calls, failures: this.#failures, signers: this.#signers };
  }

  get #headers() {
    return { authorization: `Bearer ${this.#loaded.key}` };
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await act().catch((problem: unknown) => this.#failures.push(String(problem)));
      await sleep(REST_MILLISECONDS);
    }
  }

  async #readAndDownload(url: string): Promise<void> {
    const reply = await this.#call(`${url}/v1/compare/${this.#loaded.id}`, { headers: this.#headers });
    const { downloads } = (await reply.json()) as { readonly downloads: readonly { readonly url: string }[] };
    for (const { url: address } of downloads.slice(0, 1)) {
      this.#signers.add(new URL(address).searchParams.get("key") ?? "");
      await (await this.#call(address)).arrayBuffer();
    }
  }

  async #instruct(url: string, fileId: string): Promise<void> {
    const body = JSON.stringify({ file_id: fileId, schema_version: 1, instruction: INSTRUCTION });
    const headers = { ...this.#headers, "content-type": "application/json" };
    await (await this.#call(`${url}/v1/edit`, { method: "POST", headers, body })).arrayBuffer();
  }

  async #call(url: string, options: RequestInit = {}): Promise<Response> {
    this.#calls += 1;
    const reply = await fetch(url, options);
    if (reply.ok) return reply;
    throw new Error(
      `${options.method ?? "GET"} ${new URL(url).pathname} answered ${reply.status} ${await reply.text()}`,
    );
  }
}

function secret(): string {
  return randomBytes(32).toString("base64");
}
