// Tests which cards are complete, and which paths and names are reported.

import { join } from "node:path";
import { expect, test } from "vitest";
import { checkCards, readCards } from "./cards.ts";
import { checkPages } from "./check-cards.ts";

const files: Record<string, string> = {
  "engine/src/redline/check-script.ts": "function checkOrder() {}",
  "engine/src/redline/check-script.test.ts": 'test("[RDL-4] deletions come first", () => {});',
};
const checkout = { paths: Object.keys(files), read: (path: string) => files[path] ?? "" };
const check = (text: string): string[] => checkCards("page.md", text, checkout);

const card = `- **RDL-4 Deletions first.** Deleted pieces come before inserted pieces. **RDL-4b Moves.** Moved pieces too.
  - Example: \`[-old-]{+new+}\`.
  - Code: \`checkOrder\` in \`redline/check-script.ts\`. Test: \`check-script.test.ts\` \`[RDL-4]\`.
`;

test("a complete card has no problem, and may define several ids", () => {
  expect(check(card)).toEqual([]);
  expect(readCards("page.md", card).cards[0]?.ids).toEqual(["RDL-4", "RDL-4b"]);
});

test("a card without an example, code or test is reported", () => {
  expect(check("- **RDL-4 Deletions first.** Text.\n")).toEqual([
    "page.md:1 RDL-4 has no example",
    "page.md:1 RDL-4 names no code",
    "page.md:1 RDL-4 names no test",
  ]);
});

test("rows, steps and items without a name are not cards", () => {
  const text = "| EDT-1 | Text. |\n1. **MRG-1** Text.\n- RFL-1 Text.\n";
  expect(check(text)).toEqual([
    "page.md:1 EDT-1 is not a card",
    "page.md:2 MRG-1 is not a card",
    "page.md:3 RFL-1 is not a card",
  ]);
});

test("a numbered rule without an id is reported, a numbered step is not", () => {
  const page = [
    "# Page",
    "## Data flow",
    "1. **Read.** A step.",
    "## Rules",
    "### Text",
    "1. Insertions are read.",
    "   1. A step of it.",
    "2. **Fields.** A field is its result.",
    "## Procedures",
    "1. **Load** the rows.",
  ].join("\n");
  expect(check(page)).toEqual([
    "page.md:6 a numbered rule has no id: write it as a card",
    "page.md:8 a numbered rule has no id: write it as a card",
  ]);
});

test("a path, a function or a test that does not exist is reported", () => {
  expect(check(card.replace("`checkOrder`", "`checkEnds`"))).toEqual([
    "page.md:1 RDL-4: `checkEnds` is not in engine/src/redline/check-script.ts",
  ]);
  expect(check(card.replaceAll("RDL-4", "RDL-5"))).toEqual([
    "page.md:1 RDL-5: no test in engine/src/redline/check-script.test.ts is named [RDL-5] or quoted",
  ]);
  expect(check("See `write/gone.ts`.")).toEqual(["page.md:1 `write/gone.ts` does not exist"]);
});

test("a test may be quoted, a command, or none with a reason", () => {
  const withTest = (text: string): string => card.replace(/Test: .*/, `Test: ${text}`);
  expect(check(withTest('`check-script.test.ts` "deletions come first".'))).toEqual([]);
  expect(check(withTest("`npm run fuzz -- scripts`."))).toEqual([]);
  expect(check(withTest("none, because Word is needed to see it."))).toEqual([]);
  expect(check(withTest("none."))).toHaveLength(1);
});

test("every card of the design pages has an example, its code and a test, and every path exists", () => {
  const { cards, problems } = checkPages(join(import.meta.dirname, "../.."));
  expect(problems).toEqual([]);
  expect(cards).toBeGreaterThan(800);
});
