// Exchanges messages between the page and the page that embeds it.
//
// Messages are exchanged only with the origin that the view was made for. They are sent to that origin alone, and
// accepted only from the parent window at that origin. Everything else is ignored without an answer.

import type { DraftDecisions } from "./draft.ts";
import type { PageData, ViewOptions } from "./page-data.ts";
import { type FilterName, viewSummary } from "./panel.ts";

const SWITCHES = [
  "showInsertions",
  "showDeletions",
  "showComments",
  "showMergeConflicts",
  "showControls",
  "showChangeCards",
  "showInlineChangeCards",
  "showCommentCards",
  "showDecisions",
] as const;

const TOLD: readonly FilterName[] = [
  "showInsertions",
  "showDeletions",
  "showComments",
  "showMergeConflicts",
  "showChangeCards",
];

const ANCHOR = /^[A-Za-z0-9_-]{1,128}$/;

export interface HostCalls {
  readonly scrollTo: (anchorId: string) => void;
  readonly step: (by: 1 | -1) => void;
  readonly setOptions: (options: Partial<ViewOptions>) => void;
  readonly setDecisions: (decisions: unknown) => void;
  readonly applied: (isOk: boolean, message: string) => void;
}

export class Host {
  readonly #origin: string | null;
  #requests = 0;
  /** The id of the last request to apply decisions. Answers to earlier ones are ignored. */
  #request = "";

  constructor(origin: string | null, calls: HostCalls) {
    this.#origin = origin;
    if (origin === null || parent === self) return;
    addEventListener("message", (event) => {
      if (event.source !== parent || event.origin !== origin) return;
      take(event.data, calls, (id) => id === this.#request);
    });
  }

  /** True if a host exchanges messages with this view. */
  get isConnected(): boolean {
    return this.#origin !== null && parent !== self;
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    if (this.#origin !== null && parent !== self) parent.postMessage(message, this.#origin);
  }

  sendChanges(data: PageData): void {
    const changes = data.changes
      .filter(({ kind }) => kind !== "note")
      .map(({ anchor, kind, type, text, author }) => ({ anchorId: anchor, kind, changeType: type, text, author }));
    this.#send({ type: "vs:changes", summary: viewSummary(data), changes });
  }

  sendReady(): void {
    this.#send({ type: "vs:ready" });
  }

  sendHighlighted(selected: { anchorId: string; index: number; total: number }): void {
    this.#send({ type: "vs:highlighted", ...selected });
  }

  sendDecisions(decisions: DraftDecisions): void {
    this.#send({ type: "vs:decisionsChanged", decisions });
  }

  sendApply(decisions: DraftDecisions): void {
    this.#requests += 1;
    this.#request = `apply-${this.#requests}`;
    this.#send({ type: "vs:apply", requestId: this.#request, decisions });
  }

  sendOptions(options: ViewOptions): void {
    const told = Object.fromEntries(TOLD.map((name) => [name, options[name]]));
    this.#send({ type: "vs:optionsChanged", options: told });
  }
}

function take(message: unknown, calls: HostCalls, isAnswer: (requestId: unknown) => boolean): void {
  if (typeof message !== "object" || message === null) return;
  const { type, anchorId, options, decisions, requestId, status, message: said } = message as Record<string, unknown>;
  if (type === "vs:scrollTo" && typeof anchorId === "string" && ANCHOR.test(anchorId)) calls.scrollTo(anchorId);
  else if (type === "vs:next") calls.step(1);
  else if (type === "vs:previous") calls.step(-1);
  else if (type === "vs:setDecisions") calls.setDecisions(decisions);
  else if (type === "vs:applied" && isAnswer(requestId) && (status === "ok" || status === "failed"))
    calls.applied(status === "ok", typeof said === "string" ? said : "");
  else if (type === "vs:setOptions" && typeof options === "object" && options !== null) {
    calls.setOptions(knownOptions(options as Record<string, unknown>));
  }
}

/** Returns the known options with valid values. */
function knownOptions(given: Record<string, unknown>): Partial<ViewOptions> {
  const known: Partial<ViewOptions> = {};
  for (const name of SWITCHES) {
    const value = given[name];
    if (typeof value === "boolean") known[name] = value;
  }
  if (given.theme === "light" || given.theme === "dark") known.theme = given.theme;
  return known;
}
