// Waits for jobs: reads a job again after the time that the service names, until it ends.

import { type CallOptions, rest } from "./call.ts";
import type { DownloadEntry } from "./description.ts";
import { type FailedJob, VersusJobFailed } from "./errors.ts";

export interface WaitOptions extends CallOptions {
  /** Called for every read while the job is not ready. */
  readonly onProgress?: (job: JobRead) => void;
}

/** The fields that all jobs share. */
export interface JobRead extends FailedJob {
  readonly status: string;
  readonly downloads?: readonly DownloadEntry[];
  readonly pending_formats?: readonly string[];
}

/** A job, and the seconds to wait before the next read. */
export interface JobReply<Job> {
  readonly job: Job;
  readonly retrySeconds: number;
}

export async function replyOf<Job>(reply: Response): Promise<JobReply<Job>> {
  return { job: (await reply.json()) as Job, retrySeconds: Number(reply.headers.get("retry-after") ?? 1) };
}

/** Returns the job when it is ready. Throws VersusJobFailed if the job failed. */
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
