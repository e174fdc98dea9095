// Finds markup that the schema allows but that Word refuses or repairs.
//
// Word may refuse or repair a document although it passes the validator of the format. Examples are ranges without an
// end, text of the wrong kind in a deletion, and a cell without a paragraph. Another one is a field that is whole only
// until changes are accepted. Each rule is one such case, and a finding has the rule, the position and the count.
// Documents that Word wrote have only findings of severity `odd`.

import type { WordDocument } from "../../document/open-document.ts";
import type { IsKnown } from "./indexed-part.ts";
import { readForLint } from "./linted-document.ts";
import type { Breach, Finding, Rule } from "./rule.ts";
import { lintRules } from "./rules.ts";

/**
 * Returns the findings by rule and part, in the order of the rules. Content for which `isKnown` is true is skipped,
 * because it is complete in itself and was checked before.
 */
export function lintDocument(document: WordDocument, isKnown?: IsKnown): Finding[] {
  const linted = readForLint(document, isKnown);
  return lintRules.flatMap((rule) => findingsOf(rule, [...rule.check(linted)]));
}

function findingsOf({ id, severity }: Rule, breaches: readonly Breach[]): Finding[] {
  const parts = Map.groupBy(breaches, ({ part }) => part);
  return [...parts].map(([part, found]) => ({
    rule: id,
    severity,
    part,
    count: found.length,
    offset: found[0]?.offset,
  }));
}
