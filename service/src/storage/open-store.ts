// Opens the object store of a configured address: `disk:/folder`, or `s3://bucket?region=...`.
//
// An S3 address may have `endpoint` for a store other than Amazon's, and `encryption=off` for a store that refuses the
// encryption header.

import { isAbsolute } from "node:path";
import { openDiskStore } from "./disk-store.ts";
import type { CopyableStore } from "./object-store.ts";
import { openS3Store, type S3StoreConfig } from "./s3-store.ts";

/** Opens the store. Throws on an address of another form, without repeating it. */
export function openStore(address: string, credentials?: S3StoreConfig["credentials"]): CopyableStore {
  if (address.startsWith("disk:")) return openDiskStore(readFolder(address.slice("disk:".length)));
  if (address.startsWith("s3:")) return openS3Store({ ...readS3Address(address), ...(credentials && { credentials }) });
  throw new Error("it must start with disk: or s3:");
}

/** Returns the folder of a disk store, or undefined for another store. */
export function diskFolder(address: string): string | undefined {
  return address.startsWith("disk:") ? readFolder(address.slice("disk:".length)) : undefined;
}

/** True if the address names a bucket, whose objects may be plain if an older version stored them. */
export function isBucket(address: string): boolean {
  return address.startsWith("s3:");
}

function readFolder(folder: string): string {
  if (!isAbsolute(folder)) throw new Error("the folder after disk: must be an absolute path");
  return folder;
}

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const settings = ["region", "endpoint", "encryption"];

/** Exported for its tests. */
export function readS3Address(address: string): S3StoreConfig {
  if (!URL.canParse(address)) throw new Error("it must be an address such as s3://bucket?region=eu-west-1");
  const { hostname: bucket, pathname, searchParams } = new URL(address);
  if (!bucketForm.test(bucket) || (pathname !== "" && pathname !== "/")) {
    throw new Error("it must name one bucket and nothing else before the question mark");
  }
  const unknown = [...searchParams.keys()].find((name) => !settings.includes(name));
  if (unknown !== undefined) throw new Error(`unknown parameter ${unknown}`);
  const region = searchParams.get("region");
  if (region === null || region === "") throw new Error("it must have a region parameter");
  const encryption = searchParams.get("encryption") ?? "AES256";
  if (encryption !== "AES256" && encryption !== "off")
    throw new Error("the parameter encryption must be AES256 or off");
  const endpoint = searchParams.get("endpoint");
  if (endpoint === null) return { bucket, region, encryption };
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    throw new Error("the parameter endpoint must be an http or https address");
  }
  return { bucket, region, encryption, endpoint };
}
