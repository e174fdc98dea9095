// Whether parts of two documents are the same, for what is compared as it is and not read.

import { Failure } from "../../failures/failure.ts";
import { sameBytes } from "../same-bytes.ts";
import type { Package } from "./package.ts";

interface OnePart {
  readonly package: Package;
  readonly name: string;
}

/** Whether two parts have the same bytes. One that does not unpack is like no other, unless it is packed alike. */
export function isSamePart(one: OnePart, other: OnePart): boolean {
  if (one.package.isPackedAlike(one.name, other.package, other.name)) return true;
  const [bytes, partner] = [readPart(one.package, one.name), readPart(other.package, other.name)];
  return bytes !== undefined && partner !== undefined && sameBytes(bytes, partner);
}

/** The bytes of a part; undefined when they do not unpack. */
export function readPart(opened: Package, part: string): Uint8Array | undefined {
  try {
    return opened.unverifiedBytes(part);
  } catch (problem) {
    if (problem instanceof Failure) return undefined;
    throw problem;
  }
}
