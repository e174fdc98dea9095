// Exports the public names of the package.
//
// The types of the API are in description.ts, under the names of /openapi.json.

export type { JobRead, WaitOptions } from "./await-job.ts";
export type { CallOptions, ClientOptions } from "./call.ts";
export type * as api from "./description.ts";
export { type FailureCode, type RefusalCode, VersusJobFailed, VersusRefusal, VersusUnreachable } from "./errors.ts";
export type { Listed } from "./objects.ts";
export type { ListOptions } from "./pages.ts";
export type { Upload } from "./uploads.ts";
export { type EditGiven, type Finished, type RedlineOptions, Versus } from "./versus.ts";
export { type ReceivedCall, readWebhook, type WebhookEvent } from "./webhook-signature.ts";
