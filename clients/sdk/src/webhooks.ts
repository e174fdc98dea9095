// Manages webhooks: your addresses that the service notifies of events.

import type { Call, Caller } from "./call.ts";
import type {
  Webhook,
  WebhookChange,
  WebhookDeliveryList,
  WebhookRequest,
  WebhookTestResponse,
  WebhookWithSecret,
} from "./description.ts";
import { listAll } from "./pages.ts";

export class Webhooks {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  /** Creates a webhook. Keep the secret: it is shown only here. */
  create(request: WebhookRequest): Promise<WebhookWithSecret> {
    return this.#json("", { method: "POST", once: true, json: request });
  }

  list(): AsyncGenerator<Webhook, void> {
    return listAll(this.#call, { path: "/v1/webhooks", field: "webhooks" });
  }

  read(id: string): Promise<Webhook> {
    return this.#json(`/${encodeURIComponent(id)}`);
  }

  change(id: string, change: WebhookChange): Promise<Webhook> {
    return this.#json(`/${encodeURIComponent(id)}`, { method: "PATCH", json: change });
  }

  async delete(id: string): Promise<void> {
    await this.#call(`/v1/webhooks/${encodeURIComponent(id)}`, { method: "DELETE" });
  }

  /** Returns a new secret. The old one also signs for another day. */
  rotate(id: string): Promise<WebhookWithSecret> {
    return this.#json(`/${encodeURIComponent(id)}/rotate`, { method: "POST" });
  }

  /** Sends a test event. */
  test(id: string): Promise<WebhookTestResponse> {
    return this.#json(`/${encodeURIComponent(id)}/test`, { method: "POST" });
  }

  deliveries(id: string): Promise<WebhookDeliveryList> {
    return this.#json(`/${encodeURIComponent(id)}/deliveries`);
  }

  async #json<Body>(path: string, call: Call = {}): Promise<Body> {
    return (await (await this.#call(`/v1/webhooks${path}`, call)).json()) as Body;
  }
}
