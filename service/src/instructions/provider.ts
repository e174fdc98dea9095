// A language model as the rest of the slice sees it: a prompt goes in, a text comes out. Which protocol its provider
// speaks is known to the protocol's own file alone.

/** What the model is told: what it is for, and the conversation so far, which begins and ends with the user. */
export interface Prompt {
  readonly system: string;
  readonly turns: readonly Turn[];
}

export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** `cut`: the answer was longer than the model may answer. `declined`: the model will not answer this. */
export type Answer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "cut" }
  | { readonly kind: "declined" };

export interface Provider {
  /** Throws a ProviderFault. `signal` ends the call. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<Answer>;
}

/** How the words of a provider are spoken. */
export interface Protocol {
  /** Behind the base address. */
  readonly path: string;
  headers(key: string): Readonly<Record<string, string>>;
  body(model: string, prompt: Prompt): unknown;
  /** Undefined when the reply does not have the protocol's form. */
  read(reply: unknown): Answer | undefined;
}

/** Why there is no answer. None of it is text of a document, of an instruction or of the provider. */
export type FaultKind =
  /** It cannot be reached, or broke off. */
  | "unreachable"
  | "slow"
  /** It says that it cannot answer now: too many calls, or a fault of its own. */
  | "busy"
  /** It does not know our key, our model or our address: the operator's to mend. */
  | "misconfigured"
  /** It answered with a redirection, with too much, or in another form. */
  | "unreadable"
  /** It does not take this request, and would not take it again: most often it is too long for the model. */
  | "refused";

export class ProviderFault extends Error {
  readonly kind: FaultKind;
  /** Of its reply, where there was one. */
  readonly status: number | undefined;
  /** When it says that it can be asked again. */
  readonly retrySeconds: number | undefined;

  constructor(kind: FaultKind, reply: { readonly status?: number; readonly retrySeconds?: number | undefined } = {}) {
    super(`the provider of the language model: ${kind}`);
    this.name = "ProviderFault";
    this.kind = kind;
    this.status = reply.status;
    this.retrySeconds = reply.retrySeconds;
  }
}
