// Finds the phrases after "from" and "of" that name somebody: "changes from Carl", "comments of the Seller".
//
// After "from", every phrase names somebody that is not a position, a time, the document or everybody. Only a reader
// knows its other meanings, so it must count as a limit. After "of", a phrase may also be the subject of a
// change ("changes of wording"). So it names somebody only if it is capitalized, quoted or a word for a person, and not
// after "the deletion of".

import { wordsOf } from "./words.ts";

/** The text of a clause, folded. */
export interface DescribedText {
  readonly text: string;
  /** The words that the instruction writes with a capital letter, folded. */
  readonly capitals: ReadonlySet<string>;
}

/** Maximum length of a phrase. It bounds the time, because phrases overlap. */
const longest = 100;
const upToComma = `(?=([^,;:()]{0,${longest}}))`;
const fromPhrase = new RegExp(String.raw`(?<!\b(?:apart|aside)) from ${upToComma}`, "gu");
const ofPhrase = new RegExp(
  String.raw`\b(?:changes?|revisions?|redlines?|edits?|suggestions?|mark-?ups?|comments?|threads?|annotations?|remarks?|notes?|everything|all|those|ones?)(?: #?\d+)? of ${upToComma}`,
  "gu",
);
/** "The deletion of" names what is deleted. "The deletions of" may name who deleted. */
const ofAuthorPhrase = new RegExp(String.raw`\b(?:insertions|deletions|additions|moves) of ${upToComma}`, "gu");

/** The rest of a clause, which names no objects: the content of a reply, or a reason. */
const reason = / (?:because|so|when|while|if)\b.*$/;
const replyContent = /^((?:reply|respond|answer|add|write|post|leave|put)\b.*?) (?:that|with|using|saying|asking)\b.*$/;

const months = "january|february|march|april|may|june|july|august|september|october|november|december";
const shortMonths = "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec";
const weekdays = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
const times = `days?|nights?|mornings?|afternoons?|evenings?|weeks?|weekends?|months?|quarters?|years?|hours?|minutes?`;
/** A time or a number. "May" and other months that are also names need a day or a year. */
const time = new RegExp(
  String.raw`(?:^| )(?:#?\d.*|yesterday|today|tonight|tomorrow|${weekdays}|january|february|march|july|september|october|november|december|(?:${months}|${shortMonths})\.? \d.*|(?:the )?(?:last|next|this|past|previous|early|late|mid)[ -](?:(?:few|couple|\d+) )?(?:${times}|${weekdays}|${months}))(?:$|[ .]).*$`,
);
const phraseEnd =
  /(?:^| )(?:in|on|to|into|at|for|except|but|that|which|who|with|from|of|by|before|after|since|until|dated|within|made|proposed|suggested|inserted|deleted|only|again|please|now|then|too|as)\b/;

/** Words that name a position, the document, an occasion or everybody. */
const things = new Set(
  "clause clauses subclause subclauses cl cls section sections subsection subsections sec secs article articles art arts paragraph paragraphs para paras item items point points schedule schedules sch annex annexes annexure appendix appendices app exhibit exhibits recital recitals chapter chapters part parts heading headings title titles table tables row rows column columns cell cells footnote footnotes endnote endnotes header headers footer footers page pages line lines sentence sentences preamble introduction definition definitions body list lists bullet bullets place places position positions passage passages top bottom start beginning end outset scratch here there document documents file files draft drafts agreement agreements contract contracts deed lease letter policy terms conditions nda redline redlines markup markups word version versions copy copies template original text turn round rounds stage set batch comparison merge upload email mail attachment call meeting negotiation negotiations discussion discussions session date time day days week weeks weekend month months quarter year years morning afternoon evening everyone everybody anyone anybody everything anything".split(
    " ",
  ),
);
/** Words that may be next to those words. They name nobody alone. */
const fillers = new Set(
  "a an the this that these those any all every each both either some none it its them my our your his her their other latest last first second third fourth fifth new old pending open outstanding previous earlier prior recent current final initial remaining rest tracked track change changes revision revisions insertion insertions deletion deletions edit edits addition additions move moves suggestion suggestions comment comments thread threads remark remarks annotation annotations formatting format number no one two three four five six seven eight nine ten twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand onward onwards forward forwards down up upward upwards downward downwards through and or".split(
    " ",
  ),
);
const label = /^(?:[a-z]|[ivxl]+)$/;
const everybody =
  /^(?:(?:all|both|any|every|each|either)(?: the)?|the) (?:parties|party|sides?|authors?|reviewers?|editors?|people|participants?)$/;
const determiner = /^"?(?:the|this|that|these|those|a|an|any|all|every|each|both|my|our|your|its)\b/;

/** Words for a person or a party, which name somebody after "of" without a capital letter too. */
const persons =
  /\b(?:counsel|lawyers?|attorneys?|solicitors?|opponents?|counter-?part(?:y|ies)|party|parties|sides?|sellers?|buyers?|purchasers?|vendors?|suppliers?|customers?|clients?|contractors?|landlords?|tenants?|less(?:or|ee)s?|lenders?|borrowers?|licens(?:or|ee)s?|employe[er]s?|colleagues?|partners?|associates?|reviewers?|editors?|authors?)\b/;

/** Returns the words of each phrase after "from" or "of" that names somebody. */
export function namedSources({ text: whole, capitals }: DescribedText): string[][] {
  const text = whole.replace(replyContent, "$1").replace(reason, "");
  const isName = (name: string) => persons.test(name) || wordsOf(name).some((word) => capitals.has(word));
  return [
    ...[...text.matchAll(fromPhrase)]
      .filter(({ 1: given = "", index }) => !isOldValue(given, text.slice(Math.max(0, index - longest), index)))
      .flatMap(([, given = ""]) => people(given)),
    ...[...text.matchAll(ofPhrase)]
      .filter(([, given = ""]) => !isOldValue(given, ""))
      .flatMap(([, given = ""]) => people(given).filter((name) => name.startsWith('"') || isName(name))),
    ...[...text.matchAll(ofAuthorPhrase)].flatMap(([, given = ""]) =>
      people(given).filter((name) => !name.startsWith('"') && isName(name)),
    ),
  ].map((name) => wordsOf(name).filter((word) => !fillers.has(word)));
}

/** Returns the parts of a phrase that name somebody: "clause 2 and Carl" gives "carl". */
function people(phrase: string): string[] {
  const [given = ""] = phrase.split(phraseEnd);
  return given.split(/ and | or | & /).flatMap((part) => {
    const name = part.replace(time, "").trim();
    return isThing(name) ? [] : [name];
  });
}

function isThing(name: string): boolean {
  if (everybody.test(name)) return true;
  const words = wordsOf(name);
  const own = words.filter((word) => !fillers.has(word));
  // "The Purchase Agreement" is a document, "Larry Page" is not a page.
  if (determiner.test(name)) return own.length === 0 || things.has(own[0]!) || things.has(own.at(-1)!);
  return own.every((word, at) => things.has(word) || (at > 0 && label.test(word)));
}

/** True if a phrase is the old value of a change: "the change from Seller to Vendor". */
function isOldValue(phrase: string, before: string): boolean {
  if (/^"[^"]*" (?:in)?to "/.test(phrase)) return true;
  const [, value = ""] = / (?:in)?to (.*)$/.exec(phrase) ?? [];
  const isPlace = determiner.test(value) || things.has(wordsOf(value)[0] ?? "");
  return /\b(?:change|revision|edit)$/.test(before) && value !== "" && !isPlace;
}
