// Tests faults of the service: database unavailable, table missing, store unavailable.
//
// Each test has its own API process and, if it breaks it, its own database. The logs about the faults must not contain
// anything of a caller.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { refused, type Service } from "../calls/service.ts";
import { wordDocument } from "../documents/word.ts";
import { openGate } from "../running/gate.ts";
import { freePort, privateUrlOf } from "../running/programs.ts";
import { once, type Stage, theme } from "../running/theme.ts";

const PATIENCE_MILLISECONDS = 20_000;

export const faults = theme("faults", (stage) => {
  const { service, world, test } = stage;
  const broken = once(() => makeBreakable(stage));

  test(
    "without its database the service is SERVICE_UNAVAILABLE, and well again when it is back",
    awayRules,
    async () => {
      const { at, gate, lines } = await broken();
      assert.equal((await at.get("/v1/usage")).status, 200);
      await gate.shut();
      const reply = await at.get("/v1/usage");
      refused(reply, 503, "SERVICE_UNAVAILABLE");
      assert.ok(Number(reply.headers["retry-after"]) > 0);
      refused(await at.postComparison(), 503, "SERVICE_UNAVAILABLE");
      const { status, json } = await askReadiness(lines);
      assert.deepEqual([status, json.status, json.checks.queue], [503, "unavailable", "unavailable"]);
      assert.equal((await at.get("/health")).status, 200);
      await gate.open();
      const end = Date.now() + PATIENCE_MILLISECONDS;
      while ((await at.get("/v1/usage")).status !== 200) {
        assert.ok(Date.now() < end, "it does not come back");
        await setTimeout(200);
      }
    },
  );

  test("a fault of ours is INTERNAL_ERROR and tells nothing of what is inside", ["5.INTERNAL_ERROR"], async () => {
    const { at, query, lines } = await broken();
    await query("drop table usage_entries");
    const reply = await at.get("/v1/usage", { headers: { "x-request-id": "fault-1" } });
    refused(reply, 500, "INTERNAL_ERROR");
    assert.doesNotMatch(String(reply.body), /usage_entries|select|relation|stack/i);
    const line = lines.find((said) => said.includes("fault-1") && said.includes('"msg":"fault"'));
    assert.ok(line, "the log says where it happened");
  });

  test("without its store the service is SERVICE_UNAVAILABLE, and says that it is not ready", awayRules, async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    const api = await world.startApi({
      VERSUS_STORE: `s3://nowhere?region=default&encryption=off&endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: "none",
      AWS_SECRET_ACCESS_KEY: "none",
    });
    const away = service.at(api.url);
    const { status, json } = await askReadiness(api.lines);
    assert.deepEqual([status, json.status, json.checks.storage], [503, "unavailable", "unavailable"]);
    assert.equal((await away.get("/health")).status, 200);
    const reply = await away.postComparison();
    refused(reply, 503, "SERVICE_UNAVAILABLE");
    assert.ok(Number(reply.headers["retry-after"]) > 0);
    await api.stop();
  });

  test("no log holds a caller's words, documents, names, keys or signatures", ["5.not-logged"], async () => {
    const { ordinary, log } = stage;
    const documents = { original: wordDocument("The quokka settles."), modified: wordDocument("The quokka settled.") };
    const { id, downloads } = await service.ready({
      ...documents,
      author: "Quokka & Partners",
      originalName: "quokka-1.docx",
      modifiedName: "quokka-2.docx",
      headers: { "idempotency-key": "quokka-key" },
    });
    await service.get(downloads[0]?.url ?? "");
    await service.get(`/v1/compare/${id}?format=quokka`);
    await service.get("/v1/reference/quokka");
    await service.postComparison({ modified: Buffer.from("no zip: quokka") });
    await service.get("/v1/usage", { key: `${ordinary.key.slice(0, -6)}quokka` });
    await setTimeout(500);
    const secret = ordinary.key.split("_").slice(2).join("_").slice(0, 30);
    const lines = [...log, ...world.workerLines];
    assert.ok(lines.length > 10);
    for (const line of lines) {
      assert.doesNotMatch(line, /quokka|signature=/i);
      assert.ok(!line.includes(secret), "a key is in the log");
    }
  });
});

interface Readiness {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

async function askReadiness(lines: readonly string[]): Promise<{ readonly status: number; readonly json: Readiness }> {
  const reply = await fetch(`${privateUrlOf(lines)}/health/ready`);
  return { status: reply.status, json: (await reply.json()) as Readiness };
}

const awayRules = ["5.SERVICE_UNAVAILABLE", "2.ready", "2.health"] as const;

/** Starts an API with its own database, which can be cut off and broken. */
async function makeBreakable({ service, world }: Pick<Stage, "service" | "world">): Promise<{
  readonly at: Pick<Service, "get" | "postComparison">;
  readonly gate: Awaited<ReturnType<typeof openGate>>;
  readonly lines: readonly string[];
  readonly query: (text: string) => Promise<unknown>;
}> {
  const name = `acceptance_${randomBytes(5).toString("hex")}`;
  const url = new URL(world.settings.DATABASE_URL ?? "");
  await world.rows(`create database ${name}`);
  const gate = await openGate({ host: url.hostname, port: Number(url.port || 5432) });
  url.pathname = `/${name}`;
  // A separate database needs a separate store.
  const folder = mkdtempSync(join(tmpdir(), "versus-acceptance-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const own = { VERSUS_STORE: `disk:${folder}` };
  const straight = { DATABASE_URL: url.href, ...own };
  await world.versus(["migrate"], straight);
  const { key } = await world.makeOrganization([], straight);
  url.port = String(gate.port);
  url.hostname = "127.0.0.1";
  const api = await world.startApi({ DATABASE_URL: url.href, ...own });
  const at = service.at(api.url, key);
  return { at, gate, lines: api.lines, query: (text) => world.rowsOf(straight.DATABASE_URL, text) };
}
