// Where the documents of a run lie, and how to look at what lies there without asking the service.

import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type CephBucket, startCephBucket } from "@versus/tools/servers/ceph-bucket";
import type { Settings } from "@versus/tools/versus-program";

export interface ObjectListing {
  /** Where it lies, when that is a folder. */
  readonly folder?: string;
  /** What the service is told. */
  readonly settings: Settings;
  /** The names of everything that lies there, unfinished uploads too. */
  list(): Promise<string[]>;
  /** Another place of the same kind, with nothing in it. */
  another(): Promise<ObjectListing>;
  /** Of a store with a gateway: ends it (kill -9), or starts it again and waits until it listens. */
  readonly gateway?: { stop(): Promise<void>; start(): Promise<void> };
  stop(): Promise<void>;
}

export function startDiskStore(folder: string): ObjectListing {
  return {
    folder,
    settings: { VERSUS_STORE: `disk:${folder}` },
    list: async () => filesBelow(folder),
    another: async () => startDiskStore(`${folder}-another`),
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

/** `way` gives the port that the service is told instead of the gateway's. */
export async function startCephStore(
  way: (port: number) => Promise<number> = async (port) => port,
): Promise<ObjectListing> {
  const first = await startCephBucket(BUCKET);
  const told = new URL(first.endpoint);
  told.port = String(await way(Number(told.port)));
  const endpoint = encodeURIComponent(told.origin);
  const listingOf = (ceph: CephBucket): ObjectListing => ({
    settings: {
      VERSUS_STORE: `s3://${ceph.bucket}?region=default&encryption=off&endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: ceph.accessKeyId,
      AWS_SECRET_ACCESS_KEY: ceph.secretAccessKey,
    },
    list: async () => [...(await listAll(ceph)), ...keysIn(await ceph.ask("GET", "uploads="))],
    another: async () => listingOf(await ceph.another(`${ceph.bucket}-another`)),
    gateway: { stop: () => ceph.tell("stop gateway"), start: () => ceph.tell("start gateway") },
    stop: ceph.stop,
  });
  return listingOf(first);
}

async function listAll(ceph: CephBucket): Promise<string[]> {
  const found: string[] = [];
  for (let marker = ""; ; marker = found.at(-1) ?? "") {
    const reply = await ceph.ask("GET", `marker=${encodeURIComponent(marker)}`);
    found.push(...keysIn(reply));
    if (!reply.includes("<IsTruncated>true</IsTruncated>")) return found;
  }
}

function keysIn(xml: string): string[] {
  return [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key);
}
