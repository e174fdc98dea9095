// Keeps an answer for a while, so that many callers share one question.
//
// At most one question runs at a time, and none while the answer is kept.

export interface Holding {
  readonly milliseconds: number;
  /** Returns milliseconds since any fixed moment. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * Returns a function that asks only if no answer is kept. The time of an answer counts from its arrival. A failed
 * question is repeated by the next call.
 */
export function heldAnswer<Answer>(
  ask: () => Promise<Answer>,
  { milliseconds, now = () => performance.now() }: Holding,
): () => Promise<Answer> {
  let kept: { readonly answer: Answer; readonly at: number } | undefined;
  let asking: Promise<Answer> | undefined;
  return () => {
    if (kept !== undefined && now() - kept.at < milliseconds) return Promise.resolve(kept.answer);
    asking ??= ask()
      .then((answer) => {
        kept = { answer, at: now() };
        return answer;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
}
