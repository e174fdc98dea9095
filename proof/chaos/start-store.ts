// Starts the store of a run, and lists its objects without asking the service.

import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type CephBucket, startCephBucket } from "@versus/tools/servers/ceph-bucket";
import type { Settings } from "@versus/tools/versus-program";

export interface ObjectListing {
  /** Set only if the store is a folder. */
  readonly folder?: string;
  /** Settings of the service for this store. */
  readonly settings: Settings;
  /** Returns the names of all objects, including unfinished uploads. */
  list(): Promise<string[]>;
  /** Returns an empty store of the same kind. */
  another(): Promise<ObjectListing>;
  /**
   * Makes the store unavailable, and available again: kills its gateway (kill -9) and starts it, or renames its folder.
   */
  readonly gateway?: { stop(): Promise<void>; start(): Promise<void> };
  stop(): Promise<void>;
}

export function startDiskStore(folder: string): ObjectListing {
  return {
    folder,
    settings: { VERSUS_STORE: `disk:${folder}` },
    list: async () => filesBelow(folder),
    another: async () => startDiskStore(`${folder}-another`),
    // Like a disk that was unmounted.
    gateway: {
      stop: async () => renameSync(folder, `${folder}-away`),
      start: async () => renameSync(`${folder}-away`, folder),
    },
    stop: async () => {},
  };
}

/** Returns the paths of all files in a folder, relative to it. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile());
}

const BUCKET = "versus-chaos";

/** `way` returns the port that the service gets instead of the gateway's. */
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
