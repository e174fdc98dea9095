// Tests the text format of the metrics (TEL-1).

import { expect, test } from "vitest";
import { Metrics } from "./metrics.ts";

test("[TEL-1] counters, histograms and gauges are written as Prometheus reads them", () => {
  const metrics = new Metrics();
  metrics.count("versus_jobs_total", { kind: "compare", outcome: "done" });
  metrics.count("versus_jobs_total", { kind: "compare", outcome: "done" });
  metrics.measure("versus_job_seconds", { kind: "compare" }, 0.02);
  metrics.measure("versus_job_seconds", { kind: "compare" }, 500);
  const gauge = { name: "versus_processes", help: "Processes.", values: [{ labels: { role: 'a"b\\c\nd' }, value: 2 }] };
  const lines = metrics.text([gauge]).split("\n");
  expect(lines).toContain('versus_jobs_total{kind="compare",outcome="done"} 2');
  expect(lines).toContain("# TYPE versus_job_seconds histogram");
  expect(lines).toContain('versus_job_seconds_bucket{kind="compare",le="0.01"} 0');
  expect(lines).toContain('versus_job_seconds_bucket{kind="compare",le="0.025"} 1');
  expect(lines).toContain('versus_job_seconds_bucket{kind="compare",le="120"} 1');
  expect(lines).toContain('versus_job_seconds_bucket{kind="compare",le="+Inf"} 2');
  expect(lines).toContain('versus_job_seconds_count{kind="compare"} 2');
  expect(lines).toContain('versus_processes{role="a\\"b\\\\c\\nd"} 2');
  expect(metrics.text([]).endsWith("\n")).toBe(true);
});
