// Tests which small merges other programs decide to another text than ours.
//
// There is one of the smallest merges for every form of markup.

import { nodeZlib } from "@versus/engine/node-zlib";
import { mergeTask } from "@versus/engine/tasks";
import { afterAll, expect, test } from "vitest";
import { docx, p, SECTION, tbl } from "../../generate/testing/small-documents.ts";
import { OfficeSession, officeProblem } from "../../office/office-session.ts";
import { stopDocxodus } from "../../oracles/docxodus-decisions.ts";
import { askOthers } from "./second-opinion.ts";

const office = officeProblem() === undefined ? new OfficeSession() : undefined;
afterAll(() => {
  office?.close();
  stopDocxodus();
});

const CLAUSES =
  "Alpha one says the first thing here.|Beta two says the second thing there.|Gamma three says the third thing.|Delta four says the fourth thing then.|Epsilon five says the fifth thing last.|Zeta six is the final clause of all.".split(
    "|",
  );
const all = (...numbers: number[]): string => numbers.map((number) => p(CLAUSES[number]!)).join("");
const file = (...blocks: string[]): Uint8Array => docx(blocks.join("") + SECTION);
const base = file(all(0, 1, 2, 3, 4, 5));
const edited = p("Beta two says the other thing there.");
const moved = file(all(0, 2, 3, 4, 1, 5));
const rows = [
  ["kiwi", "lime"],
  ["nut", "olive pear"],
  ["quince", "rice"],
];
const table = (...made: string[][]): Uint8Array => file(all(0), tbl(...made), all(5));
const plain = table(...rows);

interface Small {
  readonly base: Uint8Array;
  readonly one: Uint8Array;
  readonly other: Uint8Array;
}

async function differences({ base: from, one, other }: Small): Promise<string[]> {
  const revisions = [one, other].map((bytes, index) => ({ bytes, name: `${index}.docx`, author: `Reviewer ${index}` }));
  const asked = { date: "2026-01-02T03:04:05Z", codec: nodeZlib, formats: ["docx"] } as const;
  const { artifacts } = mergeTask({ base: { bytes: from, name: "base.docx" }, revisions, ...asked });
  const opinions = await askOthers(artifacts.get("docx")!, office);
  return opinions
    .filter(({ kind }) => kind !== "alike")
    .map(({ who, verdict, reason }) => `${who} ${verdict}: ${reason.split(":")[0]}`);
}

const alike: Readonly<Record<string, Small>> = {
  "a paragraph moved": { base, one: moved, other: base },
  "a moved paragraph edited by another": { base, one: moved, other: file(all(0), edited, all(2, 3, 4, 5)) },
  "a paragraph moved and edited": { base, one: file(all(0, 2, 3, 4), edited, all(5)), other: base },
  "a paragraph moved to two places": { base, one: moved, other: file(all(1, 0, 2, 3, 4, 5)) },
  "a paragraph moved and deleted": { base, one: moved, other: file(all(0, 2, 3, 4, 5)) },
  "a paragraph edited in two ways": {
    base,
    one: file(all(0), edited, all(2, 3, 4, 5)),
    other: file(all(0), p("Beta two says the next thing there."), all(2, 3, 4, 5)),
  },
  "two paragraphs in one gap": {
    base,
    one: file(all(0), p("New one."), all(1, 2, 3, 4, 5)),
    other: file(all(0), p("Other new."), all(1, 2, 3, 4, 5)),
  },
  "the last paragraph deleted": { base, one: file(all(0, 1, 2, 3, 4)), other: base },
  "a paragraph split": {
    base,
    one: file(all(0), p("Beta two says"), p("the second thing there."), all(2, 3, 4, 5)),
    other: base,
  },
  "two paragraphs joined": { base, one: file(p(`${CLAUSES[0]} ${CLAUSES[1]}`), all(2, 3, 4, 5)), other: base },
  "a row inserted": { base: plain, one: table(...rows, ["vine", "wax"]), other: plain },
  "a row deleted": { base: plain, one: table(rows[0]!, rows[2]!), other: plain },
};

test.skipIf(office === undefined)(
  "LibreOffice and docxodus decide small merges as we do",
  { timeout: 180_000 },
  async () => {
    for (const [name, small] of Object.entries(alike)) expect(await differences(small), name).toEqual([]);
  },
);

test.skipIf(office === undefined)("LibreOffice knows no cells that come or go", { timeout: 90_000 }, async () => {
  const wider = table(...rows.map((row) => [...row, "new"]));
  const narrower = table(...rows.map((row) => row.slice(0, 1)));
  expect(await differences({ base: plain, one: wider, other: plain })).toEqual(["LibreOffice reject: columns"]);
  expect(await differences({ base: plain, one: narrower, other: plain })).toEqual(["LibreOffice accept: columns"]);
});

test.skipIf(office === undefined)(
  "LibreOffice keeps a deleted row in which another wrote",
  { timeout: 90_000 },
  async () => {
    const small = {
      base: plain,
      one: table(rows[0]!, rows[2]!),
      other: table(rows[0]!, ["nut", "olive plum"], rows[2]!),
    };
    expect(await differences(small)).toEqual(["LibreOffice accept: rows"]);
  },
);
