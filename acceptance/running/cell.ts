// Starts a second cell in another region beside the first.
//
// It has its own database, bucket, signing keys, API and worker. It shares the servers of Postgres and of the store
// with the first cell, but no data in them.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bucketObjects, folderObjects, type Objects } from "./objects.ts";
import { type Settings, serve } from "./programs.ts";
import { tablesOf } from "./tables.ts";
import type { RunningApi, World } from "./world.ts";

export interface Cell {
  readonly settings: Settings;
  readonly api: RunningApi;
  readonly objects: Objects;
  /** All output of its processes. */
  readonly printed: readonly string[];
  /** Returns every row of every table as text, including the queue's. */
  rows(): Promise<readonly string[]>;
}

export async function startCell(world: World, region: "us" | "uk"): Promise<Cell> {
  const name = `cell_${randomBytes(5).toString("hex")}`;
  const store = await openStore(world, name.replace("_", "-"));
  const settings: Settings = {
    ...world.settings,
    ...store.settings,
    VERSUS_REGION: region,
    VERSUS_SIGNING_KEYS: `${region}:${randomBytes(32).toString("base64")}`,
    VERSUS_CHILDREN: "1",
    DATABASE_URL: await makeDatabase(world, name),
  };
  await world.versus(["migrate"], settings);
  const api = await world.startApi(settings);
  const worker = await serve("worker", settings);
  world.atEnd(() => worker.stop());
  return {
    settings,
    api,
    objects: store.objects,
    get printed() {
      return [...api.lines, ...worker.lines, ...worker.errors];
    },
    rows: () => everyRow((query) => world.rowsOf(settings.DATABASE_URL ?? "", query)),
  };
}

async function makeDatabase(world: World, name: string): Promise<string> {
  await world.rows(`create database ${name}`);
  world.atEnd(() => world.rows(`drop database ${name} with (force)`));
  const url = new URL(world.settings.DATABASE_URL ?? "");
  url.pathname = `/${name}`;
  return url.href;
}

interface CellStore {
  readonly settings: Settings;
  readonly objects: Objects;
}

/** Opens a bucket of the first cell's store, or a folder if that store is a folder. */
async function openStore(world: World, name: string): Promise<CellStore> {
  const { VERSUS_STORE: place = "", AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = world.settings;
  if (place.startsWith("disk:")) {
    const folder = mkdtempSync(join(tmpdir(), "versus-cell-"));
    world.atEnd(() => rmSync(folder, { recursive: true, force: true }));
    return { settings: { VERSUS_STORE: `disk:${folder}` }, objects: folderObjects(folder) };
  }
  const url = new URL(place);
  const endpoint = url.searchParams.get("endpoint") ?? "";
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const objects = await bucketObjects({ endpoint, ...credentials }, name);
  world.atEnd(() => objects.close());
  return { settings: { VERSUS_STORE: place.replace(url.host, name) }, objects };
}

/** Returns every row of a database as text. */
export async function everyRow(ask: (query: string) => Promise<unknown[]>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { quoted } of await tablesOf(ask)) {
    const rows = (await ask(`select t::text as line from ${quoted} as t`)) as { readonly line: string }[];
    found.push(...rows.map(({ line }) => `${quoted} ${line}`));
  }
  return found;
}
