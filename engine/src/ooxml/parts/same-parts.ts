// Compares parts of two documents by their bytes, for parts that are compared but not read.

import { Failure } from "../../failures/failure.ts";
import { sameBytes } from "../same-bytes.ts";
import type { Package } from "./package.ts";

interface OnePart {
  readonly package: Package;
  readonly name: string;
}

/**
 * True if two parts have the same bytes. A part that cannot be unpacked equals another one only if both have the same packed
 * bytes.
 */
export function isSamePart(one: OnePart, other: OnePart): boolean {
  if (one.package.isPackedAlike(one.name, other.package, other.name)) return true;
  const [bytes, partner] = [readPart(one.package, one.name), readPart(other.package, other.name)];
  return bytes !== undefined && partner !== undefined && sameBytes(bytes, partner);
}

/** Returns the bytes of a part; undefined if they cannot be unpacked. */
export function readPart(opened: Package, part: string): Uint8Array | undefined {
  try {
    return opened.unverifiedBytes(part);
  } catch (problem) {
    if (problem instanceof Failure) return undefined;
    throw problem;
  }
}
