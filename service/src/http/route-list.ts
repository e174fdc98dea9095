// Lists the registered routes of the server.
//
// The description is written from the list. A request with a method that its path does not take gets the allowed
// methods.

import type { RouteOptions } from "fastify";
import { ApiError } from "../contract/api-error.ts";

export type ListedRoute = Pick<RouteOptions, "url" | "schema" | "config"> & { readonly methods: readonly string[] };

export class RouteList {
  readonly routes: ListedRoute[] = [];

  add({ method, url, schema, config }: RouteOptions): void {
    const methods = [method].flat().map((name) => name.toUpperCase());
    this.routes.push({ methods, url, ...(schema && { schema }), ...(config && { config }) });
  }

  /** Returns the refusal for a request that no route takes. */
  refusalFor(url: string): ApiError {
    const path = url.split("?", 1)[0] ?? "";
    const methods = this.routes.filter((route) => patternOf(route.url).test(path)).flatMap((route) => route.methods);
    if (methods.length === 0) return new ApiError("NOT_FOUND");
    const allow = [...new Set(methods)].sort().join(", ");
    return new ApiError("METHOD_NOT_ALLOWED", `The path accepts only ${allow}.`, { headers: { allow } });
  }
}

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/:[A-Za-z_]+/g, "[^/]+")}$`);
}
