// Jobs that are waited for: read again after the time that the service names, until they have ended.

import { type CallOptions, rest } from "./call.ts";
import type { DownloadEntry } from "./description.ts";
import { type FailedJob, VersusJobFailed } from "./errors.ts";

export interface WaitOptions extends CallOptions {
  /** Is told of every read while the job is not ready. */
  readonly onProgress?: (job: JobRead) => void;
}

/** What every job has in common. */
export interface JobRead extends FailedJob {
  readonly status: string;
  readonly downloads?: readonly DownloadEntry[];
  readonly pending_formats?: readonly string[];
}

/** A read, with the seconds after which the next one makes sense. */
export interface JobReply<Job> {
  readonly job: Job;
  readonly retrySeconds: number;
}

export async function replyOf<Job>(reply: Response): Promise<JobReply<Job>> {
  return { job: (await reply.json()) as Job, retrySeconds: Number(reply.headers.get("retry-after") ?? 1) };
}

/** The job when it is ready. Throws VersusJobFailed when it failed. */
export async function awaitJob<Job extends JobRead>(
  id: string,
  { first, read }: { readonly first?: JobReply<Job>; readonly read: () => Promise<JobReply<Job>> },
  { signal, onProgress }: WaitOptions = {},
): Promise<Job> {
  for (let reply = first ?? (await read()); ; reply = await read()) {
    const { job, retrySeconds } = reply;
    if (job.status === "failed") throw new VersusJobFailed(id, job);
    if (job.status === "ready") return job;
    onProgress?.(job);
    await rest(retrySeconds * 1000, signal);
  }
}
