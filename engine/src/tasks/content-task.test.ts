import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx, p, r } from "../../testing/documents.ts";
import { Failure } from "../failures/failure.ts";
import { contentTask } from "./content-task.ts";

test("content is given in all three forms from bytes", () => {
  const { json, markdown, staged, revisions, paragraphs, schemaVersion, notices } = contentTask({
    document: docx(p("a", `<w:ins w:id="1" w:author="A">${r("b")}</w:ins>`)),
    codec: nodeZlib,
  });
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  expect(JSON.parse(text(json))).toMatchObject({ schema_version: 1, blocks: [{ text: "ab" }] });
  expect(text(markdown)).toBe("ab\n");
  expect(text(staged)).toContain('number="1"');
  expect([revisions.length, paragraphs, schemaVersion, notices]).toEqual([1, 1, 1, []]);
});

test("a file that is no document is a Failure", () => {
  expect(() => contentTask({ document: new Uint8Array(9), codec: nodeZlib })).toThrow(Failure);
});
