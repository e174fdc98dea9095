// Determines which tracked changes or comments a clause asks for an effect on.
//
// A clause limits them by author ("Bea's"), kind ("insertions"), number ("change 3") and position ("in clause 2"). An
// exception ("except Bea's") excludes what it names. A clause covers nothing if it names a person whom no author of the
// document matches, because a program cannot know who "they" are. For decisions and for resolving comments, the same
// applies to a limit that a program cannot check (unchecked-limits.ts).

import type { ContentJson } from "@versus/engine/tasks";
import type { Clause } from "./clauses.ts";
import type { DocumentText, TextParagraph } from "./document-text.ts";
import { NamedPeople } from "./named-people.ts";
import { namedPlaces } from "./named-places.ts";
import type { DescribedText } from "./named-sources.ts";
import { UncheckedLimits } from "./unchecked-limits.ts";

/** A tracked change or a comment. */
export interface AskedItem {
  readonly number: number;
  readonly author: string;
  readonly kind?: string;
  /** Undefined in text boxes and comments, which have no address. */
  readonly paragraph: TextParagraph | undefined;
}

const exceptionStart =
  /\b(?:except(?:ing)?(?: for)?|excluding|but not|other than|apart from|save for|unless|(?:(?:al)?though |just |and )?not)\b/;

const kindWords: readonly (readonly [kind: string, words: RegExp])[] = [
  ["insertion", /\b(?:insertions?|additions?)\b/],
  ["deletion", /\bdeletions?\b/],
  ["move", /\bmoves?\b/],
  ["property", /\b(?:formatting|format|property)\b/],
];
const anyKind = /\b(?:changes?|revisions?|redlines?|edits?|suggestions?|mark-?ups?)\b/;

const numberList = String.raw`#?\d+(?:(?:, ?(?:and )?| and | or | & | to | through |-)#?\d+)*`;
const numbered = new RegExp(
  String.raw`\b(?:changes?|revisions?|insertions?|deletions?|redlines?|edits?|comments?|threads?|remarks?|annotations?)(?: numbers?| nos?\.?)? (${numberList})`,
);

/** The words of a clause that limit the items. */
class Description {
  readonly #people: NamedPeople;
  readonly #kinds: readonly string[];
  readonly #numbers: ReadonlySet<number> | undefined;

  constructor(described: DescribedText) {
    const { text } = described;
    this.#people = new NamedPeople(described);
    const kinds = kindWords.flatMap(([kind, words]) => (words.test(text) ? [kind] : []));
    const isGeneral = anyKind.test(text) && kinds.some((kind) => kind !== "property");
    this.#kinds = isGeneral ? [] : kinds;
    this.#numbers = numbersIn(text);
  }

  /** True if the description has no author, kind or number that could limit items. */
  isEmptyFor(authors: readonly string[]): boolean {
    return this.#people.among(authors) === undefined && this.#kinds.length === 0 && this.#numbers === undefined;
  }

  /** True if the description names somebody whom none of the authors matches. */
  isOfStranger(authors: readonly string[]): boolean {
    return this.#people.among(authors)?.size === 0;
  }

  /** True if the description names authors or numbers. */
  isNamedFor(authors: readonly string[]): boolean {
    return this.#people.among(authors) !== undefined || this.#numbers !== undefined;
  }

  /** True if the description may include the item. `authors` are the authors of all items. */
  fits({ author, kind, number }: AskedItem, authors: readonly string[]): boolean {
    if (this.#people.among(authors)?.has(author) === false) return false;
    if (kind !== undefined && this.#kinds.length > 0 && !this.#kinds.includes(kind)) return false;
    return this.#numbers?.has(number) !== false;
  }
}

/** Maximum size of a range. A larger range counts as its first numbers and its end. */
const mostInRange = 200;

function numbersIn(text: string): ReadonlySet<number> | undefined {
  const [, list] = numbered.exec(text) ?? [];
  if (list === undefined) return undefined;
  const numbers = new Set<number>();
  for (const [, first = "", last = first] of list.matchAll(/(\d+)(?:(?: to | through |-)#?(\d+))?/g)) {
    const [from, to] = [Number(first), Number(last)];
    for (let one = from; one <= Math.min(to, from + mostInRange); one++) numbers.add(one);
    numbers.add(to);
  }
  return numbers;
}

const singular =
  /\b(?:change|revision|insertion|deletion|redline|edit|addition|move|suggestion|mark-?up|comment|thread|annotation|remark|note)\b/;
const plural =
  /\b(?:changes|revisions|insertions|deletions|redlines|edits|additions|moves|suggestions|comments|threads|annotations|remarks|notes|all|every|each|any|both|everything|clauses|sections|paragraphs|articles|items|tables)\b|\band\b|, /;

/** The objects that one clause asks for an effect on. */
export class AskedObject {
  /** True if the clause names a single object: "a comment", "Bea's insertion". */
  readonly isOne: boolean;
  readonly #main: Description;
  readonly #exception: Description | undefined;
  readonly #places: ReadonlySet<TextParagraph> | undefined;
  readonly #exceptedPlaces: ReadonlySet<TextParagraph> | undefined;
  readonly #limits: UncheckedLimits;

  constructor({ whole, scope, capitals }: Clause, document: DocumentText) {
    const at = whole.search(exceptionStart);
    const main = at < 0 ? whole : whole.slice(0, at);
    const exception = at < 0 ? undefined : whole.slice(at);
    this.isOne = singular.test(main) && !plural.test(main);
    this.#main = new Description({ text: main, capitals });
    this.#exception = exception === undefined ? undefined : new Description({ text: exception, capitals });
    this.#places = namedPlaces(exception === undefined ? scope : scope.replace(exception, ""), document);
    this.#exceptedPlaces =
      exception === undefined ? undefined : namedPlaces(exception.replace(exceptionStart, ""), document);
    this.#limits = new UncheckedLimits(main, scope.slice(0, Math.max(0, scope.indexOf(whole))));
  }

  /** True if the clause limits the effect to items that only a reader can distinguish. */
  isUnclear(authors: readonly string[]): boolean {
    const isPlaced = this.#places !== undefined;
    return this.#limits.areIn(authors, { isPlaced, isNamed: isPlaced || this.#main.isNamedFor(authors) });
  }

  /** True if the clause covers the item. */
  covers(item: AskedItem, authors: readonly string[]): boolean {
    const { paragraph } = item;
    if (!this.#main.fits(item, authors)) return false;
    if (this.#places !== undefined && (paragraph === undefined || !this.#places.has(paragraph))) return false;
    return this.#exception === undefined || !this.#isExcepted(this.#exception, item, authors);
  }

  #isExcepted(exception: Description, item: AskedItem, authors: readonly string[]): boolean {
    // An exception that cannot be understood may exclude every item.
    if (exception.isOfStranger(authors)) return true;
    if (this.#exceptedPlaces === undefined && exception.isEmptyFor(authors)) return true;
    const isThere =
      this.#exceptedPlaces === undefined || item.paragraph === undefined || this.#exceptedPlaces.has(item.paragraph);
    return isThere && exception.fits(item, authors);
  }
}

/** Returns the tracked changes that an edit decides. */
export function decidedItems(
  edit: Readonly<Record<string, unknown>>,
  { revisions }: ContentJson,
  document: DocumentText,
) {
  const { revision } = edit;
  const { number, author, kind } = (typeof revision === "object" ? revision : {}) as Readonly<Record<string, unknown>>;
  return revisions
    .filter(
      (one) =>
        (number === undefined || one.number === number) &&
        (author === undefined || one.author === author) &&
        (kind === undefined || one.kind === kind),
    )
    .map((one): AskedItem => ({ ...one, paragraph: document.named(one.paragraph)[0] }));
}

/** Returns the comment that an edit replies to or resolves. */
export function commentItems(
  edit: Readonly<Record<string, unknown>>,
  { comments }: ContentJson,
  document: DocumentText,
) {
  const { number } = (edit.comment ?? {}) as Readonly<Record<string, unknown>>;
  return comments
    .filter((one) => one.number === number)
    .map((one): AskedItem => ({ number: one.number, author: one.author, paragraph: document.named(one.paragraph)[0] }));
}
