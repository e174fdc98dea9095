// Decides how requests may arrive, and which security headers a reply has.
//
// Requests arrive over our own TLS, through a proxy that terminates it, or, in development only, unencrypted. No reply
// except pages is meant for display in a browser.

import type { FastifyRequest } from "fastify";
import { ApiError } from "../contract/api-error.ts";
import type { ServerConfig } from "./server-parts.ts";

type TransportConfig = Pick<ServerConfig, "environment" | "tls" | "trustedProxies">;

interface TransportOptions {
  readonly trustProxy: string[] | false;
  readonly https?: { readonly key: string; readonly cert: string; readonly minVersion: "TLSv1.2" };
}

/** Throws if the configuration would let documents travel unencrypted. */
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

/** Throws INVALID_REQUEST for a request that reached the proxy unencrypted. */
export function requireTls(request: Pick<FastifyRequest, "protocol">, { environment }: TransportConfig): void {
  if (environment === "development" || request.protocol === "https") return;
  throw new ApiError("INVALID_REQUEST", "This service accepts only https.");
}

/** Returns the headers of every reply. A route that serves a page sets its own policy. */
export function securityHeaders({ environment }: TransportConfig): Record<string, string> {
  return {
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...(environment === "development" ? {} : { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}
