// Sends spans to a collector as OTLP over HTTP, in JSON (TEL-6).
//
// Batches are sent after a second or when many spans wait. No work waits for the sending. A batch that the collector
// does not accept in time is dropped, as are new spans while too many wait. Dropped spans are counted and logged once a
// minute.

import type { RandomBytes } from "../contract/ids.ts";
import type { SpanAttributes, Tracing } from "../contract/tracing.ts";
import { type EndedSpan, Tracer } from "./tracer.ts";

export interface ExporterOptions {
  /** The address to which batches are posted. */
  readonly url: string;
  /** Attributes that describe the process in every batch, such as its version, region and roles. */
  readonly resource: SpanAttributes;
  readonly random: RandomBytes;
  /** Called with the number of spans that were dropped since the last call. */
  readonly onDropped: (count: number) => void;
}

const restMilliseconds = 1000;
const mostInBatch = 512;
/** About ten megabytes. Further spans are dropped while the collector is slow. */
const mostWaiting = 8192;
const answerMilliseconds = 5000;
const tellMilliseconds = 60_000;

/** Opens the tracing of a process. */
export function openTracing(options: ExporterOptions): { readonly tracing: Tracing; close(): Promise<void> } {
  const exporter = new SpanExporter(options);
  const clocks = { time: () => Date.now(), elapsed: () => performance.now() };
  const tracing = new Tracer({ random: options.random, ...clocks, onEnd: (span) => exporter.add(span) });
  return { tracing, close: () => exporter.close() };
}

class SpanExporter {
  readonly #options: ExporterOptions;
  readonly #telling: NodeJS.Timeout;
  #waiting: EndedSpan[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(options: ExporterOptions) {
    this.#options = options;
    this.#telling = setInterval(() => this.#tell(), tellMilliseconds).unref();
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= mostInBatch) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), restMilliseconds).unref();
  }

  /** Sends one more batch after the running one, and drops the rest. */
  async close(): Promise<void> {
    clearInterval(this.#telling);
    await this.#sending;
    this.#send();
    await this.#sending;
    this.#dropped += this.#waiting.splice(0).length;
    this.#tell();
  }

  /** Sends one batch at a time; the next one follows. */
  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending !== undefined || this.#waiting.length === 0) return;
    const batch = this.#waiting.splice(0, mostInBatch);
    this.#sending = this.#post(batch)
      .catch(() => {
        this.#dropped += batch.length;
      })
      .finally(() => {
        this.#sending = undefined;
        if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#send(), 0).unref();
      });
  }

  async #post(spans: readonly EndedSpan[]): Promise<void> {
    const { url, resource } = this.#options;
    const reply = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(otlpOf(spans, resource)),
      signal: AbortSignal.timeout(answerMilliseconds),
      redirect: "error",
    });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`the collector answered ${reply.status}`);
  }

  #tell(): void {
    if (this.#dropped > 0) this.#options.onDropped(this.#dropped);
    this.#dropped = 0;
  }
}

const kinds = { internal: 1, server: 2, consumer: 5 } as const;
const failedStatus = { code: 2 } as const;

/** Returns the request ExportTraceServiceRequest of OpenTelemetry as JSON: ids in hexadecimal, times as text. */
function otlpOf(spans: readonly EndedSpan[], resource: SpanAttributes) {
  const written = spans.map((span) => ({
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId === undefined ? {} : { parentSpanId: span.parentId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanosecondsOf(span.startedAt),
    endTimeUnixNano: nanosecondsOf(span.endedAt),
    attributes: attributesOf(span.attributes),
    ...(span.isFailed ? { status: failedStatus } : {}),
  }));
  return {
    resourceSpans: [
      { resource: { attributes: attributesOf(resource) }, scopeSpans: [{ scope: { name: "versus" }, spans: written }] },
    ],
  };
}

function attributesOf(attributes: SpanAttributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
}

/** Rounds to whole microseconds, the precision of the clock. */
function nanosecondsOf(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1000)) * 1000n);
}
