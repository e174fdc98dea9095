// Tests that the sample contracts are valid and differ as described.

import { lintDocument, openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask, mergeTask } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { makeSampleContracts } from "./sample-contracts.ts";

test("the two contracts are sound, and differ by words, clauses and a move", () => {
  const { original, modified, second } = makeSampleContracts();
  for (const bytes of [original, modified, second]) {
    expect(lintDocument(openDocument(bytes, { codec: nodeZlib, names: wordNames() }))).toEqual([]);
  }
  const { artifacts } = compareTask({
    before: original,
    after: modified,
    names: { before: "contract.docx", after: "contract-revised.docx" },
    author: "Versus",
    date: "2026-01-01T00:00:00Z",
    codec: nodeZlib,
    formats: ["json"],
  });
  const { summary } = JSON.parse(new TextDecoder().decode(artifacts.get("json"))) as {
    summary: Record<string, number>;
  };
  expect(summary.insertions).toBeGreaterThan(3);
  expect(summary.deletions).toBeGreaterThan(3);
  expect(summary.moves).toBe(1);
});

test("the two copies clash in one word", () => {
  const { original, modified, second } = makeSampleContracts();
  const { artifacts } = mergeTask({
    base: { bytes: original, name: "contract.docx" },
    revisions: [
      { bytes: modified, name: "contract-revised.docx", author: "Buyer" },
      { bytes: second, name: "contract-supplier.docx", author: "Supplier" },
    ],
    date: "2026-01-01T00:00:00Z",
    codec: nodeZlib,
    formats: ["json"],
  });
  const { conflicts } = JSON.parse(new TextDecoder().decode(artifacts.get("json")));
  expect(conflicts).toMatchObject([{ id: 1, kind: "text", sides: [{ text: "45" }, { text: "14" }] }]);
});
