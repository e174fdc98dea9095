// Verifies that a webhook's call comes from the service.
//
// The signature covers the id, time and body of the call. It is made with the secret that the service returned when the
// webhook was created or its secret was rotated.

const prefix = "whsec_";
/**
 * Maximum difference between the time of a call and now, in seconds. An older call may be a recorded one that somebody
 * repeats.
 */
const mostSeconds = 300;

export interface ReceivedCall {
  /** The headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as received, before it was parsed. */
  readonly body: string;
  readonly secret: string;
  /** Milliseconds since 1970. Default: now. */
  readonly now?: number;
}

/** An event, as the body of a webhook's call reports it. */
export interface WebhookEvent {
  readonly event_id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Returns the event; undefined if the call is not signed with the secret, or if its time is not within five minutes of
 * now.
 */
export async function readWebhook({ headers, body, secret, now }: ReceivedCall): Promise<WebhookEvent | undefined> {
  const header = (name: string): string =>
    headers instanceof Headers ? (headers.get(name) ?? "") : String(headers[name] ?? "");
  const timestamp = header("webhook-timestamp");
  const age = Math.abs((now ?? Date.now()) / 1000 - Number(timestamp));
  if (timestamp === "" || !(age < mostSeconds)) return undefined;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(secret.replace(prefix, "")), algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${header("webhook-id")}.${timestamp}.${body}`);
  // While the secret is being replaced, a call has two signatures. One valid signature is enough.
  for (const signature of header("webhook-signature").split(" ")) {
    const [version, text = ""] = signature.split(",");
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, bytesOf(text), signed))) {
      return JSON.parse(body) as WebhookEvent;
    }
  }
  return undefined;
}

/** Returns no bytes if the text is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
