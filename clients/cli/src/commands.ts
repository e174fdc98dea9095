// The commands of the program: one line each, in the order of the help.

import type { Command } from "./command.ts";
import { compare } from "./commands/compare.ts";

export const commands: readonly Command[] = [compare];
