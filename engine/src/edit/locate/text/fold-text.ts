// Folds characters that selectors treat as equal (EDT-30).
//
// - Non-breaking, thin and hair spaces become a space.
// - Curly quotes become straight ones, and dashes become a hyphen.
// - A character with a compatibility form of one character becomes that form.
//
// Nothing else is folded: an ellipsis is not three dots, and case counts.

export interface FoldedText {
  readonly text: string;
  /** Returns the offset in the original text for an offset in the folded text. */
  placeOf(offset: number): number;
}

const ALIKE: ReadonlyMap<string, string> = new Map([
  ...[..."\u2018\u2019\u201a\u201b"].map((quote) => [quote, "'"] as const),
  ...[..."\u201c\u201d\u201e\u201f"].map((quote) => [quote, '"'] as const),
  ...[..."\u2010\u2011\u2013\u2014"].map((dash) => [dash, "-"] as const),
]);

/** Returns text without the backslashes of our Markdown. */
export function dropBackslashes(text: string): string {
  return text.replaceAll(ESCAPED, "$1");
}

/** A backslash of Markdown and the character that it escapes. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/**
 * Returns a test for texts that contain a text: folded, in any letter case, with or without the backslashes of our Markdown.
 */
export function textFinder(wanted: string): (text: string) => boolean {
  const fold = (text: string): string => foldText(text).text.toLowerCase();
  const forms = [...new Set([wanted, dropBackslashes(wanted)])].map((form) => fold(form.replaceAll(/\r\n?/g, "\n")));
  return (text) => {
    const folded = fold(text);
    return forms.some((form) => folded.includes(form));
  };
}

export function foldText(text: string): FoldedText {
  if (/^[\u0000-\u007f]*$/.test(text)) return { text, placeOf: (offset) => offset };
  let folded = "";
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const form = foldCharacter(character);
    for (let unit = 0; unit < form.length; unit += 1) places.push(at + Math.min(unit, character.length - 1));
    folded += form;
    at += character.length;
  }
  return { text: folded, placeOf: (offset) => places[offset] ?? at };
}

function foldCharacter(character: string): string {
  if (character <= "\u007f") return character;
  const form = character.normalize("NFKC");
  const single = [...form].length === 1 ? form : character;
  return ALIKE.get(single) ?? single;
}
