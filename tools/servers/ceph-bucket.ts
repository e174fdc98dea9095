// Starts a bucket in a separate Ceph (start-ceph.ts), with the few S3 calls that tools need.

import { spawn } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface CephBucket {
  /** URL of the gateway. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
  /** Calls the bucket. Throws an error if the store refuses. */
  ask(method: "GET" | "PUT", query: string): Promise<string>;
  /** Makes another bucket in the same Ceph. */
  another(name: string): Promise<CephBucket>;
  /** `stop gateway` ends it (kill -9); `start gateway` starts it again and waits until it listens. */
  tell(line: "stop gateway" | "start gateway"): Promise<void>;
  stop(): Promise<void>;
}

type CephKeys = Pick<CephBucket, "endpoint" | "accessKeyId" | "secretAccessKey">;

/** Throws an error if Ceph is not installed; the program has then reported that. */
export async function startCephBucket(bucket: string): Promise<CephBucket> {
  const program = join(import.meta.dirname, "start-ceph.ts");
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const lines = createInterface(child.stdout);
  const first = await Promise.race([once(lines, "line"), ended]);
  if (typeof first[0] !== "string") throw new Error("Ceph did not start.");
  const keys = JSON.parse(first[0]) as CephKeys;
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  const tell = async (line: string) => {
    const answered = once(lines, "line");
    child.stdin.write(`${line}\n`);
    await answered;
  };
  const make = async (name: string): Promise<CephBucket> => {
    const ask: CephBucket["ask"] = (method, query) => call(keys, { bucket: name, method, query });
    await ask("PUT", "");
    return { ...keys, bucket: name, ask, another: make, tell, stop };
  };
  return make(bucket).catch(async (problem: unknown) => {
    await stop();
    throw problem;
  });
}

interface Call {
  readonly bucket: string;
  readonly method: string;
  readonly query: string;
}

/** Makes a call with our own AWS signature 4: the tools need no S3 client for three calls. */
async function call({ endpoint, accessKeyId, secretAccessKey }: CephKeys, { bucket, method, query }: Call) {
  const time = new Date().toISOString().replace(/[:-]|\.\d+/g, "");
  const { host } = new URL(endpoint);
  const scope = `${time.slice(0, 8)}/default/s3/aws4_request`;
  const payload = "UNSIGNED-PAYLOAD";
  const names = "host;x-amz-content-sha256;x-amz-date";
  const signed = [`host:${host}`, `x-amz-content-sha256:${payload}`, `x-amz-date:${time}`, ""];
  const canonical = [method, `/${bucket}`, query, ...signed, names, payload].join("\n");
  const digest = createHash("sha256").update(canonical).digest("hex");
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, digest].join("\n")).toString("hex");
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  const headers = { "x-amz-content-sha256": payload, "x-amz-date": time, authorization };
  const reply = await fetch(`${endpoint}/${bucket}${query === "" ? "" : `?${query}`}`, { method, headers });
  if (!reply.ok) throw new Error(`The store answered ${reply.status} ${await reply.text()}`);
  return reply.text();
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
