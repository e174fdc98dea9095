// Combines all rules of the tests. A passing test must name each rule, unless the rule is waiting.

import { definitionRules } from "./rules/definitions.ts";
import { interfaceRules } from "./rules/interface.ts";
import type { Rule } from "./rules/rule.ts";

const rules = { ...interfaceRules, ...definitionRules };

export type RuleId = keyof typeof rules;

export const allRules = Object.entries<Rule>(rules).map(([id, rule]) => ({
  id: id as RuleId,
  ...(typeof rule === "string" ? { rule, apart: undefined } : rule),
}));
