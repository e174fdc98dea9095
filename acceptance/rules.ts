// Every rule that the tests are held to: each must be named by a test that passes, unless it says what it waits for.

import { definitionRules } from "./rules/definitions.ts";
import { interfaceRules } from "./rules/interface.ts";
import type { Rule } from "./rules/rule.ts";

const rules = { ...interfaceRules, ...definitionRules };

export type RuleId = keyof typeof rules;

export const allRules = Object.entries<Rule>(rules).map(([id, rule]) => ({
  id: id as RuleId,
  ...(typeof rule === "string" ? { rule, apart: undefined } : rule),
}));
