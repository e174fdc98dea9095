// Tests records that contain files as base64.

import { expect, test } from "vitest";
import type { EditJob } from "../contract/edit-schemas.ts";
import { withInlineFiles } from "./inline-files.ts";

const record = { edit_id: "edt_1", status: "ready", edit_count: 1, downloads: [] } as unknown as EditJob;
const download = { format: "docx", file_name: "a.docx" } as unknown as EditJob["downloads"][number];

test("the files stand in the record as base64, and are written in small pieces", async () => {
  const large = Buffer.alloc(5 * 1024 * 1024 + 1, "content");
  const files = [
    { download, bytes: large },
    { download, bytes: undefined },
    { download, bytes: new Uint8Array() },
  ];
  const { bytes, content } = withInlineFiles(record, files);
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  const told = Buffer.concat(pieces);
  expect(told).toHaveLength(bytes);
  expect(JSON.parse(told.toString())).toEqual({
    ...record,
    downloads: [
      { ...download, content_base64: large.toString("base64") },
      download,
      { ...download, content_base64: "" },
    ],
  });
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(256 * 1024);
});

test("a record without files is whole", async () => {
  const { content } = withInlineFiles(record, []);
  expect(JSON.parse(Buffer.concat(await content.toArray()).toString())).toEqual(record);
});
