// How many calls with a form are under way at once, from before the first byte of the form is read until the call is
// answered. Each holds buffers, a connection to the store and, at its end, a check.

import { ApiError } from "../contract/api-error.ts";
import type { UploadLimits } from "../contract/limits.ts";
import { OpenCounts } from "./open-counts.ts";

const retrySeconds = 1;

/** Of the one count over all organizations. */
const all = "all";

export class UploadsInFlight {
  readonly #organizations: OpenCounts;
  readonly #process: OpenCounts;

  constructor({ perOrganization, perProcess }: UploadLimits) {
    this.#organizations = new OpenCounts(perOrganization);
    this.#process = new OpenCounts(perProcess);
  }

  /** Counts the call while it runs. Throws RATE_LIMITED when there are too many, and then nothing of its body is read. */
  async count<Result>(organizationId: string, call: () => Promise<Result>): Promise<Result> {
    if (!this.#organizations.hasRoom(organizationId)) {
      throw tooMany(`The organization already has ${this.#organizations.count(organizationId)} uploads running`);
    }
    if (!this.#process.hasRoom(all))
      throw tooMany(`The service already has ${this.#process.count(all)} uploads running`);
    const ends = [this.#organizations.open(organizationId), this.#process.open(all)];
    try {
      return await call();
    } finally {
      for (const end of ends) end();
    }
  }
}

function tooMany(why: string): ApiError {
  const message = `${why}, which is the limit. Try again in ${retrySeconds} s.`;
  return new ApiError("RATE_LIMITED", message, { headers: { "retry-after": String(retrySeconds) } });
}
