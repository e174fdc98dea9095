// The commands of `npm run corpus`, one line each.

import type { Command } from "./command.ts";
import { decisions } from "./decisions/decisions.ts";
import { hostile } from "./hostile/hostile.ts";
import { lint } from "./lint/lint.ts";
import { numbering } from "./numbering/numbering.ts";
import { roundtrip } from "./roundtrip/roundtrip.ts";
import { text } from "./text/text.ts";

export const commands: readonly Command[] = [roundtrip, hostile, text, lint, numbering, decisions];
