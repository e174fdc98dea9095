// Defines the patterns of clauses that ask for an untracked effect.
//
// A pattern is a verb and its object, in one direction. A noun alone is not enough. An object that is part of a longer
// name is another object: "remove the protection" asks for the setting, "remove the data protection clause" does not.
// The patterns match the start of a folded clause (clauses.ts).

import type { UntrackedEffect } from "../../contract/untracked-effects.ts";
import { placeIntroduction } from "./named-places.ts";

/** Up to six words between a verb and its object. None of them begins another phrase or negates the object. */
const modifiers = String.raw`(?:(?!(?:no|not|none|nothing|neither|never|zero|that|which|who|to|in|on|for|by|with|from|into|if|when|as|at|following|below|how|why|what|whether)\b)[\p{L}\p{N}'"&.-]+,? ){0,6}?`;

const changes = `(?:changes?|revisions?|insertions?|deletions?|redlines?|edits?|additions?|moves?|suggestions?|mark-?ups?)`;
/** Legal terms that begin like an object: "change in law", "change of control". */
const legalTerm = String.raw`(?:of|in) (?:(?:applicable |relevant )?(?:laws?|legislation|regulations?|taxes|taxation|tax|control|ownership|circumstances?|management|address|name|use)|the (?:laws?|circumstances?))\b`;
/**
 * Words that may follow the object. Any other word would make it part of a longer name ("change order", "comment
 * period").
 */
const after = String.raw`(?=$|[,.;:()]| (?!${legalTerm})(?:(?:by|from|of|in|on|to|at|made|proposed|suggested|inserted|deleted|that|which|with|for|except|excluding|apart|other|but|throughout|everywhere|number|numbers|no|nos|dated|before|after|since|he|she|they|you|i|under|and|or|only|too|also|as|please|now|if|unless|where|within|concerning|regarding|about|relating|marked|beside|next|below|above|here|there|saying|asking|stating|reading|noting|explaining|while|when|because|so|first|again|then|save|using)\b|#?\d|"))`;
const decided = `(?:${modifiers}${changes}${after}|(?:everything|all|it all|them all)${after})`;

const comments = `(?:comments?|comment threads?|threads?|annotations?|remarks?|margin notes?|marginal notes?|comment bubbles?)`;

const these = `(?:(?:the|this|that|any|all|its|my|our|your|existing|current|present) ){0,6}`;
const document = `(?:document|file|draft|agreement|contract|text)`;
const inDocument = String.raw`(?:in|on|of|for|to|from|throughout) ${these}(?:${document}|word)(?=$|[,.;:]| (?:and|but|so|with|when|while|before|after|please|now|again|first|then)\b)`;
/** Words that may follow a setting. A setting applies to everybody and to the whole document. */
const furtherWords = String.raw`(?:and|or|but|so|with|when|while|before|after|please|now|again|first|then|for (?:everyone|everybody|me|us|now)|throughout$)\b`;
const afterSetting = `(?=$|[,.;:]| (?:${furtherWords}|${inDocument}))`;
const ofDocument = String.raw`(?:$| (?:(?:from|of|on|in|for) ${these}${document}|again|completely|entirely|altogether|please|now|first|too|if .*)$| (?:but|while)\b)`;
const tracking = String.raw`${these}(?:${document}(?:'s)? |word(?:'s)? )?(?:"\d+"|track(?:ed)?[ -]changes?|change[ -]tracking|changes? tracking|tracking(?: of)?(?: the| all)?(?: changes)?|revision tracking|redlining)(?: (?:feature|setting|mode|option))?`;
const afterTracking = `(?=$|[,.;:]| (?:${furtherWords}|${inDocument}|${placeIntroduction}))`;
const protection = `(?:(?:${document}(?:'s)?|editing|edit|write|password|read[ -]only) ){0,6}(?:protection|lock)|(?:(?:${document}(?:'s)?|all) ){0,6}(?:editing|edit|formatting|document) restrictions?|restrictions? (?:on|of|to) editing|read[ -]only (?:mode|status|restriction)`;
const personal = `${these}(?:hidden |personal )?(?:personal information|author names?|names? of (?:the )?authors?|authors' names?|author information|metadata|identifying information|document properties)(?: and (?:the )?(?:personal information|author names?|metadata|document properties))?`;
const inProperties = String.raw`(?:$| (?:from|in|of|on) (?:the |this |its )?(?:${document}(?:'s)?(?: properties| metadata)?|file properties|properties|metadata|saved? file|save|saving)(?:$|[,.;:]| (?:but|when|before)\b)| (?:but|when|before|on saving|on save)\b)`;

/** In a contract these words are the subject of a clause, unless the clause also names the properties of the file. */
const personalData = String.raw`${these}personal (?:data|details)(?=(?: \S+){1,4} (?:properties|metadata|file|document|save|saving)\b)`;

const clause = (pattern: string) => new RegExp(`^(?:${pattern})`, "u");

/** Maps an effect to the patterns of clauses that ask for it. */
export const effectPatterns: Readonly<Record<UntrackedEffect, readonly RegExp[]>> = {
  comment_added: [
    clause(
      String.raw`(?:add|insert|put|leave|make(?! comments\b)|write|place|attach|post|create) (?:(?:a|an|one|two|three|four|five|some|another|the|new|short|brief|separate|polite|margin|marginal|word|following|\d+) ){0,6}${comments}${after}`,
    ),
    // "Comment on drafts becomes …" is about the words of the document.
    clause(
      String.raw`comment (?:on|that|about|at|beside|next to)\b(?! (?:the |all )?\S+ (?:becomes?|should|shall|must|is to)\b)`,
    ),
    clause(`comment$`),
    clause(String.raw`annotate (?!nothing|no\b)\S+`),
    clause(
      String.raw`(?:explain|say|state|ask|flag|note|mention|raise|query|question|describe|mark|record|point out|give|list)\b.* (?:in|with|as|by|using) (?:a|an) (?:(?:short|brief|new|margin|separate) )?${comments}${after}`,
    ),
  ],
  comment_answered: [
    clause(`(?:reply|respond) to ${modifiers}${comments}${after}`),
    clause(`answer ${modifiers}${comments}${after}`),
    clause(
      `(?:add|write|post|leave|put) (?:(?:a|an|the|one|short|brief) ){0,6}(?:reply|replies|answer|response) to ${modifiers}${comments}${after}`,
    ),
  ],
  comment_resolved: [
    clause(`(?:resolve|close) ${modifiers}${comments}${after}`),
    clause(String.raw`mark ${modifiers}${comments}\b.* (?:as )?(?:resolved|done|closed)(?:$|[ ,.;:])`),
  ],
  changes_accepted: [clause(`(?:accept|approve) ${decided}`)],
  changes_rejected: [
    clause(`(?:reject|decline|refuse|undo|revert|discard) ${decided}`),
    clause(`roll back ${decided}`),
  ],
  track_changes_on: [
    clause(`(?:turn|switch) on ${tracking}${afterTracking}`),
    clause(String.raw`(?:turn|switch|set) ${tracking} (?:back )?(?:to )?"?on\b"?${afterTracking}`),
    clause(`(?:enable|activate|start) ${tracking}${afterTracking}`),
    clause(
      `(?:track|record) (?:(?:the|all|any|every|future|further|later|new|my|your|these) ){0,6}changes?${afterTracking}`,
    ),
  ],
  track_changes_off: [
    clause(`(?:turn|switch) off ${tracking}${afterTracking}`),
    clause(String.raw`(?:turn|switch|set) ${tracking} (?:to )?"?off\b"?${afterTracking}`),
    clause(`(?:disable|deactivate|stop) ${tracking}${afterTracking}`),
    clause(`stop (?:tracking|recording) (?:(?:the|all|any|future|further|later|new) ){0,6}changes?${afterTracking}`),
  ],
  protection_set: [
    clause(
      String.raw`(?:protect|lock|restrict) ${these}(?:document|file|draft)(?:$|[,.;:]| (?:with|for (?:editing|edits|everyone|everybody|me|us|now)|so|as read|except|but|using|(?:from|against) (?:editing|edits|changes)|to (?:comments|tracked|read|be))\b)`,
    ),
    clause(
      `(?:restrict|limit) (?:the )?editing(?: ${inDocument})?(?:$|[,.;:]| (?:${furtherWords}|to (?:comment|track|read)))`,
    ),
    clause(`(?:make|set) ${these}${document} (?:to )?(?:be )?read[ -]only${afterSetting}`),
    clause(`(?:turn|switch) on ${these}(?:${protection})${ofDocument}`),
    clause(String.raw`(?:turn|switch) ${these}(?:${protection}) on\b`),
    clause(`(?:enable|activate|set|add|put) (?:(?:a|an) )?${these}(?:${protection})${afterSetting}`),
  ],
  protection_removed: [
    clause(
      `(?:remove|lift|delete|drop|disable|deactivate|cancel|end|clear|strip|turn off|switch off|take off|take away) ${these}(?:${protection})${ofDocument}`,
    ),
    clause(String.raw`(?:turn|switch|take) ${these}(?:${protection}) (?:off|away)\b`),
    clause(`(?:unprotect|unlock) ${these}${document}(?:$|[ ,.;:])`),
  ],
  personal_information_removed: [
    clause(
      `(?:remove|strip|delete|clear|scrub|turn on the removal of|enable the removal of) (?:${personal}|${personalData})${inProperties}`,
    ),
    clause(`(?:strip|scrub|clear|clean) ${these}${document} of ${personal}${inProperties}`),
    clause(`anonymi[sz]e ${these}(?:${document}|authors?|author names?|metadata|file properties)${afterSetting}`),
  ],
  personal_information_kept: [
    clause(
      `(?:stop removing|turn off the removal of|switch off the removal of|disable the removal of) ${personal}${inProperties}`,
    ),
  ],
  fields_refreshed: [
    clause(
      String.raw`(?:update|refresh) ${these}(?:(?:of|the|document|document's|automatic|every|each|both|and) ){0,6}(?:fields?|table of contents|contents table|toc|cross-? ?references?|page numbers?)(?:$|[,.;:]| (?:(?:in|of) ${these}${document}|on opening|when|and|throughout|everywhere|so|please|after|before|to)\b)`,
    ),
  ],
};
