// Looks at the two sources before anything is created, so that a file which is no Word document is refused at once.
//
// The looking is done by a child process, which is given the whole file: only so many files are in memory at a time, the
// others wait in the store.

import type { ReceivedFile } from "../contract/forms.ts";
import type { ChildResult } from "../jobs/child-protocol.ts";
import type { Sandbox } from "../jobs/sandbox.ts";
import type { ObjectStore, OrganizationKey } from "../storage/object-store.ts";
import { readVerified } from "../storage/read-verified.ts";
import { isRefusedAtOnce, type SourceRole, unreadable } from "./rules.ts";

export interface SourceChecks {
  readonly store: ObjectStore;
  readonly sandbox: Sandbox;
  /** How many files are in memory at a time. */
  readonly atOnce: number;
}

/** Throws DOCUMENT_UNREADABLE. */
export type CheckSources = (
  sources: Readonly<Record<SourceRole, ReceivedFile>>,
  organization: OrganizationKey,
) => Promise<void>;

const never = new AbortController().signal;

export function sourceChecker({ store, sandbox, atOnce }: SourceChecks): CheckSources {
  const turns = new Turns(atOnce);
  const check = (file: ReceivedFile, organization: OrganizationKey): Promise<ChildResult> =>
    turns.take(async () => {
      const row = { object_key: file.objectKey, size: file.size, sha256: file.sha256 };
      return sandbox.run({ kind: "check", document: await readVerified(store, row, organization) }, never);
    });
  return async (sources, organization) => {
    const roles: readonly SourceRole[] = ["original", "modified"];
    const results = await Promise.all(roles.map((role) => check(sources[role], organization)));
    const refused = roles.flatMap((role, index) => {
      const result = results[index]!;
      return isRefusedAtOnce(result) ? [{ role, code: result.code }] : [];
    });
    if (refused.length > 0) throw unreadable(refused);
  };
}

/** Lets a number of tasks run at a time, in the order they came. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async take<Value>(task: () => Promise<Value>): Promise<Value> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
