// Faults of infrastructure, told from all others in one place: the database or the store cannot be reached, does not
// answer, is starting or stopping, or has no room for us now. Such a fault says nothing about the work in hand: a caller
// is told to come again, and a job is tried again without losing a try.

/** A part that we need is away. */
export class PartAway extends Error {
  constructor(part: string, options?: ErrorOptions) {
    super(`${part} does not answer`, options);
    this.name = "PartAway";
  }
}

/** Of a connection that cannot be made or was cut, and of a disk that went away or is full. */
const systemCodes =
  "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN ENOTCONN EIO ENOSPC ESTALE EROFS EMFILE ENFILE";
/**
 * Of Postgres: shut down, starting, out of connections, memory or disk; and what our own limits cut: a statement (57014), a
 * lock (55P03), a silent transaction (25P03). Of class 08 all.
 */
const databaseCodes = "57P01 57P02 57P03 57P05 53000 53100 53200 53300 57014 55P03 25P03";
const awayCodes = new Set([...systemCodes.split(" "), ...databaseCodes.split(" ")]);
/** Messages of the drivers' errors that have no code. */
const awayMessages =
  /^(?:Connection terminated|timeout e(?:xceeded|xpired)|Query read timeout|Client (?:has encountered a conn|was closed)|Postgres connection has been discarded|socket hang up|aborted$)/;
/** Names of errors: those of a busy store, and those of its client for a reply that never came. */
const awayNames = new Set(
  "PartAway TimeoutError SlowDown ServiceUnavailable InternalError RequestTimeout ThrottlingException".split(" "),
);

export function isPartAway(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  const { code, $metadata } = problem as Error & { code?: unknown; $metadata?: { httpStatusCode?: number } };
  const word = typeof code === "string" ? code : "";
  return (
    awayNames.has(problem.name) ||
    awayCodes.has(word) ||
    /^08\w{3}$/.test(word) ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    awayMessages.test(problem.message) ||
    (problem.cause !== undefined && problem.cause !== problem && isPartAway(problem.cause))
  );
}

/** The answer. Throws PartAway when it takes too long; an answer that comes later is dropped. */
export async function answerWithin<Answer>(
  milliseconds: number,
  part: string,
  asked: Promise<Answer> | Answer,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // An answer that arrived while the process was busy is read first.
    timer = setTimeout(() => setImmediate(() => reject(new PartAway(part))), milliseconds);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
