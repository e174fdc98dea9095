// Reads the clauses of an instruction that ask for something.
//
// A clause is a verb in the imperative and the words after it. Quotations and text after a colon are text for the
// document, so they ask for nothing. A clause begins where a verb of the list begins a sentence, or follows a comma or
// a conjunction. It does not begin where the verb belongs to another subject ("the right to review and comment on
// drafts"). After a negation, nothing is asked for up to the end of the sentence or a word such as "but" ("do not
// accept … or resolve …").

import { effectVerbs, foreignVerbs, otherVerbs } from "./imperative-verbs.ts";
import { placeIntroduction } from "./named-places.ts";
import { capitalsIn, foldCharacters, requestsIn } from "./words.ts";

export interface Clause {
  /** The clause from its verb, folded. A quotation is replaced by its number in quotation marks. */
  readonly text: string;
  /**
   * The part of the sentence that may name a position, folded, with its quotations: the words before the first clause,
   * and all words from this clause on. "Accept the insertion and reject the deletion in clause 2" is about clause 2.
   */
  readonly scope: string;
  /** The clause, folded, with its quotations. */
  readonly whole: string;
  /** The words that the instruction writes with a capital letter, folded. */
  readonly capitals: ReadonlySet<string>;
}

const lead =
  "please|kindly|then|also|now|next|first|firstly|second|secondly|third|thirdly|finally|lastly|last|afterwards|again|just|simply|instead|after that|go ahead and|feel free to|i want you to|i would like you to|i'd like you to|i need you to|we want you to|we would like you to|we'd like you to|we need you to|you should|you must|you may|you can|you need to|can you|could you|would you|will you|let's|let us|make sure to|be sure to|remember to|don't forget to|do not forget to";

const opening = new RegExp(
  String.raw`(?:^|, ?|: |\b(and|or|then|but|nor|plus) |^${placeIntroduction},? )(?:(?:${lead}),? )*(?<verb>${effectVerbs}|${otherVerbs})\b`,
  "g",
);

/** Words that give the following verbs to another subject: "a clause that …", "the Buyer may …", "the right to …". */
const otherSubject = new RegExp(
  String.raw`\b(?:that|which|who|whose|whom|shall|may|must|will|would|should|can|could|might|lets?|allow|allows|permit|permits|requires?|obliges?|entitles?|rights?|dut(?:y|ies)|obligations?|obliged|required|entitled|agrees?|undertakes?|option|power|able)\b|\bto (?:\w+ly )?(?:${effectVerbs}|${otherVerbs}|${foreignVerbs})\b`,
);
const endsInForeignVerb = new RegExp(String.raw` (?:${foreignVerbs}|read|edit|change|amend)\b[ ,]*$`);

const negation =
  /\b(?:not|never|without|neither|no need|don't|doesn't|shouldn't|mustn't|needn't|won't|can't|cannot|dont|avoid|refrain|rather than|instead of|stop short)\b/;
/** Words that end a negation. */
const contrast = /\b(?:but|instead|however)\b(?! not\b)/;

/** Returns the clauses that ask for something, in the order of the instruction. */
export function clausesOf(instruction: string): Clause[] {
  const { text, quotations } = setQuotationsAside(foldCharacters(instruction));
  const capitals = capitalsIn(instruction);
  const clauses: Clause[] = [];
  for (const line of text.split(/[\r\n\u2028\u2029]+/)) {
    const { asking, isFollowedByText } = beforeGivenText(line.replace(/\s+/g, " ").trim());
    for (const sentence of requestsIn(asking)) {
      clauses.push(...clausesIn(sentence, quotations).map((one) => ({ ...one, capitals })));
    }
    // The rest of the instruction may be text for the document, whatever its form.
    if (isFollowedByText) break;
  }
  return clauses;
}

interface SetAside {
  readonly text: string;
  readonly quotations: readonly string[];
}

const quotation = /"([^"]*)"|`([^`]*)`|(?<![\p{L}\p{N}])'((?:[^'\r\n]|'(?=[\p{L}\p{N}]))*)'(?![\p{L}\p{N}])/gu;

/**
 * Replaces each quotation by its number in quotation marks. An unterminated quotation extends to the end of the text
 * and is removed.
 */
function setQuotationsAside(text: string): SetAside {
  const quotations: string[] = [];
  const numbered = text.replace(quotation, (_, double?: string, code?: string, single?: string) => {
    quotations.push((double ?? code ?? single ?? "").replace(/\s+/g, " ").trim());
    return `"${quotations.length - 1}"`;
  });
  const open = numbered.replace(/"\d+"/g, (one) => " ".repeat(one.length)).search(/["`]/);
  return { text: open < 0 ? numbered : numbered.slice(0, open), quotations };
}

/** Words before a colon that announce text for the document. */
const announcing =
  /\b(?:add|insert|write|include|put|append|prepend|replace|change|amend|revise|draft|state|say|says|read|reads|reading|saying|stating|comment|comments|reply|replies|respond|answer|note|ask|explain|call|name|rename|title|heading|provide|wording|text|words|sentence|as follows|becomes?|set|translate|summari[sz]e|define|quote|copy|paste|type|list|use)\b/;

/**
 * Returns the part of a line before text for the document. `isFollowedByText` is true if that text begins in the next
 * line.
 */
function beforeGivenText(line: string): { readonly asking: string; readonly isFollowedByText: boolean } {
  for (const { index } of line.matchAll(/:(?= |$)/g)) {
    const before = line.slice(0, index);
    if (announcing.test(before)) return { asking: before, isFollowedByText: index === line.length - 1 };
  }
  return { asking: line, isFollowedByText: false };
}

const listMark = /^(?:[-*\u2022+>]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]|step \d{1,2}[.:)]?)\s+/;

/**
 * Maximum number of clauses of a sentence. The words before each clause are examined again, so the limit bounds the
 * time.
 */
const mostClauses = 50;

function clausesIn(given: string, quotations: readonly string[]): Omit<Clause, "capitals">[] {
  const restored = (text: string) => text.replace(/"(\d+)"/g, (_, at: string) => `"${quotations[Number(at)] ?? ""}"`);
  const sentence = given.replace(listMark, "");
  const found: { readonly from: number; readonly verbAt: number }[] = [];
  for (const match of sentence.matchAll(opening)) {
    if (found.length === mostClauses) break;
    const verbAt = match.index + match[0].length - (match.groups?.verb?.length ?? 0);
    // Forms such as "re-add" and "add-on" are other words.
    if (sentence[verbAt - 1] === "-" || sentence[verbAt + (match.groups?.verb?.length ?? 0)] === "-") continue;
    if (isAsked(sentence.slice(0, match.index), match[1])) found.push({ from: match.index, verbAt });
  }
  return found.map(({ verbAt }, at) => {
    const text = sentence.slice(verbAt, found[at + 1]?.from).replace(/[ ,.;:!?)]+$/, "");
    const scope = `${sentence.slice(0, found[0]?.from)} ${sentence.slice(verbAt)}`.trim();
    return { text, scope: restored(scope), whole: restored(text) };
  });
}

/** True if a clause that begins after these words of its sentence is a request. */
function isAsked(before: string, conjunction: string | undefined): boolean {
  const since = before.split(contrast).at(-1) ?? "";
  if (conjunction !== "but" && negation.test(since)) return false;
  const request = withoutLead(before);
  return !otherSubject.test(request) && !endsInForeignVerb.test(request);
}

const leads = new RegExp(`^(?:(?:${lead}),? )+`);

function withoutLead(text: string): string {
  return text.replace(leads, "");
}
