// Tests the buffering of log lines.

import { expect, test, vi } from "vitest";
import { LogLines } from "./log-lines.ts";

const calm = '{"level":30,"msg":"request"}\n';
const trouble = '{"level":50,"msg":"fault"}\n';

test("lines go out together after a moment, and trouble at once with those before it", () => {
  vi.useFakeTimers();
  const written: string[] = [];
  const lines = new LogLines((text) => written.push(text));
  lines.write(calm);
  lines.write(calm);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(written).toEqual([calm + calm]);
  lines.write(calm);
  lines.write(trouble);
  expect(written[1]).toBe(calm + trouble);
  vi.advanceTimersByTime(1000);
  expect(written).toHaveLength(2);
  vi.useRealTimers();
});

test("what is held goes out when it is asked for, and when it is much", () => {
  const written: string[] = [];
  const lines = new LogLines((text) => written.push(text));
  lines.write(calm);
  lines.flush();
  lines.flush();
  expect(written).toEqual([calm]);
  for (let count = 0; count < 2000; count += 1) lines.write(calm);
  expect(written.length).toBeGreaterThan(1);
  lines.flush();
  expect(written.join("")).toBe(calm.repeat(2001));
});
