import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx } from "../../testing/documents.ts";
import { del, ins, para } from "../../testing/redlines.ts";
import { printTask } from "./print-task.ts";

const bytes = docx(para("00000001", ["a ", ins(1, "b"), del(2, "c")]));

test("[PRN-1] the same redline gives the same print copy", () => {
  expect(printTask({ bytes, codec: nodeZlib })).toEqual(printTask({ bytes, codec: nodeZlib }));
});

test("[PRN-23] only a merge has authors with colours", () => {
  expect(printTask({ bytes, codec: nodeZlib }).authors).toEqual([]);
});
