// Reads the Range header (RFC 9110, 14.2). One range of bytes is served.
//
// Several ranges, other units and invalid values are ignored, which the standard allows, and the whole file is sent.

import type { ByteRange } from "../../storage/object-store.ts";

/** `whole`, a range inside the file, or `outside`. */
export type AskedRange = "whole" | "outside" | ByteRange;

export function readRange(header: string | undefined, size: number): AskedRange {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(" ", "") ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "whole";
  if (first === "") return lastBytes(Number(last), size);
  const from = Number(first);
  const to = last === "" ? size : Number(last) + 1;
  if (to <= from && last !== "") return "whole";
  return from >= size ? "outside" : { from, to: Math.min(to, size) };
}

function lastBytes(count: number, size: number): AskedRange {
  if (count === 0 || size === 0) return "outside";
  return { from: Math.max(0, size - count), to: size };
}
