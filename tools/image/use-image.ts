// Uses the image as an operator and a caller do.
//
// It is migrated, examined and served by three processes, and called over HTTP to compare and to convert.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeSampleContracts } from "../dev/sample-contracts.ts";
import { freePorts } from "../servers/free-ports.ts";
import { waitUntil } from "../servers/guarded-process.ts";
import { type Container, imageUser, type RunningIn, runIn, startIn } from "./buildah.ts";
import type { ImageParts } from "./image-parts.ts";

/** A function that reports if a condition holds, with what was seen. */
export type Check = (name: string, isSo: boolean, seen?: string) => void;

const program = ["tini", "-s", "--", "node", "/app/clients/cli/src/main.ts"];
const startMilliseconds = 60_000;
const jobMilliseconds = 120_000;

export async function useImage(name: string, parts: ImageParts, check: Check): Promise<void> {
  const container: Container = { name, settings: parts.settings, secrets: parts.secrets };
  await checkUser(container, check);
  const owner = { ...container, settings: { ...parts.settings, ...parts.ownerSettings } };
  const migrated = await runIn(owner, [...program, "migrate", "--runtime-role", "versus_runtime"]);
  check("versus migrate, as the owner of the tables", migrated.code === 0, migrated.stderr);
  const key = await makeKey(container, check);
  const service = await startService(container);
  try {
    await checkService(service, key, check);
    await checkDoctor(container, check);
  } finally {
    const codes = await Promise.all(service.processes.map((process) => process.stop()));
    check("every process ends in order when it is told to", codes.join() === "0,0,0", `exit codes ${codes.join()}`);
  }
}

async function checkUser(container: Container, check: Check): Promise<void> {
  const { stdout } = await runIn(container, ["sh", "-c", "id -u; cat /proc/self/status"]);
  check(`it runs as user ${imageUser}`, stdout.startsWith(`${imageUser}\n`), stdout.split("\n", 1)[0]);
  const rights = ["CapInh", "CapPrm", "CapEff", "CapAmb"].map((name) => lineOf(stdout, name));
  check(
    "it has no capability",
    rights.every((line) => /:\s0+$/.test(line)),
    rights.join(", "),
  );
  const none = lineOf(stdout, "NoNewPrivs");
  check("it can get none", /:\s1$/.test(none), none);
  const own = await runIn(container, [
    "find",
    "/app",
    "/usr",
    "/etc",
    "-writable",
    "-not",
    "-type",
    "l",
    "-print",
    "-quit",
  ]);
  check("it may change no file of the image", own.code === 0 && own.stdout === "", own.stdout + own.stderr);
}

function lineOf(text: string, name: string): string {
  return text.split("\n").find((line) => line.startsWith(`${name}:`)) ?? "";
}

async function makeKey(container: Container, check: Check): Promise<string> {
  const made = await runIn(container, [...program, "organizations", "create", "acme"]);
  const { code, stdout, stderr } = await runIn(container, [...program, "keys", "create", "acme"]);
  check("an organization and its key, as the role that only reads and writes rows", code === 0, made.stderr + stderr);
  return stdout.trim();
}

/** Checks the doctor. The sandbox mode is printed, because it differs most between machines. */
async function checkDoctor(container: Container, check: Check): Promise<void> {
  const { code, stdout, stderr } = await runIn(container, [...program, "doctor"]);
  check("versus doctor finds nothing wrong", code === 0, stdout + stderr);
  const sandbox = stdout.split("\n").find((line) => / sandbox /.test(line)) ?? "";
  check("versus doctor tells the sandbox mode", /^ok +sandbox +(?:seccomp|bubblewrap)/.test(sandbox), stdout);
  console.log(sandbox);
}

interface Service {
  readonly url: string;
  readonly privateUrl: string;
  readonly processes: readonly RunningIn[];
}

const roles = ["api", "worker", "converter"] as const;

async function startService(container: Container): Promise<Service> {
  const [port = 0, ...privatePorts] = await freePorts(1 + roles.length);
  const processes = roles.map((role, place) =>
    startIn(container, [...program, "serve", "--role", role], {
      VERSUS_PORT: String(port),
      VERSUS_PRIVATE_PORT: String(privatePorts[place]),
      // Only the converter converts.
      ...(role === "worker" ? { VERSUS_OFFICE_PROCESSES: "0" } : {}),
    }),
  );
  const isStarted = () => processes.every((process) => process.printed().includes('"msg":"started"'));
  if (!(await waitUntil(isStarted, { pause: 200, patience: startMilliseconds }))) {
    const printed = processes.map((process) => process.printed().slice(-2000)).join("\n");
    await Promise.all(processes.map((process) => process.stop()));
    throw new Error(`The service did not start.\n${printed}`);
  }
  return { url: `http://127.0.0.1:${port}`, privateUrl: `http://127.0.0.1:${privatePorts[0]}`, processes };
}

async function checkService({ url, privateUrl }: Service, key: string, check: Check): Promise<void> {
  const call = callerOf(url, key);
  const health = await call("GET", "/health");
  check("GET /health", health.status === 200, `${health.status}`);
  const ready = await fetch(`${privateUrl}/health/ready`).then((reply) => reply.text());
  check("it is ready: database, store, queue and converter", !ready.includes("unavailable"), ready);
  const metrics = await fetch(`${privateUrl}/metrics`).then((reply) => reply.text());
  const counted = roles.every((role) => metrics.includes(`versus_processes{role="${role}"} 1`));
  check("/metrics counts an API, a worker and a converter", counted, metrics.slice(0, 500));

  const { original, modified } = makeSampleContracts();
  const comparison = form({ original: ["a.docx", original], modified: ["b.docx", modified] });
  const posted = await json<{ comparison_id?: string }>(await call("POST", "/v1/compare", comparison));
  const redline = await readyDownload(call, `/v1/compare/${posted.comparison_id}`);
  check("two documents compared, and the redline downloaded", redline.isArchive, redline.seen);

  const older = readFileSync(join(import.meta.dirname, "../../corpus/doc/agreement.doc"));
  const uploaded = await json<{ file_id?: string }>(
    await call("POST", "/v1/files", form({ document: ["old.doc", older] })),
  );
  const converted = await readyDownload(call, `/v1/files/${uploaded.file_id}`);
  check("a .doc converted, and its .docx downloaded", converted.isArchive, converted.seen);
  const content = await call("GET", `/v1/files/${uploaded.file_id}/content?format=md`);
  check("the converted .doc has its text", (await content.text()).includes("The fee is 10 euros"), `${content.status}`);
}

type Call = (method: "GET" | "POST", path: string, body?: FormData) => Promise<Response>;

/**
 * Returns a caller. The settings are those behind a proxy that terminates TLS, so the caller sends the proxy's header.
 */
function callerOf(url: string, key: string): Call {
  const headers = { authorization: `Bearer ${key}`, "x-forwarded-proto": "https" };
  return (method, path, body) => fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
}

function form(parts: Readonly<Record<string, readonly [name: string, bytes: Uint8Array]>>): FormData {
  const filled = new FormData();
  for (const [field, [name, bytes]] of Object.entries(parts))
    filled.set(field, new Blob([new Uint8Array(bytes)]), name);
  return filled;
}

async function json<Value>(reply: Response): Promise<Value> {
  return (await reply.json()) as Value;
}

interface Result {
  readonly status?: string;
  readonly downloads?: readonly { readonly url: string; readonly format: string }[];
}

/** Waits until the result is ready, and downloads its .docx. */
async function readyDownload(
  call: Call,
  path: string,
): Promise<{ readonly isArchive: boolean; readonly seen: string }> {
  let result: Result = {};
  const isDone = async () => {
    result = await json<Result>(await call("GET", path));
    return result.status !== "processing";
  };
  await waitUntil(isDone, { pause: 250, patience: jobMilliseconds });
  const address = result.downloads?.find(({ format }) => format === "docx")?.url;
  if (address === undefined) return { isArchive: false, seen: JSON.stringify(result) };
  // The public address is the proxy's.
  const { pathname, search } = new URL(address);
  const reply = await call("GET", `${pathname}${search}`);
  const bytes = Buffer.from(await reply.arrayBuffer());
  return { isArchive: bytes.subarray(0, 2).toString() === "PK", seen: `${reply.status}, ${bytes.length} bytes` };
}
