// A trace tells in spans (W3C Trace Context, OpenTelemetry) of a request, of the jobs that it asked for, and of what their
// children did. The shape alone stands here; without an endpoint nobody keeps spans, and nothing of it is loaded (TEL-5).

/** Ids, kinds, codes and counts of ours; never anything that a caller or a document says (TEL-7). */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  /** The work in words of ours, such as `job compare`. */
  readonly name: string;
  readonly kind: "server" | "consumer" | "internal";
  /** The `traceparent` of what asked for it elsewhere. Without it: what is under way here. */
  readonly parent?: string | undefined;
}

/** Something that is under way. */
export interface Span {
  end(attributes: SpanAttributes, options?: { readonly isFailed: boolean }): void;
}

export interface Tracing {
  /** The `traceparent` of what is under way here. */
  readonly traceparent: string | undefined;
  begin(start: SpanStart): Span;
  /** Spans that the work begins, also after it waited, belong to this one. */
  within<Value>(span: Span, work: () => Value): Value;
}
