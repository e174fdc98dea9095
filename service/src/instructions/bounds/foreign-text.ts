// Detects new text that only the document can have given to the model: an address or a whole sentence.
//
// An address is, for example, a web or mail address. Text is foreign if neither the instruction nor replacement_text
// nor a paragraph that the request changes contains it. The targets of the document's links are not foreign either. No
// sentence is foreign if the instruction asks to copy.

import type { DocumentText, TextParagraph } from "./document-text.ts";
import type { NewText } from "./new-text.ts";
import { bareWords, fold, sentencesOf, wordsOf } from "./words.ts";

export interface Sources {
  /** The instruction and the replacement text, as sent and folded. */
  readonly given: string;
  readonly givenWords: string;
  /** The paragraphs that the request acts on. */
  readonly changed: ReadonlySet<TextParagraph>;
  /** The folded texts of the changed paragraphs, and of all others. */
  readonly changedText: string;
  readonly otherText: string;
  /**
   * Every sequence of `leastWords` words in the other paragraphs. Text that begins with none of them is not in these
   * paragraphs.
   */
  readonly otherBeginnings: ReadonlySet<string>;
  readonly document: DocumentText;
}

export function sourcesOf(given: string, changed: ReadonlySet<TextParagraph>, document: DocumentText): Sources {
  const textsOf = (isChanged: boolean) =>
    document.paragraphs.flatMap((one) => (changed.has(one) === isChanged ? [one.text] : []));
  const others = textsOf(false);
  return {
    given,
    givenWords: fold(given),
    changed,
    changedText: textsOf(true).join("\n"),
    otherText: others.join("\n"),
    otherBeginnings: new Set(others.flatMap(beginningsIn)),
    document,
  };
}

/** Returns each sequence of `leastWords` words of a text. */
function beginningsIn(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(leastWords - 1).map((_, at) => words.slice(at, at + leastWords).join(" "));
}

/**
 * Minimum number of words of a sentence that can be foreign. A shorter one is a phrase that any two texts may share.
 */
const leastWords = 4;

const copying =
  /\b(?:cop(?:y|ies|ied)|repeat|duplicate|same|like|mirror|restate|quote|reproduce|reuse|move|swap|exchange|merge|combine|consolidate|split|reorder|restructure|reorgani[sz]e|summari[sz]e|collect|list|index|recite)\w*\b/;

export function foreignSentence(texts: readonly string[], sentences: string, sources: Sources): boolean {
  if (copying.test(sentences)) return false;
  return texts.flatMap(sentencesOf).some((sentence) => {
    const words = bareWords(sentence);
    const [beginning] = beginningsIn(words);
    if (beginning === undefined || !sources.otherBeginnings.has(beginning)) return false;
    if (sources.givenWords.includes(words) || sources.changedText.includes(words)) return false;
    return sources.otherText.includes(words);
  });
}

/** A label of a domain name: at most 63 letters, digits and hyphens. */
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const path = String.raw`(?:[/?#][^\s"'<>]*)?`;
/** A name with dots whose last label has two letters or more. `e.g.`, `4.2` and `U.S.` do not match. */
const domain = String.raw`(?:${label}\.){1,9}(?:\p{L}{2,63}|xn--[\p{L}\p{N}-]{2,59})(?::\d{1,5})?`;
const numericHost = String.raw`\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5}|(?=/))`;
const addressForm = new RegExp(
  [
    String.raw`[a-z][a-z0-9+.-]{1,20}://[^\s"'<>]+`,
    String.raw`(?:mailto|tel|sms|callto|skype|data|javascript):[^\s"'<>]+`,
    String.raw`[\p{L}\p{N}._%+-]{1,64}@(?:${label}\.){0,9}${label}`,
    String.raw`(?<![\p{L}\p{N}])${domain}(?![\p{L}\p{N}])${path}`,
    String.raw`(?<![\p{N}.])${numericHost}${path}`,
    String.raw`(?:https?|ftp):[^\s"'<>]+`,
    String.raw`(?<![\p{L}\p{N}])localhost(?::\d{1,5}|(?=/))${path}`,
    String.raw`\[[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\]`,
  ].join("|"),
  "giu",
);

/** Returns the addresses in a text, without invisible characters and with full stops of other scripts as dots. */
function addressesIn(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u3002\uff61]/g, ".");
  return plain.match(addressForm) ?? [];
}

export function foreignAddress({ texts, urls }: NewText, { given, changed, document }: Sources): boolean {
  const written = texts.flatMap(addressesIn);
  if (urls.length === 0 && written.length === 0) return false;
  const known = new Set([...document.links(), ...addressesIn(given)].map(bareAddress));
  for (const word of given.split(/[\s"'<>()[\]]+/)) known.add(bareAddress(word));
  const inChanged = new Set(known);
  for (const { paragraph } of changed) for (const one of addressesIn(paragraph.text)) inChanged.add(bareAddress(one));
  return urls.some((url) => !known.has(bareAddress(url))) || written.some((one) => !inChanged.has(bareAddress(one)));
}

/**
 * Returns the address in lower case, without http, https or mailto and without final punctuation. People omit the
 * scheme and the last slash, and end a sentence after an address.
 */
function bareAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, "")
    .replace(/[/.,;:!?)\]]{1,9}$/, "");
}
