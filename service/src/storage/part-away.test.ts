// Tests which errors count as an unavailable part.

import { S3ServiceException } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { ObjectUnreadable, TooLarge } from "./object-store.ts";
import { answerWithin, isPartAway, PartAway } from "./part-away.ts";

const coded = (code: string) => Object.assign(new Error("something"), { code });
const replied = (name: string, status: number) =>
  new S3ServiceException({ name, $fault: "server", $metadata: { httpStatusCode: status } });

test.each<[string, unknown]>([
  ["a refused connection", coded("ECONNREFUSED")],
  ["a cut connection", coded("ECONNRESET")],
  ["a full disk", coded("ENOSPC")],
  ["a database that is shut down", coded("57P01")],
  ["a database that starts", coded("57P03")],
  ["too many connections", coded("53300")],
  ["any fault of a connection", coded("08006")],
  ["a statement past its time", coded("57014")],
  ["a lock past its time", coded("55P03")],
  ["no connection in time", new Error("timeout exceeded when trying to connect")],
  ["a connection that ended", new Error("Connection terminated unexpectedly")],
  ["a store that is busy", replied("SlowDown", 503)],
  ["a fault of the store", replied("Whatever", 500)],
  ["a call of the store past its time", Object.assign(new Error("late"), { name: "TimeoutError" })],
  ["what an error names as its cause", new Error("outer", { cause: coded("ECONNREFUSED") })],
  ["one of ours", new PartAway("the store")],
])("%s is a fault of infrastructure", (_, problem) => {
  expect(isPartAway(problem)).toBe(true);
});

test.each<[string, unknown]>([
  ["an error without a code", new Error("a fault")],
  ["a broken rule of the database", coded("23505")],
  ["a missing file", coded("ENOENT")],
  ["a refused secret", replied("AccessDenied", 403)],
  ["altered bytes", new ObjectUnreadable("a/b", "it was altered")],
  ["too many bytes", new TooLarge(1)],
  ["what is no error", "ECONNREFUSED"],
])("%s is none", (_, problem) => {
  expect(isPartAway(problem)).toBe(false);
});

test("an answer in time is given, and one that is late is a part that is away", async () => {
  expect(await answerWithin(1000, "it", Promise.resolve(7))).toBe(7);
  await expect(answerWithin(10, "it", new Promise(() => {}))).rejects.toThrow(PartAway);
});
