// Tests the deadlines of content.

import { expect, test } from "vitest";
import { deadlineOf, isGone, type RetentionFacts } from "../storage/retention-facts.ts";
import { zeroDayDeadline } from "./deadlines.ts";
import { requireKept } from "./guard.ts";

const time = (clock: string): Date => new Date(`2026-03-04T${clock}Z`);
const kept: RetentionFacts = {
  finished_at: time("10:00:00"),
  delete_at: null,
  acknowledged_at: null,
  deleted_at: null,
};

test("what has no deadline stays", () => {
  expect(deadlineOf(kept, null)).toBeUndefined();
  expect(isGone(kept, null, new Date("2099-01-01"))).toBe(false);
});

test("[SRV-40] it is gone from the instant of its deadline on, whether or not it is deleted", () => {
  const due = { ...kept, delete_at: time("11:00:00") };
  expect(isGone(due, null, time("10:59:59.999"))).toBe(false);
  expect(isGone(due, null, time("11:00:00"))).toBe(true);
  expect(() => requireKept(due, null, time("11:00:00"))).toThrow(expect.objectContaining({ code: "CONTENT_DELETED" }));
});

test("[SRV-40] it is gone from the instant its owner asks for it", () => {
  expect(isGone({ ...kept, acknowledged_at: time("10:30:00") }, null, time("10:30:00"))).toBe(true);
});

test("days are counted from its end, as the organization has them now; the earlier deadline holds", () => {
  const after = (days: number) => deadlineOf(kept, days)?.toISOString();
  expect(after(1)).toBe("2026-03-05T10:00:00.000Z");
  expect(after(30)).toBe("2026-04-03T10:00:00.000Z");
  expect(deadlineOf({ ...kept, delete_at: time("11:00:00") }, 1)).toEqual(time("11:00:00"));
  expect(deadlineOf({ ...kept, finished_at: null }, 1)).toBeUndefined();
});

test("[SRV-41] the hour of zero-day retention begins with the last rendering, ten minutes after the redline at the latest", () => {
  const redlineAt = time("10:00:00");
  const deadline = (finishedAt: Date | null) => zeroDayDeadline({ redlineAt, finishedAt });
  expect(deadline(time("10:00:00"))).toEqual(time("11:00:00"));
  expect(deadline(time("10:03:00"))).toEqual(time("11:03:00"));
  expect(deadline(null)).toEqual(time("11:10:00"));
  expect(deadline(time("10:30:00"))).toEqual(time("11:10:00"));
});
