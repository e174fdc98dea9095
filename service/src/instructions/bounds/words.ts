// Normalizes and splits text, so that different spellings of the same words compare as equal.

/** Returns the text in lower case, with one kind of quotation mark, dash and space, and without compatibility forms. */
export function fold(text: string): string {
  return foldCharacters(text).replace(/\s+/g, " ").trim();
}

/** Returns the text as `fold` does, but keeps spaces and line ends. */
export function foldCharacters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb\u2033]/g, '"')
    .replace(/[\u2010-\u2015]/g, "-");
}

/** Returns the sentences of a text, each folded. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?;])\s+|[\r\n]+/)
    .map(fold)
    .filter((sentence) => sentence !== "");
}

const abbreviations =
  "cl|cls|sec|secs|art|arts|para|paras|no|nos|sch|app|fig|mr|mrs|ms|dr|prof|st|inc|ltd|co|corp|vs|pp|cf|[a-z]";
const requestEnd = new RegExp(String.raw`(?<=[.!?;])(?<!(?:^|[^\p{L}])(?:${abbreviations})\.)\s+`, "u");

/**
 * Returns the sentences of a folded line of an instruction. The full stop of an abbreviation ("cl. 2") does not end a
 * sentence.
 */
export function requestsIn(line: string): string[] {
  return line.split(requestEnd).filter((sentence) => sentence !== "");
}

/** Returns the words of a folded text: runs of letters and digits. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Returns the words with a capital letter, folded, except the first of a sentence. Letters without case count as
 * capitals.
 */
export function capitalsIn(text: string): ReadonlySet<string> {
  const found = text.normalize("NFKC").match(/(?<=[^.!?:;\s] +["'(\u2018-\u201e]?)[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{N}]*/gu);
  return new Set(found?.map(fold));
}

/** Returns a folded text from its first to its last letter or digit. */
export function bareWords(text: string): string {
  const first = text.search(/[\p{L}\p{N}]/u);
  let end = text.length;
  while (end > 0 && !/[\p{L}\p{N}\p{Cs}]/u.test(text[end - 1] ?? "")) end--;
  return first < 0 ? "" : text.slice(first, end);
}

/** Maximum number of positions that are returned. Words that occur more often identify little. */
const mostPlaces = 20;

/** Returns the first positions at which folded words occur in a folded text as whole words. */
export function wordPositions(words: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0 && places.length < mostPlaces; at = text.indexOf(words, at + 1)) {
    if (isEdge(text, at, words) && isEdge(text, at + words.length, words)) places.push(at);
  }
  return places;
}

// Two adjacent letters or digits belong to one word.
function isEdge(text: string, at: number, words: string): boolean {
  if (words === "") return false;
  return !(isWordCharacter(text[at - 1]) && isWordCharacter(text[at]));
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
