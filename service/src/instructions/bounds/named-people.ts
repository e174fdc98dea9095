// Finds the people whom a clause names as authors.
//
// Examples are "Bea's insertion", "changes by Ann and Bob" and "their changes". The writer of the document chooses the
// names of authors, so a name must match in a phrase that names a person. If several authors share a word of the
// phrase, those who share most words are meant.

import { type DescribedText, namedSources } from "./named-sources.ts";
import { fold, wordsOf } from "./words.ts";

const pronoun = /\b(?:my|our|your|his|her|their|mine|ours|yours|hers|theirs|somebody|someone)\b/;
/** A possessive such as "Bea's" or "parties'". */
const possessive = /^"?([\p{L}\p{N}.-]{1,100})"?'s?$/u;
/** Number of words before a possessive that may belong to the name. */
const namesBefore = 2;
/** Possessives that do not name a person. */
const things =
  /^(?:today|yesterday|week|month|year|document|file|draft|agreement|contract|word|it|that|what|there|here|let|\d.*)$/;
const after = (preposition: string) => new RegExp(String.raw`\b(?:${preposition}) ([^,;:()]*)`, "gu");
const byPerson = after("by(?! \\w+ing\\b| default\\b| today\\b| the end\\b| clause\\b| section\\b)");
const fromPerson = after("from|of");
const phraseEnd =
  /\b(?:in|on|to|at|for|except|but|that|which|with|from|of|by|before|after|since|dated|within|and (?:the|all|any))\b/;

/** Words that never name a person, even if an author uses them as a name. */
const ordinary = new Set(
  "a an the all any every each both of and or in on to at for by from with my our your his her their its other latest last first second third new old pending open outstanding tracked track proposed suggested accept approve reject decline refuse undo revert discard roll back resolve close reply respond answer mark add put change changes revision revisions insertion insertions deletion deletions redline redlines edit edits addition additions move moves suggestion suggestions markup comment comments thread threads remark remarks annotation annotations formatting format property clause section paragraph article table item number no everything made done as resolved please then also now only".split(
    " ",
  ),
);

export class NamedPeople {
  /** The words of each phrase that names a person. */
  readonly #phrases: readonly (readonly string[])[];
  /** The words of other phrases that may name a person: "the change of bea", "from April". */
  readonly #possible: readonly (readonly string[])[];
  readonly #hasPronoun: boolean;

  constructor(described: DescribedText) {
    const { text } = described;
    this.#phrases = [...owners(text), ...findNames(text, byPerson), ...namedSources(described)];
    this.#possible = [...findNames(text, fromPerson), nameWords(text)];
    this.#hasPronoun = pronoun.test(text);
  }

  /** Returns the authors who are named. Empty if no author matches; undefined if the clause names nobody. */
  among(authors: readonly string[]): ReadonlySet<string> | undefined {
    const found = new Set(this.#phrases.flatMap((words) => bestMatches(words, authors)));
    if (found.size > 0 || this.#phrases.length > 0) return found;
    for (const words of this.#possible) for (const author of bestMatches(words, authors)) found.add(author);
    return found.size > 0 || this.#hasPronoun ? found : undefined;
  }
}

/** Returns the words of each owner: "Bea Smith's" gives both names. */
function owners(text: string): string[][] {
  const words = text.split(" ");
  return words.flatMap((word, at) => {
    const [, owner] = possessive.exec(word.replace(/[,.;:)]{1,9}$/, "")) ?? [];
    if (owner === undefined || things.test(owner)) return [];
    return [nameWords([...words.slice(Math.max(0, at - namesBefore), at), owner].join(" "))];
  });
}

function findNames(text: string, phrase: RegExp): string[][] {
  return [...text.matchAll(phrase)].flatMap(([, given = ""]) => {
    const [people = ""] = given.split(phraseEnd);
    return people.split(/ and | or | & /).map(nameWords);
  });
}

function nameWords(text: string): string[] {
  return wordsOf(text).filter((word) => !ordinary.has(word));
}

/** Returns the authors who share most words with the phrase, and at least one word. */
function bestMatches(words: readonly string[], authors: readonly string[]): string[] {
  const counts = authors.map((author) => {
    const own = new Set(wordsOf(fold(author)));
    return words.filter((word) => own.has(word)).length;
  });
  const most = Math.max(0, ...counts);
  return most === 0 ? [] : authors.filter((_, at) => counts[at] === most);
}
