// Whether the process lives, and whether the parts it needs are there.

import type { VersusApp } from "../contract/app.ts";
import { HealthResponse, ReadinessResponse } from "../contract/schemas.ts";
import type { ServerParts } from "./server-parts.ts";

/** A part that has not answered by then is away. */
const checkMilliseconds = 3000;

export function registerHealth(app: VersusApp, { config, clock, checks }: ServerParts): void {
  app.get(
    "/health",
    {
      config: {
        access: "open",
        unlimited: true,
        operation: {
          id: "health",
          tag: "Service",
          summary: "Whether the service runs. Needs no key, touches nothing.",
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
  app.get(
    "/health/ready",
    {
      config: {
        access: "open",
        unlimited: true,
        operation: { id: "ready", tag: "Service", summary: "Whether the parts that the service needs are there." },
      },
      schema: { response: { 200: ReadinessResponse, 503: ReadinessResponse } },
    },
    async (_, reply) => {
      const entries = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await ask(check)]));
      const isReady = entries.every(([, answer]) => answer === "ok");
      reply.code(isReady ? 200 : 503);
      return { status: isReady ? ("ready" as const) : ("unavailable" as const), checks: Object.fromEntries(entries) };
    },
  );
}

async function ask(check: () => Promise<void>): Promise<"ok" | "unavailable"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("late")), checkMilliseconds);
  });
  try {
    await Promise.race([check(), late]);
    return "ok";
  } catch {
    return "unavailable";
  } finally {
    clearTimeout(timer);
  }
}
