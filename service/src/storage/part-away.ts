// Recognizes faults of infrastructure: the database or the store is unavailable.
//
// It cannot be reached, does not answer, is starting or stopping, or has no room. A fault of this kind says nothing
// about the current work. A caller is asked to repeat the call, and a job is retried without losing an attempt.

/** The error of an unavailable part. */
export class PartAway extends Error {
  constructor(part: string, options?: ErrorOptions) {
    super(`${part} does not answer`, options);
    this.name = "PartAway";
  }
}

/** Error codes of a connection that cannot be made or was cut, and of a disk that is missing or full. */
const systemCodes =
  "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN ENOTCONN EIO ENOSPC EDQUOT ESTALE EROFS EMFILE ENFILE";
/**
 * Error codes of Postgres: shut down, starting, out of connections, memory or disk; read-only, as a standby is (25006).
 * Further those of our own limits: a statement (57014), a lock (55P03), a silent transaction (25P03). All codes of
 * class 08 count too.
 */
const databaseCodes = "25006 57P01 57P02 57P03 57P05 53000 53100 53200 53300 57014 55P03 25P03";
const awayCodes = new Set([...systemCodes.split(" "), ...databaseCodes.split(" ")]);
/** Messages of driver errors that have no code. */
const awayMessages =
  /^(?:Connection terminated|timeout e(?:xceeded|xpired)|Query read timeout|Client (?:has encountered a conn|was closed)|Postgres connection has been discarded|socket hang up|aborted$)/;
/** Names of the errors of full stores: Ceph and Amazon, MinIO. */
const fullNames = ["QuotaExceeded", "XMinioStorageFull", "XMinioStorageQuotaExceeded"];
/** Names of errors of a busy or full store, and of its client if no reply arrived. */
const awayNames = new Set([
  ..."PartAway TimeoutError SlowDown ServiceUnavailable InternalError RequestTimeout ThrottlingException".split(" "),
  ...fullNames,
]);

/** True if a store refused a write for lack of room. Reads and deletions still work in such a store. */
export function isStoreFull(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  const { code, cause, $metadata } = problem as Error & { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return (
    fullNames.includes(problem.name) ||
    code === "ENOSPC" ||
    code === "EDQUOT" ||
    $metadata?.httpStatusCode === 507 ||
    (cause !== undefined && cause !== problem && isStoreFull(cause))
  );
}

/**
 * True if a bucket ended a call without an answer that its client could read. A gateway that refuses a write closes the
 * connection while the client still sends, so the refusal can be lost.
 */
export function isUnanswered(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  const { $metadata } = problem as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return $metadata !== undefined && $metadata.httpStatusCode === undefined;
}

/** True if the database refused a write because it is read-only: a standby, or made read-only. */
export function isReadOnly(problem: unknown): boolean {
  return problem instanceof Error && "code" in problem && problem.code === "25006";
}

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

/** Returns the answer. Throws PartAway if it takes too long; a later answer is dropped. */
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
