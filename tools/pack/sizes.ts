// Measures the sizes of the packages, with their limits.

import { brotliCompressSync, gzipSync } from "node:zlib";
import { browserBundle, packages } from "./packages.ts";
import type { Written } from "./write-package.ts";

export interface Size {
  readonly name: string;
  readonly value: number;
  /** Undefined for a size that is only printed. */
  readonly atMost: number | undefined;
}

export function sizesOf({ name, bytes, dependencies, browser }: Written): Size[] {
  const packed = packages.find((each) => each.name === name);
  const sizes: Size[] = [{ name: `${name}, packed, bytes`, value: bytes, atMost: packed?.atMost }];
  // A package with a limit is one that users include in their own.
  if (packed?.atMost !== undefined)
    sizes.push({ name: `${name}, dependencies`, value: dependencies.length, atMost: 0 });
  if (browser === undefined) return sizes;
  // File servers keep files compressed at the highest level. Every browser with modules reads Brotli; some servers have
  // only gzip.
  const compressed = brotliCompressSync(browser).length;
  const gzipped = gzipSync(browser, { level: 9 }).length;
  return [
    ...sizes,
    { name: `${name}, for browsers, Brotli, bytes`, value: compressed, atMost: browserBundle.atMost },
    { name: `${name}, for browsers, gzip, bytes`, value: gzipped, atMost: browserBundle.atMost },
  ];
}

export function isHeld({ value, atMost }: Size): boolean {
  return atMost === undefined || value <= atMost;
}

export function sizeText(size: Size): string {
  const bar = size.atMost === undefined ? "" : `   at most ${size.atMost}`;
  return `${isHeld(size) ? "ok   " : "LARGE"} ${size.name.padEnd(48)} ${String(size.value).padStart(8)}${bar}`;
}
