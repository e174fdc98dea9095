import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { NameId } from "../ooxml/xml/names.ts";
import {
  CAME,
  CONTROLS,
  isDependent,
  OTHER_ENDS,
  PROPERTY_CHANGES,
  RANGE_MARKS,
  RECORD_OF,
  RUN_HOLDERS,
  roleOf,
  strangersIn,
  TRACKED,
  TRACKED_CHANGES,
  WENT,
  WRAPPERS,
} from "./grammar.ts";
import { M, W, W14, wordNames } from "./word-names.ts";

const VOCABULARIES: Readonly<Record<string, Readonly<Record<string, NameId>>>> = { w: W, w14: W14, m: M };

/** Maps the name of each group of element-groups.txt to the groups that it includes. */
function groups(): Map<string, string[]> {
  const lines = readFileSync(join(import.meta.dirname, "element-groups.txt"), "utf8").split("\n");
  const read = lines.flatMap((line) => /^([a-z ]+): ((?:\$?[\w:]+ ?)+)$/.exec(line)?.slice(1, 3) ?? []);
  const listed = new Map(read.flatMap((name, at) => (at % 2 === 0 ? [[name, read[at + 1]!.split(" ")] as const] : [])));
  const open = (name: string): string[] => (name.startsWith("$") ? listed.get(name.slice(1))! : [name]);
  return new Map([...listed].map(([name, elements]) => [name, elements.flatMap(open)]));
}

function nameOf(written: string): NameId | undefined {
  const [prefix = "", local = ""] = written.split(":");
  return VOCABULARIES[prefix]?.[local];
}

test("every element that the schema lets stand in a story has a role", () => {
  const all = groups();
  expect(all.size).toBe(12);
  const strangers = [...all].flatMap(([group, elements]) =>
    elements.flatMap((element) => {
      const name = nameOf(element);
      return name === undefined || roleOf(name) === undefined ? [`${group}: ${element}`] : [];
    }),
  );
  expect(strangers).toEqual([]);
});

test("what the schema lets stand around the elements of a story, the grammar holds to be holders", () => {
  const anywhere = new Set(groups().get("anywhere"));
  const names = wordNames();
  const written = (name: NameId): string => {
    const prefix = Object.keys(VOCABULARIES).find((one) => Object.values(VOCABULARIES[one]!).includes(name));
    return `${prefix}:${names.local(name)}`;
  };
  expect([...TRACKED].map(written).filter((name) => !anywhere.has(name))).toEqual([]);
  expect([...RANGE_MARKS].map(written).filter((name) => !anywhere.has(name))).toEqual([]);
  expect([...RUN_HOLDERS].filter((name) => !TRACKED.has(name)).map(written)).toEqual([
    "w:sdt",
    "w:sdtContent",
    "w:customXml",
    "w:smartTag",
    "w:dir",
    "w:bdo",
    "w:hyperlink",
    "w:fldSimple",
  ]);
  expect([...WRAPPERS].every((name) => RUN_HOLDERS.has(name))).toBe(true);
  expect([...CONTROLS].map(written)).toEqual(["w:sdt", "w:customXml", "w:smartTag"]);
});

test("a tracked change came or went, whoever wrote it", () => {
  expect([...CAME]).toEqual([W.ins, W.moveTo, W14.conflictIns]);
  expect([...WENT]).toEqual([W.del, W.moveFrom, W14.conflictDel]);
  expect(TRACKED_CHANGES.get(W14.conflictDel)).toBe("deletion");
});

test("each end of a range leads to the other", () => {
  for (const [end, other] of OTHER_ENDS) expect(OTHER_ENDS.get(other)).toBe(end);
  expect(OTHER_ENDS.size).toBe(22);
});

test("properties are kept by one record each, without the marks that stand among them", () => {
  expect(PROPERTY_CHANGES.has(W.numberingChange)).toBe(false);
  expect([...RECORD_OF].every(([, record]) => roleOf(record)?.is === "record")).toBe(true);
  expect([...strangersIn(W.pPr)]).toEqual([W.pPrChange, W.rPr, W.sectPr]);
  expect([...strangersIn(W.tblPr)]).toEqual([W.tblPrChange]);
  expect(strangersIn(W.rPr).has(W14.conflictIns)).toBe(true);
});

test("an element of another vocabulary makes its paragraph depend on the document, and so does a link", () => {
  const names = wordNames();
  expect([W.hyperlink, W.instrText, W14.conflictIns, M.oMath].every((name) => isDependent(names, name))).toBe(true);
  expect([W.r, W.t, W.proofErr, W.smartTag].some((name) => isDependent(names, name))).toBe(false);
});
