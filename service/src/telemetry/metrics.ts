// Counts and measures, and writes the metrics in the text format of Prometheus (0.0.4).
//
// Labels are our own names: routes as patterns, kinds, codes. They never contain an id or data of a caller (TEL-1).

/** Upper bounds of the classes of a histogram, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120] as const;

/** The counters and histograms of a process. measure-installation.ts has the gauges that are read from the database. */
const described = {
  versus_http_requests_total: "Requests by method, route and status.",
  versus_http_request_seconds: "How long requests took, by route.",
  versus_jobs_total: "Ends of jobs by kind and outcome: done, later, slow, failed, again or lost.",
  versus_job_failures_total: "Jobs that failed for good, by kind and code.",
  versus_job_seconds: "How long jobs ran, by kind.",
  versus_child_cpu_seconds_total: "Processor time of child processes, by lane: fast, slow or direct.",
  versus_child_killed_total: "Child processes that were killed, by lane and reason: cpu, time, memory or aborted.",
} as const;

export type CountedName = Extract<keyof typeof described, `${string}_total`>;
export type MeasuredName = Extract<keyof typeof described, `${string}_seconds`>;
export type Labels = Readonly<Record<string, string | number>>;

/** A value that is determined when the metrics are read. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly values: readonly { readonly labels: Labels; readonly value: number }[];
}

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

export class Metrics {
  readonly #counters = new Map<CountedName, Map<string, number>>();
  readonly #histograms = new Map<MeasuredName, Map<string, Histogram>>();

  count(name: CountedName, labels: Labels, amount = 1): void {
    const of = entryIn(this.#counters, name, () => new Map<string, number>());
    const key = labelText(labels);
    of.set(key, (of.get(key) ?? 0) + amount);
  }

  measure(name: MeasuredName, labels: Labels, seconds: number): void {
    const of = entryIn(this.#histograms, name, () => new Map<string, Histogram>());
    const none = () => ({ counts: buckets.map(() => 0), sum: 0, count: 0 });
    const histogram = entryIn(of, labelText(labels), none);
    const at = buckets.findIndex((end) => seconds <= end);
    if (at >= 0) histogram.counts[at]! += 1;
    histogram.sum += seconds;
    histogram.count += 1;
  }

  text(gauges: readonly Gauge[]): string {
    const lines: string[] = [];
    for (const [name, of] of this.#counters) {
      lines.push(...headOf(name, described[name], "counter"));
      for (const [labels, value] of of) lines.push(`${name}${braced(labels)} ${value}`);
    }
    for (const [name, of] of this.#histograms) {
      lines.push(...headOf(name, described[name], "histogram"));
      for (const [labels, histogram] of of) lines.push(...histogramLines(name, labels, histogram));
    }
    for (const { name, help, values } of gauges) {
      lines.push(...headOf(name, help, "gauge"));
      for (const { labels, value } of values) lines.push(`${name}${braced(labelText(labels))} ${value}`);
    }
    return `${lines.join("\n")}\n`;
  }
}

function histogramLines(name: string, labels: string, { counts, sum, count }: Histogram): string[] {
  let upTo = 0;
  const lines = counts.map((own, at) => {
    upTo += own;
    return `${name}_bucket${braced(joinLabels(labels, `le="${buckets[at]}"`))} ${upTo}`;
  });
  const whole = `${name}_bucket${braced(joinLabels(labels, 'le="+Inf"'))} ${count}`;
  return [...lines, whole, `${name}_sum${braced(labels)} ${sum}`, `${name}_count${braced(labels)} ${count}`];
}

function headOf(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(
      ([name, value]) =>
        `${name}="${String(value).replace(/[\\"\n]/g, (sign) => (sign === "\n" ? "\\n" : `\\${sign}`))}"`,
    )
    .join(",");
}

function joinLabels(labels: string, more: string): string {
  return labels === "" ? more : `${labels},${more}`;
}

function braced(labels: string): string {
  return labels === "" ? "" : `{${labels}}`;
}

function entryIn<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
