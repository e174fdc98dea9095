import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { documentOf } from "../../testing/documents.ts";
import { runOperator, type Settings, type Started, startOperator } from "../../testing/run-operator.ts";

const folder = mkdtempSync(join(tmpdir(), "versus-serve-"));
const database = `versus_serve_${randomBytes(6).toString("hex")}`;
const port = 30_000 + (randomBytes(2).readUInt16BE() % 2_000);
const base = `http://127.0.0.1:${port}`;
const stopSeconds = 4;
let settings: Settings;
let headers: { readonly authorization: string };

beforeAll(async () => {
  await onServer(`create database ${database}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  settings = {
    VERSUS_ENVIRONMENT: "development",
    DATABASE_URL: url.href,
    VERSUS_STORE: `disk:${folder}`,
    VERSUS_CHILDREN: "1",
    VERSUS_PORT: String(port),
    VERSUS_STOP_SECONDS: String(stopSeconds),
  };
  for (const words of [["migrate"], ["organizations", "create", "acme"]]) {
    expect((await runOperator(words, settings)).code).toBe(0);
  }
  const { stdout } = await runOperator(["keys", "create", "acme"], settings);
  headers = { authorization: `Bearer ${stdout.trim()}` };
});
afterAll(async () => {
  await onServer(`drop database if exists ${database} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

async function start(): Promise<Started> {
  const serving = startOperator(["serve"], settings);
  await expect.poll(serving.stdout, { timeout: 60_000 }).toContain('"started"');
  return serving;
}

/** Stops the process. Returns the milliseconds from the signal to its end, and its exit code. */
async function stop(serving: Started): Promise<{ readonly took: number; readonly code: number | null }> {
  const before = performance.now();
  serving.process.kill("SIGTERM");
  await once(serving.process, "exit");
  const took = performance.now() - before;
  return { took, code: (await serving.ended).code };
}

async function submit(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    const form = new FormData();
    for (const field of ["original", "modified"]) {
      form.append(field, new Blob([new Uint8Array(documentOf(field, `${sent}`))]), `${field}.docx`);
    }
    expect((await fetch(`${base}/v1/compare`, { method: "POST", body: form, headers })).status).toBe(202);
  }
}

function send(text: string): Socket {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write(text);
  return socket;
}

/** Requests more than the buffers of both sides hold, and reads none of it. */
function stalledReader(): Socket {
  return send("GET /docs HTTP/1.1\r\nHost: x\r\n\r\n".repeat(60)).pause();
}

/** Announces a file and sends its first bytes. */
function stalledUpload(): Socket {
  const head = `POST /v1/files HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\n`;
  const part = '--b\r\nContent-Disposition: form-data; name="document"; filename="a.docx"\r\n\r\nPK';
  return send(`${head}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n${part}`);
}

test("with finished work and idle connections the program ends at once, without being made to", async () => {
  const serving = await start();
  await submit(2);
  const idle = send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(idle, "data");
  const { took, code } = await stop(serving);
  expect({ code, isInTime: took < stopSeconds * 1000 + 2000 }).toEqual({ code: 0, isInTime: true });
  expect(serving.stdout()).toContain('"msg":"stopped"');
});

test("[SRV-84] with work, readers and uploads that do not end it ends two seconds after its time at the latest", async () => {
  const serving = await start();
  const open = [stalledUpload(), stalledUpload()];
  await submit(20);
  open.push(stalledReader(), stalledReader());
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const { took } = await stop(serving);
  for (const socket of open) socket.destroy();
  expect(took).toBeLessThan(stopSeconds * 1000 + 2000);
});

test("while its database cannot be reached it ends in time too", async () => {
  const serving = await start();
  await submit(3);
  await onServer(`alter database ${database} with allow_connections false`);
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  const { took } = await stop(serving);
  await onServer(`alter database ${database} with allow_connections true`);
  expect(took).toBeLessThan(stopSeconds * 1000 + 2000);
});
