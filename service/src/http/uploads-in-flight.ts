// Limits the running calls with a form, from before the form's first byte until the reply.
//
// Each call holds buffers, a connection to the store and, at its end, a check.

import { ApiError } from "../contract/api-error.ts";
import type { UploadLimits } from "../contract/limits.ts";
import { OpenCounts } from "./open-counts.ts";

const retrySeconds = 1;

/** An organization has at most a fourth of the slots of a process, but at least one. */
const share = 4;

export class UploadsInFlight {
  readonly #organizations: OpenCounts;
  readonly #perProcess: number;
  #open = 0;

  constructor({ perOrganization, perProcess }: Pick<UploadLimits, "perOrganization" | "perProcess">) {
    const quarter = perProcess === 0 ? 0 : Math.max(1, Math.floor(perProcess / share));
    const most = [perOrganization, quarter].filter((limit) => limit > 0);
    this.#organizations = new OpenCounts(most.length === 0 ? 0 : Math.min(...most));
    this.#perProcess = perProcess === 0 ? Number.POSITIVE_INFINITY : perProcess;
  }

  /** Counts the call while it runs. Throws RATE_LIMITED if there are too many, before any of its body is read. */
  async count<Result>(organizationId: string, call: () => Promise<Result>): Promise<Result> {
    const own = this.#organizations.count(organizationId);
    if (!this.#organizations.hasRoom(organizationId))
      throw tooMany(`The organization already has ${own} uploads running`);
    const free = this.#perProcess - this.#open;
    if (free <= 0) throw tooMany(`The service already has ${this.#open} uploads running`);
    // An organization gets a slot only if more slots are free than it has. A few organizations therefore never take all
    // slots, and a new one finds a slot.
    if (own >= free) throw tooMany(`Few places for uploads are free, and the organization already has ${own}`);
    const end = this.#organizations.open(organizationId);
    this.#open += 1;
    try {
      return await call();
    } finally {
      end();
      this.#open -= 1;
    }
  }
}

function tooMany(why: string): ApiError {
  const message = `${why}. Try again in ${retrySeconds} s.`;
  return new ApiError("RATE_LIMITED", message, { headers: { "retry-after": String(retrySeconds) } });
}
