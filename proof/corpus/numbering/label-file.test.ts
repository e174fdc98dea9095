// Tests which documents are compared, and which are left out.

import { expect, test } from "vitest";
import { ownCorpus } from "../find-corpus.ts";
import type { CorpusFile } from "../manifest.ts";
import type { OracleAnswers } from "./ask-oracles.ts";
import { labelFile, type Oracle } from "./label-file.ts";

const corpus = ownCorpus();
const file = (path: string): CorpusFile => ({ path, bytes: 0, features: new Map(), producer: "" });
const answering = (answers: OracleAnswers): Oracle => ({ ask: () => Promise.resolve(answers) });
const silent = answering({ office: { ok: [] }, docxodus: { ok: [] } });

test("a document without lists has nothing to judge", async () => {
  const labelled = await labelFile(corpus, file("docx/plain/paragraphs.docx"), silent);
  expect(labelled).toMatchObject({ kind: "compared", hasNumberWords: false, judged: [], unmatched: 0 });
});

test("a document that does not open, or that a program fails on, is left out with the reason", async () => {
  const failing = answering({ office: { error: "it took too long" }, docxodus: { ok: [] } });
  expect(await labelFile(corpus, file("hostile/unbalanced.docx"), silent)).toMatchObject({
    kind: "left out",
    reason: "it does not open: XML_INVALID",
  });
  expect(await labelFile(corpus, file("docx/plain/paragraphs.docx"), failing)).toMatchObject({
    kind: "left out",
    reason: "LibreOffice: it took too long",
  });
});
