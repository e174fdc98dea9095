// Makes calls that store documents and then fail, and checks that nothing of them remains.
//
// The calls are refused, cut off, or handled by a process of the API that is killed.

import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "./call-service.ts";
import type { Findings } from "./findings.ts";
import type { ChaosService } from "./start-service.ts";

const EACH = 5;
/** More than two parts of a multipart upload. */
const FILE_BYTES = 12 * 1024 * 1024;
const MOST_MILLISECONDS = 10 * 60_000;
const BOUNDARY = "versus-chaos-boundary";

const tell = (line: string) => console.error(`chaos: ${line}`);

export async function failedCalls(service: ChaosService, findings: Findings): Promise<void> {
  const caller = await service.addOrganization("failing", { isZeroDay: false });
  const before = new Set(await service.store.list());
  const added = async () => (await service.store.list()).filter((name) => !before.has(name) && isObject(name));

  const statuses = await Promise.all(Array.from({ length: EACH }, () => sendRefused(caller)));
  findings.check(
    "a refused upload answers 4xx",
    statuses.every((status) => status >= 400 && status < 500),
    () => statuses.join(" "),
  );
  await untilGone("refused", { added, findings });

  const cut = await Promise.all(Array.from({ length: EACH }, () => beginUpload(caller)));
  await untilStored(added, findings);
  for (const { breakOff } of cut) breakOff();
  await untilGone("cut off", { added, findings });

  await Promise.all(Array.from({ length: EACH }, () => beginUpload(caller)));
  await untilStored(added, findings);
  await service.replaceApi();
  await untilGone("of a killed API", { added, findings });
}

interface Looking {
  readonly added: () => Promise<string[]>;
  readonly findings: Findings;
}

/** True for objects except the marker of the installation, which is written again every hour. */
function isObject(name: string): boolean {
  return !name.startsWith("versus-installation");
}

async function untilStored(added: () => Promise<string[]>, findings: Findings): Promise<void> {
  let found = 0;
  for (let tries = 0; tries < 120 && found < EACH; tries += 1) {
    found = (await added()).length;
    await sleep(250);
  }
  findings.check("unfinished uploads lie in the store before", found >= EACH, () => `${found}`);
}

async function untilGone(what: string, { added, findings }: Looking): Promise<void> {
  const began = performance.now();
  let left = await added();
  while (left.length > 0 && performance.now() - began < MOST_MILLISECONDS) {
    await sleep(1000);
    left = await added();
  }
  tell(`uploads ${what}: nothing in the store after ${Math.round((performance.now() - began) / 1000)} s`);
  findings.check(`nothing stays of uploads ${what}`, left.length === 0, () => left.slice(0, 5).join(" "));
}

/** Sends a form that is refused: a file that is not a document, then an unknown field. Returns the status code. */
async function sendRefused({ url, key }: Caller): Promise<number> {
  const form = new FormData();
  form.set("document", new Blob([new Uint8Array(randomBytes(FILE_BYTES))]), "refused.docx");
  form.set("unknown", "field");
  const reply = await fetch(`${url}/v1/files`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${key}` },
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** Sends most of a form and then stops. */
async function beginUpload({ url, key }: Caller): Promise<{ breakOff(): void }> {
  const call = request(`${url}/v1/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
  });
  // We cut the connection, or the other side dies.
  call.on("error", () => {});
  call.write(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="document"; filename="begun.docx"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  );
  await new Promise<void>((resolve) => call.write(randomBytes(FILE_BYTES), () => resolve()));
  return { breakOff: () => void call.destroy() };
}
