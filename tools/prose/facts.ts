// Reads the facts of a text: what a rewritten sentence must keep.

/** A kind of fact with the pattern that finds it. Found text is removed before the next kind is looked for. */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["link", /(?<=\]\()[^)\s]+(?=\))|https?:\/\/[^\s)>`]+/g],
  ["code", /`[^`\n]+`/g],
  ["rule", /\b[A-Z]{2,4}-\d+[a-z]?\b/g],
  ["code", /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g],
  ["element", /\bw\d*:[A-Za-z]+\b/g],
  ["number", /(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)/g],
];

const numberWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Returns every fact of `text` once, such as `number 20` or `rule CMP-17`. */
function factsOf(text: string): Set<string> {
  const facts = new Set<string>();
  let rest = text;
  for (const [kind, pattern] of kinds) {
    rest = rest.replaceAll(pattern, (found) => {
      facts.add(`${kind} ${found.replaceAll(/[`,]/g, "")}`);
      return " ";
    });
  }
  return facts;
}

/**
 * Returns the facts of `old` that `present` lacks. A number may be written as a word. A code may be part of a longer code, or
 * have lost its backticks.
 */
export function lostFacts(old: string, present: string): string[] {
  const kept = factsOf(present);
  const lower = present.replaceAll(/[`,]/g, "").toLowerCase();
  return [...factsOf(old)].filter((fact) => {
    if (kept.has(fact)) return false;
    const [kind = "", value = ""] = splitOnce(fact);
    if (kind === "number") return !hasWord(lower, value) && !hasWord(lower, numberWords[Number(value)] ?? value);
    return !lower.includes(value.toLowerCase());
  });
}

function splitOnce(fact: string): [string, string] {
  const index = fact.indexOf(" ");
  return [fact.slice(0, index), fact.slice(index + 1)];
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w.])${word.replaceAll(".", "\\.")}(?!\\w)`).test(text);
}
