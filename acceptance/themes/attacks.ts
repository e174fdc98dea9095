// Tests attacks: what one attacker sends must not affect anybody else. One function per attack.
//
// Times depend on other work of the machine, so a measurement that misses its bar is repeated. An attack that really
// holds up the service misses it every time.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { piecesForm, writeForm } from "../calls/form.ts";
import type { Call, Reply } from "../calls/request.ts";
import { refused, type Service } from "../calls/service.ts";
import { type Hostile, hostilePackages, oleOf } from "../documents/hostile-packages.ts";
import { wordDocument } from "../documents/word.ts";
import { type MeasuredApi, startMeasuredApi } from "../running/measured-api.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import { viewsOfComments } from "./growth-views.ts";
import { obeyedInjections } from "./injections.ts";
import { slowNames, slowUploads, uploadsInFlight } from "./slow-callers.ts";

const MB = 1024 * 1024;
const TRIES = 4;

export const attacks = theme(
  "attacks",
  hostileUploads,
  hostileUploadsTogether,
  clientsThatLeave,
  uploadsInFlight,
  slowUploads,
  slowNames,
  viewsOfComments,
  obeyedInjections,
);

/** Maximum CPU time from the last byte of a hostile upload on. */
const MOST_CPU_MILLISECONDS = 200;

/** Tests each hostile file by itself: it is answered correctly and costs little. */
function hostileUploads({ service, world, test }: Stage): void {
  const measured = once(async () => {
    const api = await startMeasuredApi(world);
    const { key } = await world.makeOrganization();
    // The first uploads also compile the program.
    for (const _ of [1, 2, 3]) await service.at(api.url, key).postForm(formOf(wordDocument("A.")), {}, "/v1/files");
    return { api, at: service.at(api.url, key) };
  });
  let mostCpu = 0;
  const large: Hostile & { readonly pieces: () => Iterable<Uint8Array> } = {
    name: "an OLE container of 100 MB",
    make: () => Buffer.alloc(0),
    pieces: () => oleOf(100 * MB),
    reason: "PACKAGE_INVALID",
  };
  for (const hostile of [...hostilePackages.map((one) => ({ ...one, pieces: () => [one.make()] })), large]) {
    test(
      `${hostile.name}: at most ${MOST_CPU_MILLISECONDS} ms of CPU`,
      ["6.post-limits", "6.post-checks"],
      async () => {
        const { api, at } = await measured();
        await atBest(MOST_CPU_MILLISECONDS, "ms of CPU", async () => {
          const { cpu, reply } = await cpuAfterLastByte(api, (call) => at.post("/v1/files", call), hostile.pieces());
          answeredAs(reply, hostile);
          mostCpu = Math.max(mostCpu, cpu);
          return cpu;
        });
      },
    );
  }
  test("all of that left the service well", ["6.post-limits"], async () => {
    const { api, at } = await measured();
    console.log(`  a hostile upload took ${mostCpu} ms of CPU at most after its last byte`);
    assert.equal((await at.postForm(formOf(wordDocument("A.")), {}, "/v1/files")).status, 201);
    await api.stop();
  });
}

async function cpuAfterLastByte(
  api: MeasuredApi,
  post: (call: Call) => Promise<Reply>,
  pieces: Iterable<Uint8Array>,
): Promise<{ readonly cpu: number; readonly reply: Reply }> {
  const { headers, body } = piecesForm("document", pieces);
  let before = 0;
  async function* held(): AsyncIterable<Uint8Array> {
    let last: Uint8Array | undefined;
    for (const piece of body) {
      if (last !== undefined) yield last;
      last = piece;
    }
    await api.quiet();
    before = api.cpu();
    yield last ?? Buffer.alloc(0);
  }
  const reply = await post({ headers, body: held() });
  await api.quiet();
  return { cpu: api.cpu() - before, reply };
}

function answeredAs(reply: Reply, { reason }: Hostile): void {
  if (reason === undefined) assert.equal(reply.status, 201, reply.body.toString());
  else {
    refused(reply, 400, "DOCUMENT_UNREADABLE");
    assert.equal(reply.json.error.details[0].reason, reason);
  }
}

const IN_FLIGHT = 20;
const MOST_DELAY_MILLISECONDS = 50;
const VICTIM_UPLOADS = 8;
/**
 * Maximum ratio of a result to its bar. The bars are the targets, and results are printed as multiples of them: 0.6 to
 * 0.8 here. That was on two cores, which the attackers, the store and the workers share with the API. A machine with
 * other work is slower.
 */
const MOST_TIMES_BARS = 1.5;

/** Tests many hostile uploads at a time: they affect neither the event loop nor another organization. */
function hostileUploadsTogether({ service, world, test }: Stage): void {
  const title = `with ${IN_FLIGHT} hostile uploads in flight the event loop goes round, and another organization's upload is taken`;
  test(title, ["6.post-limits"], async () => {
    const api = await startMeasuredApi(world);
    const [attacker, victim] = await Promise.all([world.makeOrganization(), world.makeOrganization()]);
    const document = hundredPages();
    const uploadTimes = (count: number) =>
      series(count, async () => {
        const start = performance.now();
        const reply = await service.at(api.url, victim.key).postForm(formOf(document), {}, "/v1/files");
        assert.equal(reply.status, 201, reply.body.toString());
        return performance.now() - start;
      });
    await uploadTimes(2);
    await api.loopDelay();
    const idle = Math.max(...(await uploadTimes(4)));
    // If the loop is late by the clock without any attack, the machine is busy with something else.
    const { raw: idleDelay } = await api.loopDelay();
    await atBest(MOST_TIMES_BARS, "times its bar", async () => {
      const stop = attackAll(service.at(api.url, attacker.key));
      await setTimeout(1_000);
      await api.loopDelay();
      const slowest = Math.max(...(await uploadTimes(VICTIM_UPLOADS)));
      const { p99, most, raw } = await api.loopDelay();
      const sent = await stop();
      assert.ok(sent >= IN_FLIGHT, "hostile uploads were answered");
      console.log(
        `  ${sent} hostile uploads: event loop ${p99.toFixed(0)} ms late at p99 (${raw.toFixed(0)} by the clock), ${most.toFixed(0)} ms at most; upload ${slowest.toFixed(0)} ms; idle ${idleDelay.toFixed(0)} ms late by the clock, upload ${idle.toFixed(0)} ms`,
      );
      const [delay, upload] = [p99 / MOST_DELAY_MILLISECONDS, slowest / (2 * idle + 1_000)];
      console.log(`  event loop ${delay.toFixed(2)} times its bar, upload ${upload.toFixed(2)} times`);
      return Math.max(delay, upload);
    });
    await api.stop();
  });
}

/** Sends several hostile files at a time until it is stopped. Returns the number of answered ones. */
function attackAll(at: Service): () => Promise<number> {
  const files = hostilePackages.map(({ make }) => make());
  let isOver = false;
  let answered = 0;
  const loops = Array.from({ length: IN_FLIGHT }, async (_, lane) => {
    for (let next = lane; !isOver; next += 1) {
      const reply = await at.postForm(formOf(files[next % files.length]!), {}, "/v1/files");
      assert.ok([201, 400].includes(reply.status), reply.body.toString());
      answered += 1;
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(loops);
    return answered;
  };
}

/**
 * Tests clients that send a hostile file and disconnect before it is inspected: no work continues for them, and nothing
 * remains.
 */
function clientsThatLeave({ service, world, test }: Stage): void {
  test(
    "a client that goes away after its last byte leaves no work and no object behind",
    ["6.post-limits"],
    async () => {
      const [leaver, victim] = await Promise.all([world.makeOrganization(), world.makeOrganization()]);
      const [row] = await world.rows("select organization_id from organizations where slug = $1", [leaver.slug]);
      const files = hostilePackages.filter(({ reason }) => reason !== undefined).map(({ make }) => make());
      await Promise.all(
        Array.from({ length: IN_FLIGHT }, async (_, lane) => {
          for (let turn = 0; turn < 3; turn += 1) {
            const gone = new AbortController();
            const { headers, body } = writeForm(formOf(files[(lane + turn * IN_FLIGHT) % files.length]!));
            const call = { key: leaver.key, headers, body, signal: gone.signal };
            const sent = service.post("/v1/files", call).catch((error: Error) => error);
            await Promise.race([sent, setTimeout(20 * (lane % 5))]);
            gone.abort();
            await sent;
          }
        }),
      );
      const reply = await service.postForm(formOf(wordDocument("A.")), { key: victim.key }, "/v1/files");
      assert.equal(reply.status, 201);
      const end = Date.now() + 30_000;
      while (!(await world.objects.isEmpty(`${row.organization_id}/`))) {
        assert.ok(Date.now() < end, "objects are left in the store");
        await setTimeout(200);
      }
    },
  );
}

/** Takes a measurement, several times if necessary, until it is within its bar. */
async function atBest(bar: number, unit: string, measure: () => Promise<number>): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && best > bar; tries += 1) best = Math.min(best, await measure());
  assert.ok(best <= bar, `${best.toFixed(2)} ${unit}, and ${bar} are allowed`);
}

async function series<Value>(count: number, run: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let index = 0; index < count; index += 1) values.push(await run());
  return values;
}

function formOf(content: Uint8Array) {
  return [{ field: "document", fileName: "contract.docx", content }];
}

function hundredPages(): Buffer {
  const sentence = "The Supplier shall give the Customer written notice of any change of the Fees within thirty days.";
  return wordDocument(...Array.from({ length: 2_000 }, (_, index) => `${index}. ${sentence} ${sentence}`));
}
