// Makes a span for every request except probes. The work that a request starts belongs to its span (TEL-5).

import type { FastifyRequest } from "fastify";
import type { VersusApp } from "../contract/app.ts";
import type { Span, Tracing } from "../contract/tracing.ts";

export function traceRequests(app: VersusApp, tracing: Tracing | undefined): void {
  if (tracing === undefined) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _, done) => {
    const { url, config } = request.routeOptions;
    const { traceparent } = request.headers;
    const parent = typeof traceparent === "string" ? traceparent : undefined;
    // Probes arrive continuously and are not of interest.
    if (config?.unlimited !== true) {
      spans.set(request, tracing.begin({ name: `${request.method} ${url ?? "none"}`, kind: "server", parent }));
    }
    done();
  });
  // Not earlier: reading the body in between would lose the context of the span.
  app.addHook("preHandler", (request, _, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else tracing.within(span, done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { knownCaller: caller, method, routeOptions } = request;
    spans.get(request)?.end(
      {
        "http.request.method": method,
        "http.route": routeOptions.url ?? "none",
        "http.response.status_code": reply.statusCode,
        ...(caller && { key_id: caller.keyId, organization_id: caller.organization.organizationId }),
      },
      { isFailed: reply.statusCode >= 500 },
    );
    done();
  });
}
