// The process counts and measures, and tells it as text that Prometheus reads (exposition format 0.0.4). Labels are names of
// ours: routes as patterns, kinds, codes; never an id, and nothing of a caller's (TEL-1).

/** The upper ends of the classes of a histogram, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120] as const;

/** Everything that a process counts. What is asked of the database when it is read stands in measure-installation.ts. */
const described = {
  versus_http_requests_total: "Requests by method, route and status.",
  versus_http_request_seconds: "How long requests took, by route.",
  versus_jobs_total: "Ends of jobs by kind and outcome: done, later, failed, again or lost.",
  versus_job_failures_total: "Jobs that failed for good, by kind and code.",
  versus_job_seconds: "How long jobs ran, by kind.",
} as const;

export type CountedName = Extract<keyof typeof described, `${string}_total`>;
export type MeasuredName = Extract<keyof typeof described, `${string}_seconds`>;
export type Labels = Readonly<Record<string, string | number>>;

/** A value that is asked for when the metrics are read. */
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

  count(name: CountedName, labels: Labels): void {
    const of = entryIn(this.#counters, name, () => new Map<string, number>());
    const key = labelText(labels);
    of.set(key, (of.get(key) ?? 0) + 1);
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
    return `${name}_bucket${braced(joined(labels, `le="${buckets[at]}"`))} ${upTo}`;
  });
  const whole = `${name}_bucket${braced(joined(labels, 'le="+Inf"'))} ${count}`;
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

function joined(labels: string, more: string): string {
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
