// Finds the name that a caller probably meant: `spacing_after` means space_after.
//
// `replaceText` means replace. Names are compared in two ways:
// - as lists of words, so that case, underscores, camelCase and word order do not matter
// - as letter pairs, so that a typing error matters little
// Both take time in proportion to the name, and long names are cut. A request full of unknown fields costs no more than its
// size.

/** Hints to repair a value, as part of a refusal. */
export interface Hints {
  /** Names or values that are allowed in this field. */
  readonly allowed?: readonly string[];
  /** Name, text or JSON value that the caller probably meant. */
  readonly did_you_mean?: string;
}

/** Number of characters of a name that are compared; the rest is ignored. */
const LONGEST = 40;
/**
 * A suggestion must have more than this similarity, from 0 to 1. Found with the typing errors of the tests: below it,
 * more suggestions are wrong than right.
 */
const LEAST_SIMILARITY = 0.45;

/** Maps a word inside a name to the word that means the same. */
const SAME_WORDS: ReadonlyMap<string, string> = new Map([
  ["add", "insert"],
  ["append", "insert"],
  ["create", "insert"],
  ["remove", "delete"],
  ["drop", "delete"],
  ["spacing", "space"],
  ["indentation", "indent"],
  ["colour", "color"],
  ["centre", "center"],
  ["centered", "center"],
  ["centred", "center"],
  ["grey", "gray"],
  ["para", "paragraph"],
  ["link", "hyperlink"],
  ["col", "column"],
  ["caps", "cap"],
]);

/** Maps another word for a whole name to the names that it may mean. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["find", ["match", "text"]],
  ["search", ["match", "text"]],
  ["selector", ["text"]],
  ["selection", ["text"]],
  ["old", ["match", "text"]],
  ["old text", ["match", "text"]],
  ["target", ["text", "paragraphs"]],
  ["text", ["match", "content"]],
  ["value", ["content", "text", "match"]],
  ["new", ["content"]],
  ["new text", ["content"]],
  ["replacement", ["content"]],
  ["replace", ["content"]],
  ["with", ["content"]],
  ["body", ["content"]],
  ["comment", ["content", "add_comment"]],
  ["message", ["content"]],
  ["runs", ["content"]],
  ["substitute", ["replace"]],
  ["change", ["replace"]],
  ["edit", ["replace"]],
  ["update", ["replace"]],
  ["move", ["move_paragraphs"]],
  ["split", ["split_paragraph"]],
  ["join", ["join_paragraphs"]],
  ["merge", ["join_paragraphs"]],
  ["link", ["add_hyperlink", "hyperlink"]],
  ["style", ["style_id", "set_paragraph_style"]],
  ["strike", ["strikethrough"]],
  ["font size", ["size"]],
  ["font family", ["font"]],
  ["insert toc", ["insert_table_of_contents"]],
  ["to", ["destination", "through", "to_level"]],
  ["end", ["through"]],
  ["start", ["from"]],
  ["until", ["through"]],
  ["where", ["destination", "at"]],
  ["position", ["at", "destination"]],
  ["location", ["destination", "at", "paragraphs"]],
  ["paragraph", ["paragraphs", "index"]],
  ["locator", ["paragraphs"]],
  ["range", ["paragraphs"]],
  ["id", ["number", "index"]],
  ["index", ["number"]],
  ["number", ["index"]],
  ["nth", ["occurrence"]],
  ["before", ["prefix"]],
  ["after", ["suffix"]],
  ["href", ["url"]],
  ["address", ["url"]],
  ["align", ["alignment"]],
  ["justification", ["alignment"]],
  ["beginning", ["start"]],
  ["below", ["after"]],
  ["above", ["before"]],
  ["justified", ["justify"]],
  ["both", ["justify"]],
  ["middle", ["center"]],
]);

/**
 * Returns the name that is nearest to the given one. Undefined if no name is near, or if two are equally near. Names for which
 * `isTaken` returns true are left out. Results of folding a list are cached per array, so pass the same array each time.
 */
export function nearestName(
  given: string,
  names: readonly string[],
  isTaken: (name: string) => boolean = () => false,
): string | undefined {
  const own = foldName(given);
  const folded = foldedNames(names);
  const same = folded.filter(({ name, joined }) => joined === own.joined && !isTaken(name));
  if (same.length > 0) return same.length === 1 ? same[0]?.name : undefined;
  const other = OTHER_NAMES.get(own.plain)?.find((name) => names.includes(name) && !isTaken(name));
  if (other !== undefined) return other;
  let best = { name: undefined as string | undefined, similarity: LEAST_SIMILARITY };
  for (const candidate of folded) {
    const similarity = similarityOf(own, candidate);
    if (similarity < best.similarity || isTaken(candidate.name)) continue;
    best = { name: similarity > best.similarity ? candidate.name : undefined, similarity };
  }
  return best.name;
}

interface FoldedName {
  readonly name: string;
  /** Lower case, with a space between words. */
  readonly plain: string;
  readonly words: readonly string[];
  readonly joined: string;
  /** Pairs of neighbouring letters. A space marks each end of the name. */
  readonly pairs: readonly string[];
}

const known = new WeakMap<readonly string[], readonly FoldedName[]>();

function foldedNames(names: readonly string[]): readonly FoldedName[] {
  const folded = known.get(names) ?? names.map(foldName);
  known.set(names, folded);
  return folded;
}

function foldName(name: string): FoldedName {
  const plain = name
    .slice(0, LONGEST)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z0-9#]+/g, " ")
    .trim();
  const words = plain.split(" ").map((word) => SAME_WORDS.get(word) ?? word.replace(/s$/, ""));
  const joined = words.join("");
  const ended = ` ${joined} `;
  const pairs = Array.from({ length: ended.length - 1 }, (_, at) => ended.slice(at, at + 2));
  return { name, plain, words, joined, pairs };
}

function similarityOf(one: FoldedName, other: FoldedName): number {
  const shorter = Math.min(one.pairs.length, other.pairs.length);
  // Lengths this different exclude a sufficient overlap of pairs; only words can be similar.
  const isFar = 2 * shorter < LEAST_SIMILARITY * (one.pairs.length + other.pairs.length);
  return Math.max(overlapOf(one.words, other.words), isFar ? 0 : overlapOf(one.pairs, other.pairs));
}

/**
 * Returns the share of common items: 1 for the same items in any order, 0 for no common item. Lists are short, so each search
 * starts at the beginning.
 */
function overlapOf(one: readonly string[], other: readonly string[]): number {
  const left = [...one];
  let common = 0;
  for (const item of other) {
    const at = left.indexOf(item);
    if (at < 0) continue;
    left[at] = "";
    common += 1;
  }
  return (2 * common) / (one.length + other.length);
}

/** Returns a list as `left, center, right or justify`. */
export function wordList(words: readonly string[], last = "or"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Returns a JSON value as a suggestion: text unchanged, other values as JSON. Undefined if it is too long to repeat. */
export function asSuggestion(value: unknown): string | undefined {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === undefined || text.length > LONGEST_SUGGESTION ? undefined : text;
}

/** Maximum number of characters of a suggestion. */
const LONGEST_SUGGESTION = 1000;

/** Returns the last name of a JSON path, which messages use as the name of the field. */
export function lastName(field: string): string {
  return /[^.]*$/.exec(field)?.[0] ?? field;
}

/** Returns a JSON value as messages show it: `{"match": "60 days"}`. */
export function shownJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(/([{,]"[^"]*":)/g, "$1 ")
    .replaceAll(/,(?=["{[])/g, ", ");
}
