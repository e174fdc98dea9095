// New text that only the document can have given the model: a web or mail address, or a whole sentence, that stands neither
// in the instruction nor in replacement_text nor in a paragraph that the request changes.

import type { DocumentText, TextParagraph } from "./document-text.ts";
import type { NewText } from "./new-text.ts";
import { bareWords, fold, sentencesOf, wordsOf } from "./words.ts";

export interface Sources {
  /** The instruction and the replacement text; as it was given, and folded. */
  readonly given: string;
  readonly givenWords: string;
  /** The paragraphs that the request acts on. */
  readonly changed: ReadonlySet<TextParagraph>;
  /** Their texts, and those of all others, folded. */
  readonly changedText: string;
  readonly otherText: string;
  /** Every few words in a row of the others: what begins with none of these does not stand there. */
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

/** At each word of a text, it and those after it. */
function beginningsIn(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(leastWords - 1).map((_, at) => words.slice(at, at + leastWords).join(" "));
}

/** Shorter ones are phrases that any two texts may share. */
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

/** Addresses in plain text count too: a reader follows them as well. */
const addressForm = /(?:https?:\/\/|www\.)[^\s"'<>]+|(?:mailto:)?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}/gi;

export function foreignAddress({ texts, urls }: NewText, { given, changed, document }: Sources): boolean {
  const written = texts.flatMap((text) => text.match(addressForm) ?? []);
  if (urls.length === 0 && written.length === 0) return false;
  const known = new Set(document.links().map(bareAddress));
  for (const word of given.split(/[\s"'<>()[\]]+/)) known.add(bareAddress(word));
  const inChanged = new Set(known);
  for (const { paragraph } of changed) {
    for (const address of paragraph.text.match(addressForm) ?? []) inChanged.add(bareAddress(address));
  }
  return urls.some((url) => !known.has(bareAddress(url))) || written.some((one) => !inChanged.has(bareAddress(one)));
}

/** People leave the scheme and the last slash out, and put a full stop behind. */
function bareAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, "")
    .replace(/[/.,;:!?]{1,9}$/, "");
}
