// Where the documents of a run lie, and how to look at what lies there without asking the service.

import { spawn } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Settings } from "@versus/tools/versus-program";

export interface ObjectListing {
  /** Where it lies, when that is a folder. */
  readonly folder?: string;
  /** What the service is told. */
  readonly settings: Settings;
  /** The names of everything that lies there, unfinished uploads too. */
  list(): Promise<string[]>;
  /** Of a store with a gateway: ends it (kill -9), or starts it again and waits until it listens. */
  readonly gateway?: { stop(): Promise<void>; start(): Promise<void> };
  stop(): Promise<void>;
}

export function startDiskStore(folder: string): ObjectListing {
  return {
    folder,
    settings: { VERSUS_STORE: `disk:${folder}` },
    list: async () => filesBelow(folder),
    // As a disk that is no longer mounted.
    gateway: {
      stop: async () => renameSync(folder, `${folder}-away`),
      start: async () => renameSync(`${folder}-away`, folder),
    },
    stop: async () => {},
  };
}

/** Every file below a folder, by its path within. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile());
}

const BUCKET = "versus-chaos";

interface CephReply {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** `way` gives the port that the service is told instead of the gateway's. */
export async function startCephStore(
  way: (port: number) => Promise<number> = async (port) => port,
): Promise<ObjectListing> {
  const program = join(import.meta.dirname, "../../tools/servers/start-ceph.ts");
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const lines = createInterface(child.stdout);
  const first = await Promise.race([once(lines, "line"), ended]);
  if (typeof first[0] !== "string") throw new Error("Ceph did not start.");
  const ceph = JSON.parse(first[0]) as CephReply;
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  await ask(ceph, "PUT", "").catch(async (problem: unknown) => {
    await stop();
    throw problem;
  });
  const told = new URL(ceph.endpoint);
  told.port = String(await way(Number(told.port)));
  const endpoint = encodeURIComponent(told.origin);
  const tell = async (line: string) => {
    const answered = once(lines, "line");
    child.stdin.write(`${line}\n`);
    await answered;
  };
  return {
    settings: {
      VERSUS_STORE: `s3://${BUCKET}?region=default&encryption=off&endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: ceph.accessKeyId,
      AWS_SECRET_ACCESS_KEY: ceph.secretAccessKey,
    },
    list: async () => [...(await listAll(ceph)), ...keysIn(await ask(ceph, "GET", "uploads="))],
    gateway: { stop: () => tell("stop gateway"), start: () => tell("start gateway") },
    stop,
  };
}

async function listAll(ceph: CephReply): Promise<string[]> {
  const found: string[] = [];
  for (let marker = ""; ; marker = found.at(-1) ?? "") {
    const reply = await ask(ceph, "GET", `marker=${encodeURIComponent(marker)}`);
    found.push(...keysIn(reply));
    if (!reply.includes("<IsTruncated>true</IsTruncated>")) return found;
  }
}

function keysIn(xml: string): string[] {
  return [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key);
}

/** Signed by hand (AWS signature 4): the tools need no client of S3 for three calls. */
async function ask({ endpoint, accessKeyId, secretAccessKey }: CephReply, method: "GET" | "PUT", query: string) {
  const time = new Date().toISOString().replace(/[:-]|\.\d+/g, "");
  const { host } = new URL(endpoint);
  const scope = `${time.slice(0, 8)}/default/s3/aws4_request`;
  const payload = "UNSIGNED-PAYLOAD";
  const names = "host;x-amz-content-sha256;x-amz-date";
  const signed = [`host:${host}`, `x-amz-content-sha256:${payload}`, `x-amz-date:${time}`, ""];
  const canonical = [method, `/${BUCKET}`, query, ...signed, names, payload].join("\n");
  const digest = createHash("sha256").update(canonical).digest("hex");
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, digest].join("\n")).toString("hex");
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  const headers = { "x-amz-content-sha256": payload, "x-amz-date": time, authorization };
  const reply = await fetch(`${endpoint}/${BUCKET}${query === "" ? "" : `?${query}`}`, { method, headers });
  if (!reply.ok) throw new Error(`The store answered ${reply.status} ${await reply.text()}`);
  return reply.text();
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
