import { expect, test } from "vitest";
import { jobErrors, refusals, upstreamErrors } from "../contract/errors.ts";
import { readTopic, topicBytes } from "./topics.ts";

test.each(["errors", "redline"])("the topic %s is a text of at most 20 KB, the same each time", (topic) => {
  expect(readTopic(topic)).toMatch(/^# /);
  expect(Buffer.byteLength(readTopic(topic))).toBeLessThanOrEqual(topicBytes);
  expect(readTopic(topic)).toBe(readTopic(topic));
});

test("the topic of errors has a row for every code of the tables", () => {
  const rows = readTopic("errors").split("\n");
  const codes = [...Object.keys(refusals), ...Object.keys(jobErrors), ...Object.keys(upstreamErrors)];
  expect(codes.filter((code) => !rows.some((row) => row.startsWith(`| ${code} |`)))).toEqual([]);
  expect(rows).toContain(
    "| USAGE_LIMIT_REACHED | 402 | The monthly allowance of the organization does not cover this request; nothing was created or counted. | no | Wait for the next calendar month (UTC) or have the allowance raised. |",
  );
});

test("an unknown topic is refused with the list of topics", () => {
  expect(() => readTopic("error")).toThrow(
    expect.objectContaining({
      code: "INVALID_REQUEST",
      message: "topic must be one of errors, redline, listing, edits, local_copy",
    }),
  );
});

test("a topic whose operations are not here yet is refused and says which are", () => {
  expect(() => readTopic("edits")).toThrow(
    expect.objectContaining({
      code: "INVALID_REQUEST",
      message: 'The topic "edits" is not here yet; here are errors, redline.',
    }),
  );
});
