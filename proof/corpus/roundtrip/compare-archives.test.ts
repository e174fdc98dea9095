// Tests which archives count as the same.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, test } from "vitest";
import { compareArchives } from "./compare-archives.ts";

function archive(parts: Readonly<Record<string, string>>, level = 6): Uint8Array {
  const entries = Object.entries(parts).map(([name, text]) => {
    return { kind: "made", name, bytes: Buffer.from(text) } as const;
  });
  return writeArchive(entries, nodeZlib, level);
}

const nothing = { changed: undefined, added: [] };

const a1 = { a: "1" };
const a1b2 = { a: "1", b: "2" };
const a1b3 = { a: "1", b: "3" };
const reordered = ["the entries or their order changed"];

test.each([
  { name: "the same entries", before: a1b2, after: a1b2, differs: [] },
  { name: "another order", before: a1b2, after: { b: "2", a: "1" }, differs: reordered },
  { name: "an entry lost", before: a1b2, after: a1, differs: reordered },
  { name: "an entry gained", before: a1, after: a1b2, differs: reordered },
  { name: "other bytes", before: a1b2, after: a1b3, differs: ["b holds other bytes"] },
  { name: "other bytes as expected", before: a1b2, after: a1b3, changed: "b", differs: [] },
  { name: "an entry gained as expected", before: a1, after: a1b2, added: ["b"], differs: [] },
])("$name", ({ before, after, changed, added = [], differs }) => {
  expect(compareArchives(archive(before), archive(after), { changed, added })).toEqual(differs);
});

test("an entry that is packed in another way is the same", () => {
  const parts = { a: "a".repeat(1_000) };
  expect(compareArchives(archive(parts, 0), archive(parts, 9), nothing)).toEqual([]);
});

test("an entry with a wrong checksum is the same when its packed data is", () => {
  const broken = archive({ a: "1", b: "2" });
  const central = Buffer.from(broken).lastIndexOf("PK\x01\x02");
  broken[central + 16]! ^= 0xff;
  expect(compareArchives(broken, broken.slice(), nothing)).toEqual([]);
  expect(compareArchives(broken, archive({ a: "1", b: "3" }), nothing)).toEqual(["b holds other bytes"]);
});
