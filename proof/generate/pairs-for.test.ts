// Tests how documents and kinds of edits are chosen for revised copies.

import { expect, test } from "vitest";
import { findCorpus, ownCorpus, readCorpusFile } from "../corpus/find-corpus.ts";
import type { CorpusFile } from "../corpus/manifest.ts";
import { checkRevision } from "./check-revision.ts";
import { type PairPlan, pairsFor } from "./pairs-for.ts";
import { reviseDocument } from "./revise-document.ts";
import { editKinds, laterKinds } from "./truth.ts";

const corpus = findCorpus(process.env);

function file(path: string, features: string, bytes = 1000): CorpusFile {
  const entries = features.split(",").map((entry) => entry.split("="));
  return { path, bytes, producer: "", features: new Map(entries.map(([name, count]) => [name!, Number(count ?? 1)])) };
}

function plans(count: number, seed = 1): PairPlan[] {
  return [...pairsFor({ corpus, count, seed })];
}

test("the same seed gives the same plans, another seed others", () => {
  expect(plans(50)).toEqual(plans(50));
  expect(plans(50)).not.toEqual(plans(50, 2));
});

test("every kind is asked for, first by turns", () => {
  const files = [
    file("docx/plain/a.docx", "table,footnote,header,footer,textbox,hyperlink,image,numbered,cjk,paragraphs=50"),
  ];
  const all = [...pairsFor({ corpus: { root: "", kind: "own", files }, count: 200, seed: 1 })];
  const [first, last] = [all.slice(0, 150), all.slice(150)].map((plans) => new Set(plans.map(({ kinds }) => kinds[0])));
  expect([...first!]).toEqual(editKinds.filter((kind) => !laterKinds.some((later) => later === kind)));
  expect(last).toEqual(new Set(laterKinds));
  for (const { edits, kinds } of all) {
    expect(edits).toBeGreaterThanOrEqual(1);
    expect(edits).toBeLessThanOrEqual(40);
    expect(new Set(kinds).size).toBe(kinds.length);
  }
});

test("what a plan is does not depend on the later kinds, unless it is among the last", () => {
  const isLater = (kind: string): boolean => laterKinds.some((later) => later === kind);
  expect(
    plans(80)
      .slice(0, 60)
      .some(({ kinds }) => kinds.some(isLater)),
  ).toBe(false);
});

test("a document is chosen for a kind only when the manifest says that it may offer it", () => {
  const files = [file("docx/plain/a.docx", "paragraphs=20"), file("docx/tables/b.docx", "paragraphs=20,table=1")];
  const all = [...pairsFor({ corpus: { root: "", kind: "own", files }, count: 200, seed: 1 })];
  const ofTables = all.filter(({ kinds }) => kinds.includes("insert_row"));
  expect(ofTables.length).toBeGreaterThan(5);
  expect(new Set(ofTables.map(({ path }) => path))).toEqual(new Set(["docx/tables/b.docx"]));
  expect(all.some(({ kinds }) => kinds.includes("note_text"))).toBe(false);
});

test("huge documents, other formats and those without text are no bases", () => {
  const files = [
    file("docx/plain/huge.docx", "paragraphs=20", 3_000_000),
    file("docx/plain/template.dotx", "paragraphs=20"),
    file("docx/plain/empty.docx", "paragraphs=20,textlen=3"),
    file("docx/plain/signed.docx", "paragraphs=20,signed"),
    file("docx/broken/broken.docx", "paragraphs=20"),
  ];
  expect([...pairsFor({ corpus: { root: "", kind: "own", files }, count: 9, seed: 1 })]).toEqual([]);
});

test("two thousand pairs ask for every kind often enough, over hundreds of documents of the large corpus", () => {
  const all = plans(2000);
  const offered = editKinds.filter((kind) => all.some(({ kinds }) => kinds.includes(kind)));
  expect(new Set(all.map(({ path }) => path)).size).toBeGreaterThanOrEqual(corpus.kind === "large" ? 200 : 1);
  expect(offered.length).toBeGreaterThanOrEqual(corpus.kind === "large" ? editKinds.length : 1);
  for (const kind of offered) expect(all.filter(({ kinds }) => kinds.includes(kind)).length).toBeGreaterThan(45);
});

test("the pairs of the repository's own documents are sound", () => {
  const own = ownCorpus();
  for (const plan of pairsFor({ corpus: own, count: 40, seed: 1 })) {
    const bytes = readCorpusFile(own, plan.path);
    const revised = reviseDocument(bytes, plan);
    expect(checkRevision(bytes, revised.bytes, revised.truth)).toEqual([]);
  }
});
