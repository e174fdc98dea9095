// Reports that the process runs; the private port reports whether its parts work (readiness.ts).

import type { VersusApp } from "../contract/app.ts";
import { HealthResponse } from "../contract/schemas.ts";
import type { ServerParts } from "./server-parts.ts";

export function registerHealth(app: VersusApp, { config, clock }: Pick<ServerParts, "config" | "clock">): void {
  app.get(
    "/health",
    {
      config: {
        access: "open",
        unlimited: true,
        operation: {
          id: "health",
          tag: "Service",
          summary: "Check that the service runs",
          description: "Needs no key and reads nothing.",
        },
      },
      schema: { response: { 200: HealthResponse } },
    },
    async () => ({
      status: "ok" as const,
      version: config.version,
      region: config.region,
      time: clock().toISOString(),
    }),
  );
}
