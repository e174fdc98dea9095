// Compares direct settings with those of a content JSON, key by key, as they read after writing.

import type { Look } from "../model.ts";
import { countOpen, hold, type Report } from "./report.ts";

/** Compares two sets of direct settings. `what` describes the position. */
export function compareLooks(
  report: Report,
  what: string,
  looks: { readonly expected: Look; readonly actual: Look },
): void {
  const { expected, actual } = looks;
  if (expected === actual) return;
  if (expected.open !== undefined) countOpen(report, expected.open);
  for (const key of new Set([...Object.keys(expected.keys), ...Object.keys(actual.keys)])) {
    if (!(key in expected.keys) && expected.open !== undefined) continue;
    const both = { expected: asRead(key, expected.keys[key]), actual: asRead(key, actual.keys[key]) };
    hold(report, `${what} ${key}`, both);
  }
}

/** Returns a value as the JSON shows it: some values are written in one way and read in another. */
function asRead(key: string, value: unknown): unknown {
  if (key === "underline" && value === true) return "single";
  if (key === "vertical_align" && value === false) return "baseline";
  if (key === "tab_stops" && Array.isArray(value)) return tabStops(value);
  if (key === "line_spacing") return lineSpacing(value);
  return asNumbers(value);
}

/** The format stores lengths in twentieths of a point, and colours in capitals. */
function asNumbers(value: unknown): unknown {
  if (typeof value === "number") return Math.round(value * 20) / 20;
  if (typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value)) return value.toUpperCase();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, asNumbers(own)]));
}

function tabStops(stops: readonly Record<string, unknown>[]): unknown {
  const full = stops.map(({ position, alignment = "left", leader = "none" }) => ({
    position: Math.round(Number(position) * 20) / 20,
    alignment,
    leader,
  }));
  return full.sort((one, other) => one.position - other.position);
}

/** The format stores a multiple in 240ths of a line. */
function lineSpacing(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("rule" in value) || !("value" in value)) return value;
  const { rule, value: amount } = value;
  if (rule !== "multiple") return { rule, value: asNumbers(amount) };
  return { rule, value: Math.round((Math.round(Number(amount) * 240) / 240) * 1000) / 1000 };
}
