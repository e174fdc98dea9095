// Declares the parts that changes of access need, injected so that tests set times and keys.

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
  /** The operator, for the audit: `operator:` and a name. */
  readonly actor: string;
}
