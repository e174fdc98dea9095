// Every theme, in the order in which they run.

import type { Theme } from "./running/theme.ts";
import { access } from "./themes/access.ts";
import { comparing } from "./themes/comparing.ts";
import { downloads } from "./themes/downloads.ts";
import { idempotency } from "./themes/idempotency.ts";
import { isolation } from "./themes/isolation.ts";
import { limits } from "./themes/limits.ts";
import { names } from "./themes/names.ts";
import { pages } from "./themes/pages.ts";
import { processing } from "./themes/processing.ts";
import { refusals } from "./themes/refusals.ts";
import { requestIds } from "./themes/request-ids.ts";
import { retention } from "./themes/retention.ts";
import { usage } from "./themes/usage.ts";

/** Those that need that nobody works on jobs. */
export const withoutWorker: readonly Theme[] = [processing];

export const themes: readonly Theme[] = [
  pages,
  comparing,
  names,
  refusals,
  requestIds,
  downloads,
  idempotency,
  usage,
  retention,
  access,
  limits,
  isolation,
];
