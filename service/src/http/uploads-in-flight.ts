// How many calls with a form are under way at once, from before the first byte of the form is read until the call is
// answered. Each holds buffers, a connection to the store and, at its end, a check.

import { ApiError } from "../contract/api-error.ts";
import type { UploadLimits } from "../contract/limits.ts";

const retrySeconds = 1;

export class UploadsInFlight {
  readonly #limits: UploadLimits;
  readonly #byOrganization = new Map<string, number>();
  #all = 0;

  constructor(limits: UploadLimits) {
    this.#limits = limits;
  }

  /** Counts the call while it runs. Throws RATE_LIMITED when there are too many, and then nothing of its body is read. */
  async count<Result>(organizationId: string, call: () => Promise<Result>): Promise<Result> {
    const { perOrganization, perProcess } = this.#limits;
    const own = this.#byOrganization.get(organizationId) ?? 0;
    if (perOrganization > 0 && own >= perOrganization) throw tooMany(`The organization has ${own} uploads under way`);
    if (perProcess > 0 && this.#all >= perProcess) throw tooMany(`There are ${this.#all} uploads under way`);
    this.#add(organizationId, 1);
    try {
      return await call();
    } finally {
      this.#add(organizationId, -1);
    }
  }

  #add(organizationId: string, step: 1 | -1): void {
    this.#all += step;
    const own = (this.#byOrganization.get(organizationId) ?? 0) + step;
    if (own === 0) this.#byOrganization.delete(organizationId);
    else this.#byOrganization.set(organizationId, own);
  }
}

function tooMany(why: string): ApiError {
  const message = `${why}, the most there may be; try again in ${retrySeconds} s.`;
  return new ApiError("RATE_LIMITED", message, { headers: { "retry-after": String(retrySeconds) } });
}
