// Defines the interface of tracing (W3C Trace Context, OpenTelemetry).
//
// A trace consists of spans: of a request, of the jobs that it created, and of the work of their children. Only the
// interface is defined here. Without an endpoint no spans are kept and no tracing code is loaded (TEL-5).

/** Our own ids, kinds, codes and counts; never words of a caller or content of a document (TEL-7). */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  /** The name of the work, such as `job compare`. Contains no words of a caller. */
  readonly name: string;
  readonly kind: "server" | "consumer" | "internal";
  /**
   * The `traceparent` of the request or job elsewhere that caused this work. If undefined, the current span is the
   * parent.
   */
  readonly parent?: string | undefined;
}

/** A span that has begun. */
export interface Span {
  end(attributes: SpanAttributes, options?: { readonly isFailed: boolean }): void;
}

export interface Tracing {
  /** The `traceparent` of the current span. */
  readonly traceparent: string | undefined;
  begin(start: SpanStart): Span;
  /** Runs the work. Spans that it begins are children of `span`, even after it awaited something. */
  within<Value>(span: Span, work: () => Value): Value;
}
