// Finds limits of a clause that a program cannot check: "harmless changes", "changes that help us".
//
// Another example is "changes in the annex". A clause with such a limit asks for an effect on some changes or comments,
// and the model that selects them has read the document. So such a clause permits no decision and resolves no comment.
// Authors, kinds, numbers and existing positions are checked elsewhere (asked-objects.ts).

import { fold, wordsOf } from "./words.ts";

const object =
  /\b(?:changes?|revisions?|insertions?|deletions?|redlines?|edits?|additions?|moves?|suggestions?|mark-?ups?|comments?|threads?|annotations?|remarks?|notes?)\b/;

/** Words before the object that do not limit it, or set a limit that is checked elsewhere. */
const plain = new Set(
  "a an the this that these those any all every each both one two three four five six seven eight nine ten of and or to up back as done please also now only just then my our your his her their its other latest last first second third new old pending open outstanding remaining rest current existing present visible tracked track proposed suggested single whole entire formatting format property insertion deletion insertions deletions change changes comment comments thread threads edit edits revision revisions document file draft agreement contract text word s".split(
    " ",
  ),
);
/** A possessive such as "Bea's" or "the parties'": the words up to it name a person. */
const lastOwner = /^.*\p{L}'s?(?= )/u;
const verb = /^(?:roll back|[\p{L}-]+) ?/u;

const limitWord = /\b(?:that|which|whose|about|concerning|regarding|relating to|dated|older|newer|since)\b/;
/** A position that a direction refers to, such as "before clause 3". */
const direction =
  /\b(?:before|after|above|below|until|up to|preceding|following|outside)(?: of)? (?:the )?(?:\w+ )?(?:\d|clause|section|article|paragraph|page|table|heading|schedule|annex|appendix|exhibit)/;
const wholeDocument =
  "(?:(?:the|this|that|my|our|your|whole|entire|attached) ){0,4}(?:document|file|draft|agreement|contract|text|redline|markup|word)\\b";
const location = new RegExp(
  String.raw`\b(?:in|on|under|within|inside) (?!${wholeDocument}|(?:full|bulk|total|turn|order|addition|one go|one step|my name|our name|the end)\b)|\b(?:of|from) (?:the )?(?:clause|section|article|paragraph|page|table|schedule|annex|appendix|exhibit)s?(?= \d)`,
);
const leadLocation = /^(?:in|on|under|within|inside|for) /;
const everywhere = new RegExp(`^(?:in|on|within|for) ${wholeDocument}`);

export class UncheckedLimits {
  readonly #adjectives: readonly string[];
  readonly #hasWords: boolean;
  readonly #hasDirection: boolean;
  readonly #hasLocation: boolean;

  /** `main` is the folded clause without its exception, and `lead` is the text before it in its sentence. */
  constructor(main: string, lead: string) {
    // Without such a noun, the object is "all" or "everything" directly after the verb.
    const { index = 0, 0: noun = "" } = object.exec(main.replace(verb, (one) => " ".repeat(one.length))) ?? {};
    const before = main.slice(0, index).replace(verb, "").replace(lastOwner, "");
    const rest = main.slice(index + noun.length);
    this.#adjectives = wordsOf(before).filter((word) => !plain.has(word) && !/^\p{N}+$/u.test(word));
    this.#hasWords = limitWord.test(rest);
    this.#hasDirection = direction.test(rest);
    this.#hasLocation = location.test(rest) || (leadLocation.test(lead) && !everywhere.test(lead));
  }

  /**
   * True if the clause has such a limit. `isPlaced` is true if it names a position of the document. `isNamed` is true
   * if it names an author, a number or such a position.
   */
  areIn(authors: readonly string[], { isNamed, isPlaced }: { readonly isNamed: boolean; readonly isPlaced: boolean }) {
    const names = new Set(authors.flatMap((author) => wordsOf(fold(author))));
    return (
      this.#hasDirection ||
      (this.#hasLocation && !isPlaced) ||
      (this.#hasWords && !isNamed) ||
      this.#adjectives.some((word) => !names.has(word))
    );
  }
}
