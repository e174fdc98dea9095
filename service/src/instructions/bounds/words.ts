// Words as the bounds compare them: what is written alike counts as the same.

/** Letter case, quotation marks, dashes, compatibility forms and the kind and number of spaces do not matter. */
export function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb\u2033]/g, '"')
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

/** The sentences of a text, each folded. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?;])\s+|[\r\n]+/)
    .map(fold)
    .filter((sentence) => sentence !== "");
}

/** The words of a folded text: runs of letters and digits. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A folded text from its first to its last letter or digit. */
export function bareWords(text: string): string {
  const first = text.search(/[\p{L}\p{N}]/u);
  let end = text.length;
  while (end > 0 && !/[\p{L}\p{N}\p{Cs}]/u.test(text[end - 1] ?? "")) end--;
  return first < 0 ? "" : text.slice(first, end);
}

/** Looked at no further: words that stand in a text so often say little. */
const mostPlaces = 20;

/** Where folded words stand in a folded text as whole words, the first of them. */
export function placesOf(words: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0 && places.length < mostPlaces; at = text.indexOf(words, at + 1)) {
    if (isEdge(text, at, words) && isEdge(text, at + words.length, words)) places.push(at);
  }
  return places;
}

// Two letters or digits beside each other are one word.
function isEdge(text: string, at: number, words: string): boolean {
  if (words === "") return false;
  return !(isWordCharacter(text[at - 1]) && isWordCharacter(text[at]));
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
