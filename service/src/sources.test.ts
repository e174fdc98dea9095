// Checks rules for the source text of the service.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The files that run in the service, without tests and files that only tests use. */
const sources = globSync("**/*.ts", { cwd: import.meta.dirname })
  .filter((file) => !/\.(?:test|service|contract)\.ts$|(?:^|\/)testing\//.test(file))
  .sort();

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), "utf8");

test("[CLK-1] the wall clock is read only where the time is not one that is stored or compared with a stored one", () => {
  const found = sources.flatMap((file) => {
    const times = read(file).match(/new Date\(\s*\)|Date\.now\b/g) ?? [];
    return times.length === 0 ? [] : [[file, times.length] as const];
  });
  expect(Object.fromEntries(found)).toEqual({
    // The difference from the database's clock.
    "storage/database-clock.ts": 1,
    "doctor.ts": 2,
    // The times of spans, which the collector compares with those of other programs.
    "telemetry/span-exporter.ts": 1,
    // When credentials in a file are to be read again.
    "storage/s3-store.ts": 1,
  });
  expect(sources.length).toBeGreaterThan(300);
});
