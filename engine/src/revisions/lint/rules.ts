// Lists all rules of the linter, by group.

import type { Rule } from "./rule.ts";
import { fieldRules } from "./rules/fields.ts";
import { moveRules } from "./rules/moves.ts";
import { nestingRules } from "./rules/nesting.ts";
import { noteRules } from "./rules/notes.ts";
import { paragraphIdRules } from "./rules/paragraph-ids.ts";
import { rangeRules } from "./rules/ranges.ts";
import { referenceRules } from "./rules/references.ts";
import { relationshipRules } from "./rules/relationships.ts";
import { revisionRules } from "./rules/revisions.ts";
import { sectionRules } from "./rules/sections.ts";
import { tableRules } from "./rules/tables.ts";
import { textRules } from "./rules/texts.ts";

export const lintRules: readonly Rule[] = [
  ...relationshipRules,
  ...nestingRules,
  ...tableRules,
  ...fieldRules,
  ...textRules,
  ...revisionRules,
  ...moveRules,
  ...rangeRules,
  ...noteRules,
  ...paragraphIdRules,
  ...referenceRules,
  ...sectionRules,
];
