// Every request that is answered for a caller is a span, and what it asks for belongs to it (TEL-5).

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
    // Probes come all day and tell nothing.
    if (config?.unlimited !== true) {
      spans.set(request, tracing.begin({ name: `${request.method} ${url ?? "none"}`, kind: "server", parent }));
    }
    done();
  });
  // Not before: a body that was read in between would lose what is under way.
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
