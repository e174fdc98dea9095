// Tests which corpus `findCorpus` opens.

import { makeTree } from "@versus/tools/temporary-tree";
import { expect, test } from "vitest";
import { findCorpus, readCorpusFile } from "./find-corpus.ts";

test("VERSUS_CORPUS names the large corpus", () => {
  const root = makeTree({ "MANIFEST.tsv": "path\tbytes\tfeatures\tproducer\nx.docx\t3\t\t\n", "x.docx": "abc" });
  const corpus = findCorpus({ VERSUS_CORPUS: root });
  expect([corpus.kind, corpus.root, corpus.files.map(({ path }) => path)]).toEqual(["large", root, ["x.docx"]]);
  expect(Buffer.from(readCorpusFile(corpus, "x.docx")).toString()).toBe("abc");
});

test("a folder that is named and is no corpus is not passed over in silence", () => {
  expect(() => findCorpus({ VERSUS_CORPUS: makeTree({}) })).toThrow("without a MANIFEST.tsv");
});
