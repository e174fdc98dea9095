// Tests the check of a file that reads only parts of it.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, test } from "vitest";
import { documentOf } from "../jobs/testing/documents.ts";
import { loopPieces } from "./loop-pieces.ts";
import { checkDocument, type ReadBytes } from "./source-outline.ts";

const MB = 1024 * 1024;
const contentTypes = "[Content_Types].xml";
const types = (lines: string): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines}</Types>`;

/** Checks a file. Returns the code of its failure, and how often and how much was read. */
async function check(size: number, read: ReadBytes) {
  const reads: number[] = [];
  const reading: ReadBytes = (from, to) => {
    reads.push(to - from);
    return read(from, to);
  };
  let code = "sound";
  await checkDocument(reading, size, loopPieces()).catch((problem) => {
    code = problem.code ?? String(problem);
  });
  return { code, reads: reads.length, bytes: reads.reduce((sum, bytes) => sum + bytes, 0) };
}

function checkBytes(bytes: Uint8Array) {
  return check(bytes.length, async (from, to) => bytes.subarray(from, to));
}

/** Returns an archive of stored entries, whose names may be equal. */
function zipOf(entries: readonly (readonly [name: string, content: string])[]): Uint8Array {
  const encoder = new TextEncoder();
  return writeArchive(
    entries.map(([name, content]) => ({ kind: "made", name, bytes: encoder.encode(content) })),
    nodeZlib,
    1,
  );
}

/** Text that hardly compresses, so that the file is larger than one that is read whole. */
const filler = Array.from({ length: 70_000 }, (_, index) => ((index * 2654435761) >>> 0).toString(36)).join("");
const repeat = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index): [string, string] => [name(index), "x".repeat(40)]);

test("too many records are refused by their number alone", async () => {
  const archive = zipOf(repeat(20_000, () => contentTypes));
  expect(await checkBytes(archive)).toMatchObject({ code: "TOO_MANY_PARTS", reads: 2 });
});

test.each([
  ["the content types", () => contentTypes],
  ["the content types, in another case", (index: number) => (index % 2 === 0 ? contentTypes : "[content_TYPES].XML")],
  ["any part", () => "word/document.xml"],
])("%s named twice are refused before any part is read", async (_, name) => {
  const archive = zipOf([["filler.txt", filler], ...repeat(600, name)]);
  expect(await checkBytes(archive)).toMatchObject({ code: "PACKAGE_INVALID", reads: 3 });
});

test("hundreds of parts without the package's relationships are read like any others", async () => {
  const parts = repeat(900, (index) => `word/part${index}.xml`);
  const rels = ["word/_rels/document.xml.rels", ""] as const;
  const archive = zipOf([["filler.txt", filler], [contentTypes, types("")], rels, ...parts]);
  expect(await checkBytes(archive)).toMatchObject({ code: "PACKAGE_INVALID", reads: 4 });
});

test("[SRV-60] content types and relationships past their limit are left to the job, unread", async () => {
  for (const name of [contentTypes, "_rels/.rels"]) {
    const small = name === contentTypes ? [] : [[contentTypes, types("")] as const];
    const archive = zipOf([["filler.txt", filler], ...small, [name, types(`<a/>`.repeat(50_000))]]);
    expect(await checkBytes(archive)).toMatchObject({ code: "sound", reads: 3 });
  }
});

test("[SRV-60] a directory past its limit is left to the job, unread", async () => {
  for (const [count, length] of [
    [60, 60_000],
    [5_000, 20],
  ] as const) {
    const archive = zipOf([["filler.txt", filler], ...repeat(count, (index) => `${index}`.padEnd(length, "a"))]);
    expect(await checkBytes(archive)).toMatchObject({ code: "sound", reads: 2 });
  }
});

test.each([
  ["with a directory at its end", 9, (100 * MB) / 512 - 10],
  ["with a directory past its end", 9, 0xfffffffa],
  ["with large sectors", 12, 3],
  ["with sectors of no size", 0, 0],
])("[SRV-60] an OLE container of 100 MB %s costs two reads", async (_, shift, sector) => {
  const header = Buffer.alloc(512);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  header.writeUInt16LE(shift, 30);
  header.writeUInt32LE(sector, 48);
  const read: ReadBytes = async (from, to) => {
    const bytes = new Uint8Array(to - from);
    if (from === 0) bytes.set(header.subarray(0, bytes.length));
    return bytes;
  };
  const { code, reads, bytes } = await check(100 * MB, read);
  expect({ code, reads }).toEqual({ code: "PACKAGE_INVALID", reads: 2 });
  expect(bytes).toBeLessThan(70 * 1024);
});

test("a sound document is sound, small or large", async () => {
  expect(await checkBytes(documentOf("Fine."))).toMatchObject({ code: "sound", reads: 1 });
});

test("[SRV-61] pieces run one at a time, and the loop goes round between them", async () => {
  const run = loopPieces();
  const order: string[] = [];
  const pieces = [0, 1, 2].map((index) => run(() => order.push(`piece ${index}`)));
  setImmediate(() => {
    order.push("another");
    setImmediate(() => order.push("and another"));
  });
  await expect(run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await Promise.all(pieces);
  expect(order).toEqual(["another", "piece 0", "and another", "piece 1", "piece 2"]);
});
