// Returns the headers that announce the retirement of a path (RFC 9745, RFC 8594).

import type { Retirement } from "../contract/app.ts";

export function retirementHeaders({ since, sunset, link }: Retirement): Record<string, string> {
  return {
    deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    sunset: sunset.toUTCString(),
    link: `<${link}>; rel="deprecation"`,
  };
}
