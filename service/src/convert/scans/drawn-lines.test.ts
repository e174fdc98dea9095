// Tests how lines are found and erased in the picture of a scanned page.

import { expect, test } from "vitest";
import { takeLines } from "./drawn-lines.ts";
import { type GrayPicture, readPgm, writePgm } from "./gray-picture.ts";

const DOTS = 100;

function picture(width: number, height: number): GrayPicture {
  return { width, height, pixels: new Uint8Array(width * height).fill(255) };
}

type Area = readonly [left: number, top: number, right: number, bottom: number];

function ink({ width, pixels }: GrayPicture, ...[left, top, right, bottom]: Area): void {
  for (let row = top; row < bottom; row += 1) pixels.fill(0, row * width + left, row * width + right);
}

function inkLeft({ pixels }: GrayPicture): number {
  return pixels.reduce((sum, pixel) => sum + (pixel < 128 ? 1 : 0), 0);
}

test("[SCN-3] the borders of a table are lines and are erased; a letter inside stays", () => {
  const page = picture(300, 300);
  for (const y of [50, 100, 150]) ink(page, 20, y, 220, y + 2);
  for (const x of [20, 120, 218]) ink(page, x, 50, x + 2, 152);
  ink(page, 60, 70, 66, 85);
  const lines = takeLines(page, DOTS);
  expect(lines).toHaveLength(6);
  expect(lines[0]).toEqual({ from: { x: 20, y: 51 }, to: { x: 220, y: 51 } });
  expect(inkLeft(page)).toBe(6 * 15);
});

test("[SCN-3] a lone line is told and stays, for it may be a blank to fill in", () => {
  const page = picture(300, 100);
  ink(page, 20, 50, 220, 52);
  expect(takeLines(page, DOTS)).toHaveLength(1);
  expect(inkLeft(page)).toBe(400);
});

test("[SCN-3] a shaded area is no line", () => {
  const page = picture(300, 100);
  ink(page, 20, 20, 220, 80);
  expect(takeLines(page, DOTS)).toEqual([]);
});

test("[SCN-5] a line that climbs is one line", () => {
  const page = picture(400, 100);
  for (let step = 0; step < 4; step += 1) ink(page, 20 + step * 80, 50 + step, 105 + step * 80, 53 + step);
  const [line, ...others] = takeLines(page, DOTS);
  expect(others).toEqual([]);
  expect(line!.to.y - line!.from.y).toBeCloseTo(3, 0);
});

test("[SCN-2] a picture is read as it was written; half of one is none", () => {
  const page = picture(30, 20);
  ink(page, 3, 3, 9, 9);
  const bytes = writePgm(page);
  expect(readPgm(bytes)).toEqual(page);
  expect(readPgm(bytes.subarray(0, 100))).toBeUndefined();
  expect(readPgm(Buffer.from("P6\n1 1\n255\n..."))).toBeUndefined();
});
