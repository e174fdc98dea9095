// Tests that the dashboard, the alerts and the table name the metrics of the code (TEL-8).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}

const panels = (JSON.parse(read("deploy/dashboard.json")) as { readonly panels: readonly Panel[] }).panels;
const rules = (parse(read("deploy/alerts.yaml")) as { groups: { rules: { alert: string; expr: string }[] }[] }).groups
  .flatMap((group) => group.rules)
  .map(({ alert, expr }) => [alert, expr] as const);
const expressions = [
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules,
];

/** Returns every metric that the code names, as a literal or as a key of a table. */
function metricsInCode(): Set<string> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const text = files.map((name) => readFileSync(join(import.meta.dirname, name), "utf8")).join("\n");
  return new Set(
    [...text.matchAll(/"(versus_[a-z_]+)"|^ {2}(versus_[a-z_]+):/gm)].map(([, one, other]) => one ?? other ?? ""),
  );
}

/** Returns the labels of each metric in the table of docs/design/telemetry.md. */
function labelsInTable(): Map<string, readonly string[]> {
  const rows = [
    ...read("docs/design/telemetry.md").matchAll(/^\| (`versus_.*?) \| (?:counter|gauge|histogram) \| (.*?) \|/gm),
  ];
  return new Map(
    rows.flatMap(([, names = "", labels = ""]) => {
      const [first = "", ...others] = [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
      const stem = first.replace(/_resident_bytes$/, "");
      const full = [first, ...others.map((name) => (name.startsWith("_") ? `${stem}${name}` : name))];
      return full.map((name) => [name, labels.split(", ").filter((label) => label !== "")] as const);
    }),
  );
}

const metrics = metricsInCode();
const nameOf = (found: string) => (metrics.has(found) ? found : found.replace(/_(?:bucket|sum|count)$/, ""));
const namesIn = (expression: string) => [...expression.matchAll(/\bversus_[a-z_]+/g)].map(([found]) => nameOf(found));

test("[TEL-8] every metric of the dashboard and of the alerts is one that the service tells", () => {
  expect(expressions.length).toBeGreaterThan(25);
  for (const [where, expression] of expressions) {
    const names = namesIn(expression);
    expect(names.length, where).toBeGreaterThan(0);
    expect(
      names.filter((name) => !metrics.has(name)),
      where,
    ).toEqual([]);
  }
});

test("[TEL-8] every metric that the service tells is on the dashboard and in the table, with the labels asked for", () => {
  const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr))));
  expect([...metrics].filter((name) => !shown.has(name))).toEqual([]);
  const table = labelsInTable();
  expect([...table.keys()].sort()).toEqual([...metrics].sort());
  for (const [where, expression] of expressions) {
    // Prometheus adds these labels itself.
    const known = new Set([...namesIn(expression).flatMap((name) => table.get(name) ?? []), "le", "instance"]);
    const filtered = [...expression.matchAll(/[{,] ?(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = ""]) => label);
    const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = ""]) => labels.split(", "));
    expect(
      [...filtered, ...grouped].filter((label) => !known.has(label)),
      where,
    ).toEqual([]);
  }
});

test("the panels of the dashboard have ids of their own and do not overlap", () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, place) => `${x + (place % w)},${y + Math.floor(place / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});
