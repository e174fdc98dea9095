// Tests two cells of different regions (docs/design/service.md, "Cells").
//
// A key works only in its own cell. After a day's work, neither cell contains a byte of the other's organizations.

import assert from "node:assert/strict";
import { refused, type Service } from "../calls/service.ts";
import { end, make, makeEnded, pathOf, subjects, untilAllEnded } from "../calls/subjects.ts";
import { wordDocument } from "../documents/word.ts";
import { type Cell, everyRow, startCell } from "../running/cell.ts";
import type { Objects } from "../running/objects.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import type { Organization, World } from "../running/world.ts";

export const regions = theme("regions", (stage) => {
  const { world, service, test } = stage;
  const cells = once(() => startTwo(stage));

  test("a key works in its own cell alone, for every call", ["general.5", "3.region"], async () => {
    const { american, british, uk } = await cells();
    assert.equal((await service.get("/health")).json.region, "us");
    assert.equal((await uk.get("/health")).json.region, "uk");
    for (const [at, key, foreign] of [
      [service, american.key, british.key],
      [uk, british.key, american.key],
    ] as const) {
      assert.equal((await at.get("/v1/usage", { key })).status, 200);
      for (const { method, path, needsKey } of at.description.operations()) {
        if (!needsKey) continue;
        const named = path.replace(/\{topic\}/, "errors").replace(/\{\w+\}/g, "x");
        refused(await at.call(method, named, { key: foreign }), 401, "INVALID_API_KEY");
      }
    }
  });

  test("an address of one cell leads nowhere in the other", ["general.5"], async () => {
    const { british, uk } = await cells();
    const { downloads } = await uk.ready({ key: british.key });
    const [download] = downloads;
    assert.equal((await uk.get(download?.url ?? "")).status, 200);
    const path = (download?.url ?? "").slice(uk.url.length);
    assert.ok([403, 404, 410].includes((await service.get(`${service.url}${path}`)).status));
  });

  test("after mixed work neither cell holds a byte of the other's organization", ["general.5"], async () => {
    const { american, british, uk, cell } = await cells();
    const [atHome, abroad] = [
      await workAll(service, american, "versuscellus"),
      await workAll(uk, british, "versuscelluk"),
    ];
    const rowsHere = () => everyRow((query) => world.rows(query));
    const [here, there] = await Promise.all([rowsHere(), cell.rows()]);
    const americanNames = [...(await namesOf(world, american)), ...atHome];
    const britishNames = [...(await namesOf(world, british, cell)), ...abroad];
    // The search works: most ids are in the rows of their own cell; some of the deleted ones are gone.
    const seen = [americanNames.filter((name) => holds(here, name)), britishNames.filter((name) => holds(there, name))];
    for (const found of seen) assert.ok(found.length > subjects.length, "the search sees nothing");
    // The world keeps the output of every process, including those of the second cell.
    const ofTheSecond = new Set(cell.printed);
    const logHere = world.printed.filter((line) => !ofTheSecond.has(line));
    const [bucketHere, bucketThere] = [
      await storeOf(world.objects, britishNames),
      await storeOf(cell.objects, americanNames),
    ];
    assert.deepEqual(
      {
        rowsOfTheFirst: britishNames.filter((name) => holds(here, name)).length,
        rowsOfTheSecond: americanNames.filter((name) => holds(there, name)).length,
        logOfTheFirst: britishNames.filter((name) => holds(logHere, name)).length,
        logOfTheSecond: americanNames.filter((name) => holds(cell.printed, name)).length,
        bucketHere,
        bucketThere,
      },
      { rowsOfTheFirst: 0, rowsOfTheSecond: 0, logOfTheFirst: 0, logOfTheSecond: 0, bucketHere: 0, bucketThere: 0 },
    );
    assert.equal(await cell.objects.isEmpty(""), false);
  });
});

interface Two {
  readonly american: Organization;
  readonly british: Organization;
  readonly cell: Cell;
  /** The second cell, as a caller uses it. */
  readonly uk: Service;
}

async function startTwo({ world, service }: Stage): Promise<Two> {
  const cell = await startCell(world, "uk");
  const [american, british] = [await world.makeOrganization(), await world.makeOrganization([], cell.settings)];
  return { american, british, cell, uk: service.at(cell.api.url, british.key) };
}

/**
 * Makes one of everything, reads it, downloads it and deletes half of it. Returns every id that it met and the planted
 * word.
 */
async function workAll(service: Service, { key }: Organization, word: string): Promise<string[]> {
  const ids: string[] = [];
  for (const subject of subjects) {
    const { id, reply } = await makeEnded(service, subject, { key });
    for (const { url } of reply.json.downloads ?? []) await service.fetch(url);
    const deleted = await make(service, subject, { key });
    await end(service, subject, { id: deleted, key });
    await service.call("DELETE", pathOf(subject, deleted), { key });
    ids.push(id, deleted);
    if (subject.hasVersions) ids.push(...(await untilAllEnded(service, id, { key })).map((one) => one.version_id));
  }
  const planted = { original: wordDocument("The fee is due."), modified: wordDocument(`The fee of ${word} is due.`) };
  const { id } = await service.ready(
    { ...planted, originalName: `${word}.docx`, author: word, key },
    "docx,json,md,viewer",
  );
  return [...ids, id, word];
}

/** Returns the names of an organization in its own cell: its id, slug, account and the id of its key. */
async function namesOf(world: World, { slug, key, address }: Organization, cell?: Cell): Promise<string[]> {
  const query = `select organization_id as id from organizations where slug = '${slug}'`;
  const url = cell?.settings.DATABASE_URL;
  const rows = (url === undefined ? await world.rows(query) : await world.rowsOf(url, query)) as { id: string }[];
  // The secret of a key may contain "_" too.
  const keyId = key.split("_")[1] ?? "";
  return [slug, address, keyId, ...rows.map(({ id }) => id)];
}

function holds(lines: readonly string[], name: string): boolean {
  return lines.some((line) => line.includes(name));
}

/** Returns the number of objects that have one of the names in their key or in their bytes. */
async function storeOf(objects: Objects, names: readonly string[]): Promise<number> {
  let count = 0;
  for await (const key of objects.keys()) if (names.some((name) => key.includes(name))) count += 1;
  for await (const content of objects.contents("")) if (names.some((name) => content.includes(name))) count += 1;
  return count;
}
