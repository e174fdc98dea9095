// What changing access takes: handed in, so that tests name the times and keys they expect.

import type { Clock, RandomBytes } from "../contract/ids.ts";
import type { MasterKeys } from "../storage/data-keys.ts";
import type { Database } from "../storage/database.ts";
import type { Journal } from "../storage/journal.ts";

export interface AccessParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly masterKeys: MasterKeys;
  readonly journal: Journal;
  /** Who asks, for the audit: `operator:` and a name. */
  readonly actor: string;
}
