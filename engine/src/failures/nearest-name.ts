// Finds the name that a caller probably meant: `spacing_after` means space_after, `replaceText` means replace.
//
// Names are compared as lists of words, so that case, underscores, camelCase and word order do not count, and as letter
// pairs, so that a slip of the keyboard counts little. Both take time in proportion to the name, and long names are cut:
// a request full of unknown fields costs no more than its size.

/** Hints to repair a value: part of a refusal. */
export interface Hints {
  /** The names or values that are allowed here. */
  readonly allowed?: readonly string[];
  /** The name, text or JSON value that was probably meant. */
  readonly did_you_mean?: string;
}

/** Characters of a name that are compared. */
const LONGEST = 40;
/** Found by trying the slips of the tests: below this, suggestions are more often wrong than right. */
const LEAST_LIKENESS = 0.45;

/** Words that mean the same inside a name. */
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

/** Other words for a whole name, each with the names that it may stand for. */
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
 * The one of the names that the given one is nearest to; undefined when none is near, or two are equally near. Names that
 * `isTaken` are left out. The list is folded once, so pass the same one each time.
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
  let best = { name: undefined as string | undefined, likeness: LEAST_LIKENESS };
  for (const candidate of folded) {
    const likeness = likenessOf(own, candidate);
    if (likeness < best.likeness || isTaken(candidate.name)) continue;
    best = { name: likeness > best.likeness ? candidate.name : undefined, likeness };
  }
  return best.name;
}

interface FoldedName {
  readonly name: string;
  /** Lower case, words apart. */
  readonly plain: string;
  readonly words: readonly string[];
  readonly joined: string;
  /** Neighbouring letters, with the ends of the name as letters. */
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

function likenessOf(one: FoldedName, other: FoldedName): number {
  const shorter = Math.min(one.pairs.length, other.pairs.length);
  // So different in length that pairs cannot make them alike: words alone may.
  const isFar = 2 * shorter < LEAST_LIKENESS * (one.pairs.length + other.pairs.length);
  return Math.max(overlapOf(one.words, other.words), isFar ? 0 : overlapOf(one.pairs, other.pairs));
}

/** 1 for the same items, in whatever order; 0 for none in common. Lists are short: each is searched from its start. */
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

/** `left, center, right or justify`. */
export function wordList(words: readonly string[], last = "or"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** A JSON value as a suggestion: text as it is, anything else as JSON. Undefined when it is too long to repeat. */
export function asSuggestion(value: unknown): string | undefined {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === undefined || text.length > LONGEST_SUGGESTION ? undefined : text;
}

const LONGEST_SUGGESTION = 1000;

/** The last name of a JSON path: what a sentence calls the field. */
export function lastName(field: string): string {
  return /[^.]*$/.exec(field)?.[0] ?? field;
}

/** A JSON value for a sentence: `{"match": "60 days"}`. */
export function shownJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(/([{,]"[^"]*":)/g, "$1 ")
    .replaceAll(/,(?=["{[])/g, ", ");
}
