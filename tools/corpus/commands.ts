// The commands of `npm run corpus`, one line each.

import type { Command } from "./command.ts";
import { hostile } from "./hostile/hostile.ts";
import { roundtrip } from "./roundtrip/roundtrip.ts";

export const commands: readonly Command[] = [roundtrip, hostile];
