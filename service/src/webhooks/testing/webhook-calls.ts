// Calls the routes of webhooks and advances the clock, for tests with the whole service.

import { sql } from "kysely";
import type { Tenant, WholeService } from "../../comparisons/testing/whole-service.ts";

export interface MadeWebhook {
  readonly webhook_id: string;
  readonly secret: string;
  readonly url: string;
  readonly status: string;
}

export function webhookCalls(service: () => WholeService) {
  /** `route` is method and path, such as `POST /v1/webhooks`. */
  const send = (tenant: Tenant, route: string, body: unknown, headers: object = {}) => {
    const [method, url = ""] = route.split(" ") as ["POST" | "PATCH", string];
    const json = { "content-type": "application/json", ...headers };
    return service().call(tenant, method, url, { payload: JSON.stringify(body), headers: json });
  };
  return {
    send,
    create: async (tenant: Tenant, url: string, events: readonly string[] = ["*"]): Promise<MadeWebhook> => {
      const reply = await send(tenant, "POST /v1/webhooks", { url, events });
      if (reply.statusCode !== 201) throw new Error(reply.body);
      return reply.json();
    },
    deliveries: async (tenant: Tenant, webhookId: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
      (await service().call(tenant, "GET", `/v1/webhooks/${webhookId}/deliveries`)).json().deliveries,
    test: async (tenant: Tenant, webhookId: string): Promise<string> => {
      const reply = await service().call(tenant, "POST", `/v1/webhooks/${webhookId}/test`);
      if (reply.statusCode !== 202) throw new Error(reply.body);
      return reply.json().event_id;
    },
    /** Advances the clock and the start times of waiting deliveries in the queue. */
    pass: async (seconds: number): Promise<void> => {
      service().clock.pass(seconds);
      await sql`
        update pgboss.job set start_after = start_after - make_interval(secs => ${seconds})
        where name = 'deliver-webhook' and state < 'active'`.execute(service().database);
    },
    left: async (tenant: Tenant): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select ((select count(*) from webhook_messages where organization_id = ${tenant.organizationId})
          + (select count(*) from jobs where organization_id = ${tenant.organizationId} and kind = 'deliver-webhook'))::int
          as count`.execute(service().database);
      return rows[0]!.count;
    },
  };
}
