import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx } from "../../testing/documents.ts";
import { del, ins, para } from "../../testing/redlines.ts";
import { printTask } from "./print-task.ts";

const bytes = docx(para("00000001", ["a ", ins(1, "b"), del(2, "c")]));

test("[PRN-1] the same redline gives the same print copy", () => {
  expect(printTask({ bytes, codec: nodeZlib })).toEqual(printTask({ bytes, codec: nodeZlib }));
});

test("changes are counted where a legend wants it", () => {
  expect(printTask({ bytes, codec: nodeZlib }).summary).toBeUndefined();
  expect(printTask({ bytes, codec: nodeZlib, counts: true }).summary).toMatchObject({ insertions: 1, deletions: 1 });
});
