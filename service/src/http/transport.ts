// How requests reach us: over TLS of our own, through a proxy that ends it, or, in development alone, in the clear. And
// what a reply tells a browser, which none of our replies but pages is meant for.

import type { FastifyRequest } from "fastify";
import { ApiError } from "../contract/api-error.ts";
import type { ServerConfig } from "./server-parts.ts";

type TransportConfig = Pick<ServerConfig, "environment" | "tls" | "trustedProxies">;

interface TransportOptions {
  readonly trustProxy: string[] | false;
  readonly https?: { readonly key: string; readonly cert: string; readonly minVersion: "TLSv1.2" };
}

/** Throws when the configuration would have documents travel in the clear. */
export function transportOptions({ environment, tls, trustedProxies = [] }: TransportConfig): TransportOptions {
  const isSafe = tls !== undefined || trustedProxies.length > 0;
  if (environment !== "development" && !isSafe) {
    throw new Error(
      "Plain http is only for development: give a TLS key and certificate, or name the proxies that terminate TLS",
    );
  }
  return {
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    ...(tls === undefined ? {} : { https: { key: tls.key, cert: tls.certificate, minVersion: "TLSv1.2" } }),
  };
}

/** Throws INVALID_REQUEST for a request that came to the proxy in the clear. */
export function requireTls(request: Pick<FastifyRequest, "protocol">, { environment }: TransportConfig): void {
  if (environment === "development" || request.protocol === "https") return;
  throw new ApiError("INVALID_REQUEST", "This service accepts only https.");
}

/** On every reply; a route that serves a page sets its own policy. */
export function securityHeaders({ environment }: TransportConfig): Record<string, string> {
  return {
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...(environment === "development" ? {} : { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}
