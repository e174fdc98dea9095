// An answer that holds for a while. However many ask, one question is on its way at a time, and none while the answer holds.

export interface Holding {
  readonly milliseconds: number;
  /** Milliseconds since some moment. */
  readonly now?: (() => number) | undefined;
}

/** An answer holds from the moment it came. A question that fails is asked anew. */
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
