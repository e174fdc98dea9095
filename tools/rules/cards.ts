// Reads the rule cards of design pages and reports the cards that are incomplete.
//
// A card is a list item that begins with an id and a short name in bold. It has an example, its code and its test:
//
//   - **RDL-4 Deletions first.** Within one change site, deleted pieces come before inserted pieces.
//     - Example: `[-old-]{+new+}`, never `{+new+}[-old-]`.
//     - Code: `checkOrder` in `script/check-script.ts`. Test: `check-script.test.ts` `[RDL-4]`.
//
// Several cards with letters may share one item. A test is one of these:
//
// - a file in which the name of a test contains the id in brackets
// - a file and the name of a test in quotes
// - a command
// - "none" with a reason

/** One list item with the ids that it defines. */
export interface Card {
  readonly page: string;
  readonly line: number;
  readonly ids: readonly string[];
  readonly text: string;
}

const bold = /\*\*([A-Z]{2,5}-\d+[a-z]?)(?: [^*]+)?\*\*/g;
/** Forms of rules that are not cards: rows of tables, numbered steps, ids without a name. */
const bare = /^(?:\| ?|- |\d+\. )(?:\*\*)?([A-Z]{2,5}-\d+[a-z]?)(?:\*\*|\.|:| \|| )/;

/** A section of rules. Other sections may have numbered steps. */
const rulesHeading = /^## Rules\b/;

/** Returns the numbers of the lines on which a numbered item in a section of rules begins, from 1. Code blocks are left out. */
function findNumberedRules(text: string): number[] {
  const lines: number[] = [];
  let isRules = false;
  let isCode = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.startsWith("```")) isCode = !isCode;
    else if (isCode) continue;
    else if (/^##? /.test(line)) isRules = rulesHeading.test(line);
    else if (isRules && /^\d+\. /.test(line)) lines.push(index + 1);
  }
  return lines;
}

/** Returns the cards of a page, and the ids that it defines in another form. */
export function readCards(page: string, text: string): { cards: Card[]; bareIds: { id: string; line: number }[] } {
  const cards: { page: string; line: number; ids: string[]; text: string }[] = [];
  const bareIds: { id: string; line: number }[] = [];
  let open = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (/^- \*\*[A-Z]{2,5}-\d+[a-z]? [^*]+\*\*/.test(line)) {
      cards.push({ page, line: index + 1, ids: [...line.matchAll(bold)].map(([, id]) => id!), text: line });
      open = true;
    } else if (open && /^\s+\S/.test(line)) {
      const card = cards.at(-1)!;
      card.text += `\n${line}`;
      card.ids.push(...[...line.matchAll(bold)].map(([, id]) => id!));
    } else {
      open = false;
      const id = bare.exec(line)?.[1];
      if (id !== undefined) bareIds.push({ id, line: index + 1 });
    }
  }
  return { cards, bareIds };
}

/** The files of a checkout. */
export interface Checkout {
  /** The path of every file in the checkout, relative to its root. */
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
}

const span = /`([^`]+)`/g;
const sourcePath = /^[\w@.*/-]+\.(?:ts|mts|mjs|js|sh|sql|md|json|ya?ml|py|svg|css|html)$/;

/** Returns one problem for each part that the cards of a page lack, and for each path or function that does not exist. */
export function checkCards(page: string, text: string, checkout: Checkout): string[] {
  const { cards, bareIds } = readCards(page, text);
  return [
    ...bareIds.map(({ id, line }) => `${page}:${line} ${id} is not a card`),
    ...findNumberedRules(text)
      .filter((line) => !bareIds.some((bareId) => bareId.line === line))
      .map((line) => `${page}:${line} a numbered rule has no id: write it as a card`),
    ...cards.flatMap((card) => checkCard(card, checkout)),
    ...deadPaths(page, text, checkout),
  ];
}

function checkCard({ page, line, ids, text }: Card, checkout: Checkout): string[] {
  const name = `${page}:${line} ${ids[0]}`;
  const code = /(?:^|\s)Code: (.*?)(?= Test: |$)/s.exec(text)?.[1];
  const test = /(?:^|\s)Test: (.*)$/s.exec(text)?.[1];
  return [
    ...(/(?:^|\s)Examples?: /.test(text) ? [] : [`${name} has no example`]),
    ...(code === undefined ? [`${name} names no code`] : unknownNames(name, code, checkout)),
    ...(test === undefined ? [`${name} names no test`] : checkTest(name, test, { ids, checkout })),
  ];
}

/** In `f` in `file.ts`, the file must contain the name. Any other name of a "Code:" line must occur in some source file. */
function unknownNames(name: string, code: string, checkout: Checkout): string[] {
  const isKnown = (value: string, paths: readonly string[]): boolean =>
    paths.some((path) => checkout.read(path).includes(value.split(".").at(-1)!));
  const sources = checkout.paths.filter((path) => /\.(?:ts|js|sql)$/.test(path));
  const located = new Map(
    [...code.matchAll(/`([^`]+)` in `([^`]+)`/g)].map(([, value, file]) => [value!, resolve(file!, checkout)]),
  );
  return [...code.matchAll(span)]
    .map(([, value]) => value!)
    .filter((value) => /^[A-Za-z_$][\w$]*(?:\.[\w$]+)?$/.test(value))
    .filter((value) => !isKnown(value, located.get(value) ?? sources))
    .map((value) => `${name}: \`${value}\` is not in ${located.get(value)?.join(", ") ?? "the source"}`);
}

function checkTest(
  name: string,
  test: string,
  { ids, checkout }: { readonly ids: readonly string[]; readonly checkout: Checkout },
): string[] {
  if (/^none\b/i.test(test.trim()))
    return /^none\W+\w+.{10}/is.test(test.trim()) ? [] : [`${name}: "none" needs a reason`];
  if (/`(?:npm|npx|node) [^`]+`/.test(test)) return [];
  const files = [...test.matchAll(span)].flatMap(([, value]) =>
    sourcePath.test(value!) ? resolve(value!, checkout) : [],
  );
  if (files.length === 0) return [`${name} names no test file, command, or "none" with a reason`];
  const texts = files.map(checkout.read);
  const numbers = ids.flatMap((id) => [`[${id}]`, `[${id.replace(/[a-z]$/, "")}]`]);
  const titles = [...test.matchAll(/["“]([^"”]+)["”]/g)].map(([, title]) => title!);
  const isNamed = texts.some((source) => [...numbers, ...titles].some((title) => source.includes(title)));
  return isNamed ? [] : [`${name}: no test in ${files.join(", ")} is named [${ids[0]}] or quoted`];
}

/** Paths in code spans that match no file. A span matches files by the end of their paths; `*` matches within a name. */
function deadPaths(page: string, text: string, checkout: Checkout): string[] {
  return text.split("\n").flatMap((line, index) =>
    [...line.matchAll(span)]
      .map(([, value]) => value!)
      .filter((value) => sourcePath.test(value) && resolve(value, checkout).length === 0)
      .filter((value) => !isFileOfUsers(value))
      .map((value) => `${page}:${index + 1} \`${value}\` does not exist`),
  );
}

/** Names of parts of packages and of callers' files, which no checkout has. */
function isFileOfUsers(value: string): boolean {
  return /^(?:merged|comparison|settings|sbom|redline|decisions|edits|conflicts|cells|manifest|head|a|b|pdf|stored)\.(?:json|md|html)$/.test(
    value,
  );
}

function resolve(value: string, { paths }: Checkout): readonly string[] {
  const pattern = new RegExp(
    `(?:^|/)${value
      .replace(/^\.?\//, "")
      .replaceAll(".", "\\.")
      .replaceAll("**", "\u0001")
      .replaceAll("*", "[^/]*")
      .replaceAll("\u0001", ".*")}$`,
  );
  return paths.filter((path) => pattern.test(path));
}
