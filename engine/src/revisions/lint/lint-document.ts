// Looks for what Word refuses or repairs although the schema allows it.
//
// A document that passes the validator of the format can still be one that Word calls unreadable:
// ranges without an end, text of the wrong kind in a deletion, a cell without a paragraph, a field
// that is whole only until changes are accepted. Each such thing is a rule, and a finding says
// which rule, where and how often. Documents that Word wrote are clean of all but the odd.

import type { WordDocument } from "../../document/open-document.ts";
import type { IsKnown } from "./indexed-part.ts";
import { readForLint } from "./linted-document.ts";
import type { Breach, Finding, Rule } from "./rule.ts";
import { lintRules } from "./rules.ts";

/**
 * What is wrong with a document, by rule and part, in the order of the rules. What `isKnown` tells is not looked into: content
 * that is whole in itself and was looked at before.
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
