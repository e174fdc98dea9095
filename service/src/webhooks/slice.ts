// Declares webhooks as a slice of the service.

import type { DocumentParts } from "../jobs/document-job.ts";
import type { Slice } from "../jobs/slice.ts";
import { registerWebhookRoutes, type WebhookRouteParts } from "./routes.ts";

export const webhookSlice: Slice<WebhookRouteParts, DocumentParts> = {
  name: "webhooks",
  routes: registerWebhookRoutes,
};
