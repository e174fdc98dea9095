// Defines the interface to a language model: a prompt is sent and a text is returned.
//
// Only the file of a protocol knows how its provider is called.

/** The system text, and the conversation so far, which begins and ends with a turn of the user. */
export interface Prompt {
  readonly system: string;
  readonly turns: readonly Turn[];
}

export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** The answer of a model. `cut`: it exceeded the maximum length. `declined`: the model refuses to answer. */
export type Answer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "cut" }
  | { readonly kind: "declined" };

export interface Provider {
  /** Throws a ProviderFault. `signal` ends the call. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<Answer>;
}

/** The form of requests and replies of a provider. */
export interface Protocol {
  /** Appended to the base address. */
  readonly path: string;
  headers(key: string): Readonly<Record<string, string>>;
  body(model: string, prompt: Prompt): unknown;
  /** Returns undefined if the reply does not have the form of the protocol. */
  read(reply: unknown): Answer | undefined;
}

/** The reason for a missing answer. Contains no text of a document, an instruction or the provider. */
export type FaultKind =
  /** The provider cannot be reached, or the connection broke. */
  | "unreachable"
  | "slow"
  /** The provider cannot answer now: too many calls, or a fault of its own. */
  | "busy"
  /** The provider does not accept our key, model or address; the operator must correct them. */
  | "misconfigured"
  /** The answer is a redirection, too large, or of another form. */
  | "unreadable"
  /** The provider refuses this request and would refuse it again, usually because it is too long for the model. */
  | "refused";

export class ProviderFault extends Error {
  readonly kind: FaultKind;
  /** The status of its reply, if there was one. */
  readonly status: number | undefined;
  /** The delay after which the provider can be asked again, if it names one. */
  readonly retrySeconds: number | undefined;

  constructor(kind: FaultKind, reply: { readonly status?: number; readonly retrySeconds?: number | undefined } = {}) {
    super(`the provider of the language model: ${kind}`);
    this.name = "ProviderFault";
    this.kind = kind;
    this.status = reply.status;
    this.retrySeconds = reply.retrySeconds;
  }
}
