// Makes the facts about a redline that are stored with its row: the counts of its changes, and its notices.

import { type Notice, noticesInWords, type RedlineSummary } from "@versus/engine/tasks";
import { limits } from "../contract/limits.ts";
import type { StoredRedlineNotice, StoredSummary } from "../storage/schema.ts";

export interface RedlineFacts {
  readonly summary: StoredSummary | null;
  readonly notices: readonly StoredRedlineNotice[] | null;
}

/** Returns the facts, with at most `limits.redlineNotices` notices. The JSON of the redline has all of them. */
export function redlineFacts(made: {
  readonly summary: RedlineSummary;
  readonly notices: readonly Notice[];
}): RedlineFacts {
  return { summary: made.summary, notices: noticesInWords(made.notices).slice(0, limits.redlineNotices) };
}

/** Returns the facts as the columns of a row take them. */
export function factColumns({ summary, notices }: RedlineFacts): Record<keyof RedlineFacts, string | null> {
  const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  return { summary: jsonOf(summary), notices: jsonOf(notices) };
}

/** The facts of a redline that failed, or that was stored without them. */
export const noFacts: RedlineFacts = { summary: null, notices: null };
