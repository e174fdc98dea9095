import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { text, zip } from "../../../testing/packages.ts";
import { readerLimits } from "../limits.ts";
import { isIntact, openArchive, readEntry } from "./read-archive.ts";
import { writeArchive } from "./write-archive.ts";

const LONG = "The same words again and again. ".repeat(100);
const files = { "a.xml": LONG, "folder/b.bin": "b", "leer/ü.txt": "ü" };

function open(bytes: Uint8Array, limits = readerLimits) {
  return openArchive(bytes, limits);
}

function contents(bytes: Uint8Array): Record<string, string> {
  return Object.fromEntries(open(bytes).entries.map((entry) => [entry.name, text(readEntry(entry, nodeZlib))]));
}

/** Returns a copy in which some bytes are replaced. A negative offset counts from the end. */
function patched(bytes: Uint8Array, at: number, ...values: readonly number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at < 0 ? copy.length + at : at);
  return copy;
}

/** Returns the offset of the n-th central record. */
function central(bytes: Uint8Array, index = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let at = 0;
  for (let seen = -1; seen < index; at += 1) if (view.getUint32(at, true) === 0x02014b50) seen += 1;
  return at - 1;
}

describe("what is written is read", () => {
  test("names, order and contents; what does not shrink is stored", () => {
    const archive = open(zip(files));
    expect(contents(zip(files))).toEqual(files);
    expect(archive.entries.map(({ method }) => method)).toEqual([8, 0, 0]);
  });

  test("the same input gives the same bytes", () => {
    expect(zip(files)).toEqual(zip(files));
  });

  test("a kept entry keeps its compressed bytes and its time", () => {
    const source = open(patched(zip(files), central(zip(files)) + 12, 1, 2, 3, 4));
    const written = writeArchive(
      [
        { kind: "kept", entry: source.entries[0]! },
        { kind: "made", name: "new.xml", bytes: new TextEncoder().encode("new") },
      ],
      nodeZlib,
      6,
    );
    const [kept, made] = open(written).entries;
    expect(kept).toMatchObject({ name: "a.xml", time: 0x04030201, data: source.entries[0]!.data });
    expect(text(readEntry(made!, nodeZlib))).toBe("new");
  });

  test("an entry with a data descriptor is kept without it", () => {
    const bytes = withDescriptor("a.xml", LONG);
    const written = writeArchive([{ kind: "kept", entry: open(bytes).entries[0]! }], nodeZlib, 6);
    expect(contents(bytes)).toEqual({ "a.xml": LONG });
    expect(contents(written)).toEqual({ "a.xml": LONG });
    expect(open(written).entries[0]!.flags & 8).toBe(0);
  });

  test("bytes after the archive are left alone", () => {
    const padded = new Uint8Array([...zip(files), 10, 10]);
    expect(contents(padded)).toEqual(files);
  });
});

describe("what is refused", () => {
  const good = zip(files);
  const first = central(good);
  test.each([
    ["nothing at all", new Uint8Array(0), "PACKAGE_INVALID", "empty, truncated"],
    ["the first half", good.slice(0, good.length / 2), "PACKAGE_INVALID", "empty, truncated"],
    ["bytes before the archive", new Uint8Array([1, 2, ...good]), "PACKAGE_INVALID", "not where its end record says"],
    ["an end record that counts wrong", patched(good, -14, 2, 0, 2), "PACKAGE_INVALID", "counts its entries wrong"],
    ["an encrypted entry", patched(good, first + 8, 1), "ENCRYPTED", "encrypted"],
    ["a local header of another method", patched(good, 8, 0), "PACKAGE_INVALID", "contradicts the directory"],
    ["a local header of another name", patched(good, 30, 0x62), "PACKAGE_INVALID", "contradicts the directory"],
    [
      "an entry that runs past the archive",
      patched(good, first + 20, 0xff, 0xff, 0xff),
      "PACKAGE_INVALID",
      "runs past",
    ],
    ["two entries at one place", overlapping(good), "PACKAGE_INVALID", "contradicts the directory"],
    ["an entry of 4 GB", patched(good, first + 24, 0xfe, 0xff, 0xff, 0xff), "EXPANDS_TOO_LARGE", "too large"],
  ])("%s", (_, bytes, code, rule) => {
    expect(() => open(bytes)).toThrow(expect.objectContaining({ code, rule: expect.stringContaining(rule) }));
  });

  test.each(["../x", "a/../../x", "/x", "C:\\x", "a\\b", "./x", "a\u0000b"])("an entry named %j", (name) => {
    expect(() => open(zip({ [name]: "x" }))).toThrow("leads out of the package");
  });

  test.each([
    ["a wrong checksum", patched(good, first + 16, 1, 2, 3, 4), "checksum"],
    ["a size that is too small", patched(good, first + 24, 1, 0, 0, 0), "broken"],
    ["a size that is too large", patched(good, first + 24, 0, 0, 1, 0), "not of its declared size"],
    ["data overwritten", patched(good, 40, 0, 0, 0, 0, 0, 0, 0, 0), "broken"],
    ["another compression", patched(patched(good, 8, 12), first + 10, 12), "compression method"],
  ])("%s, when the entry is read, and noticed when it is not", (_, bytes, rule) => {
    const [entry] = open(bytes).entries;
    expect(() => readEntry(entry!, nodeZlib)).toThrow(
      expect.objectContaining({ code: "PACKAGE_INVALID", rule: expect.stringContaining(rule) }),
    );
    expect(isIntact(entry!, nodeZlib)).toBe(false);
  });

  test("limits of the reader", () => {
    expect(() => open(good, { ...readerLimits, fileBytes: 100 })).toThrow("over the size limit");
    expect(() => open(good, { ...readerLimits, entries: 2 })).toThrow(
      expect.objectContaining({ code: "TOO_MANY_PARTS" }),
    );
    expect(() => open(good, { ...readerLimits, unpackedBytes: 1000 })).toThrow("together are too large");
    expect(() => open(good, { ...readerLimits, ratio: 10, ratioFreeBytes: 1000 })).toThrow("too large");
  });
});

/** Returns an archive whose second record has the offset of the first entry. */
function overlapping(bytes: Uint8Array): Uint8Array {
  return patched(bytes, central(bytes, 1) + 42, 0, 0, 0, 0);
}

/** Returns an archive with one entry, written as by programs that do not know its size beforehand. */
function withDescriptor(name: string, content: string): Uint8Array {
  const plain = zip({ [name]: content });
  const at = central(plain);
  const sizes = plain.slice(at + 16, at + 28);
  const local = patched(patched(plain.slice(0, at), 6, 8), 14, ...new Array(12).fill(0));
  const descriptor = new Uint8Array([0x50, 0x4b, 7, 8, ...sizes]);
  const directory = patched(plain.slice(at), 8, 8);
  const start = local.length + descriptor.length;
  return patched(new Uint8Array([...local, ...descriptor, ...directory]), -6, start & 0xff, start >> 8);
}
