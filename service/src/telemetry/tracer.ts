// Makes spans, and tracks the active one. Loaded only with an endpoint for traces (TEL-5).
//
// An ended span is passed to the exporter and dropped. The caller's own trace (`traceparent`) is accepted if it is well
// formed: sixteen and eight bytes in hexadecimal. Nothing else is read from it.

import { AsyncLocalStorage } from "node:async_hooks";
import type { RandomBytes } from "../contract/ids.ts";
import type { Span, SpanAttributes, SpanStart, Tracing } from "../contract/tracing.ts";

/** A span that has ended. */
export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanStart["kind"];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: SpanAttributes;
  readonly isFailed: boolean;
}

export interface TracerParts {
  readonly random: RandomBytes;
  /**
   * Returns milliseconds since 1970. All machines synchronize their clocks, so spans of several machines fit together.
   */
  readonly time: () => number;
  /** Returns milliseconds with fractions, of a monotonic clock, for the duration of spans. */
  readonly elapsed: () => number;
  readonly onEnd: (span: EndedSpan) => void;
}

const traceparentForm = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

class OpenSpan implements Span {
  readonly traceparent: string;
  readonly end: Span["end"];

  constructor(traceparent: string, end: Span["end"]) {
    this.traceparent = traceparent;
    this.end = end;
  }
}

export class Tracer implements Tracing {
  readonly #parts: TracerParts;
  readonly #underWay = new AsyncLocalStorage<OpenSpan>();

  constructor(parts: TracerParts) {
    this.#parts = parts;
  }

  get traceparent(): string | undefined {
    return this.#underWay.getStore()?.traceparent;
  }

  begin({ name, kind, parent = this.traceparent }: SpanStart): Span {
    const { random, time, elapsed, onEnd } = this.#parts;
    const [, parentTrace, parentId] = traceparentForm.exec(parent ?? "") ?? [];
    const traceId = parentTrace ?? hexadecimal(random(16));
    const spanId = hexadecimal(random(8));
    const [startedAt, begun] = [time(), elapsed()];
    return new OpenSpan(`00-${traceId}-${spanId}-01`, (attributes, { isFailed } = { isFailed: false }) => {
      const endedAt = startedAt + elapsed() - begun;
      onEnd({ traceId, spanId, parentId, name, kind, startedAt, endedAt, attributes, isFailed });
    });
  }

  within<Value>(span: Span, work: () => Value): Value {
    return span instanceof OpenSpan ? this.#underWay.run(span, work) : work();
  }
}

function hexadecimal(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
