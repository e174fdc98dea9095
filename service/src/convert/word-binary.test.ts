// Tests the inspection of .doc files.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { examineWordBinary, hasComments, isOleContainer } from "./word-binary.ts";

const corpus = join(import.meta.dirname, "../../../corpus/doc");
const agreement = readFileSync(join(corpus, "agreement.doc"));
const locked = readFileSync(join(corpus, "protected.doc"));

test("[CNV-9] a .doc is readable, one with a password protected", () => {
  expect(examineWordBinary(agreement)).toBe("readable");
  expect(examineWordBinary(locked)).toBe("protected");
});

test("[CNV-9] the names of streams compare without regard to case", () => {
  const at = locked.indexOf(Buffer.from("WordDocument", "utf16le"));
  const shouting = Buffer.from(locked);
  shouting.write("WORDDOCUMENT", at, "utf16le");
  expect(examineWordBinary(shouting)).toBe("protected");
});

test("[CNV-9] a container under rights management is protected", () => {
  const at = agreement.indexOf(Buffer.from("\u0005SummaryInformation", "utf16le"));
  const managed = Buffer.from(agreement);
  managed.write("\tDRMContent\0", at, "utf16le");
  managed.writeUInt16LE(24, at + 64);
  expect(examineWordBinary(managed)).toBe("protected");
});

test("[CNV-5] any damage is an answer, and takes no time", () => {
  for (let length = 0; length < agreement.length; length += 97) {
    expect(["readable", "protected", "unreadable"]).toContain(examineWordBinary(agreement.subarray(0, length)));
  }
  for (let at = 0; at < 600; at++) {
    const damaged = Buffer.from(agreement);
    damaged.fill(0xff, at, at + 4);
    expect(["readable", "protected", "unreadable"]).toContain(examineWordBinary(damaged));
  }
  expect(examineWordBinary(Buffer.alloc(0))).toBe("unreadable");
});

test("[CNV-2] comments are told from the file information block", () => {
  expect(hasComments(agreement)).toBe(false);
  const commented = Buffer.from(agreement);
  const block = commented.indexOf(Buffer.from([0xec, 0xa5]));
  commented.writeUInt32LE(8, block + 190);
  expect(hasComments(commented)).toBe(true);
  expect(isOleContainer(agreement)).toBe(true);
});
