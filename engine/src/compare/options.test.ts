// Tests what each option changes, and what it leaves as it is.

import { expect, test } from "vitest";
import { type Compared, compareWith } from "../../testing/comparisons.ts";
import { p, r } from "../../testing/documents.ts";
import { redlineText } from "../../testing/redline-text.ts";
import { storiesOf } from "../document/text/stories.ts";
import type { CompareOptions } from "./options.ts";

const bold = (text: string): string => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const MOVED = "Neither party is liable for indirect or consequential loss.";

function redline(before: string, after: string, options: Partial<CompareOptions>): string {
  return redlineText(compareWith(before, after, options).document);
}

test("by characters the smallest mark is a letter", () => {
  const [before, after] = [p("pay each invoice now"), p("pay each invoices now")];
  expect(redline(before, after, { granularity: "character" })).toBe("pay each invoice{+s+} now");
  expect(redline(before, after, {})).toBe("pay each [-invoice-]{+invoices+} now");
});

test("without moves a moved paragraph was deleted and inserted", () => {
  const rest = p("The Seller shall deliver the goods.") + p("The Purchaser shall pay each invoice.");
  const text = redline(p(MOVED) + rest + p("End."), rest + p(MOVED) + p("End."), { detectMoves: false });
  expect(text).toContain(`[-${MOVED}-]`);
  expect(text).toContain(`{+${MOVED}+}`);
});

test("ignored formatting is recorded nowhere and stays as it is now", () => {
  const compared = compareWith(p("The goods"), p(r("The "), bold("goods")), { ignoreFormatting: true });
  expect(xmlOf(compared)).not.toContain("rPrChange");
  expect(xmlOf(compared)).toContain("<w:b/>");
});

test("text that differs only in case is shown as it is now", () => {
  expect(redline(p("The SELLER pays"), p("The Seller Pays now"), { ignoreCase: true })).toBe("The Seller Pays{+ now+}");
});

test("text that differs only in white space is shown as it is now", () => {
  const [before, after] = [p("The  goods\tare sold"), p("The goods are  sold today")];
  expect(redline(before, after, { ignoreWhitespace: true })).toBe("The goods are  sold{+ today+}");
});

test("white space at the end of a paragraph does not count either", () => {
  expect(redline(p("The goods are sold."), p("The goods are sold.  "), { ignoreWhitespace: true })).toBe(
    "The goods are sold.  ",
  );
  expect(redline(p("The goods are sold. "), p("The goods are gone."), { ignoreWhitespace: true })).toBe(
    "The goods are [-sold-]{+gone+}.",
  );
});

test.each([
  ['The "fee" is due', "The “fee” is due"],
  ["It's the party's", "It’s the party’s"],
  ["Articles 1-3 - in full", "Articles 1–3 — in full"],
  ["Five  pages\u00a0long ", "Five pages long"],
])("quotes, dashes and spaces of %j count as those of %j", (before, after) => {
  expect(redline(p(before), p(after), { ignoreTypography: true })).toBe(after);
  expect(redline(p(before), p(after), {})).not.toBe(after);
});

test("a tab is no space, and other signs count", () => {
  expect(redline(p("a\tb; c"), p("a b, c"), { ignoreTypography: true })).not.toBe("a b, c");
});

test("formatting is compared where text counts as the same", () => {
  const compared = compareWith(p("The  GOODS"), p(r("The "), bold("goods")), {
    ignoreCase: true,
    ignoreWhitespace: true,
  });
  expect(redlineText(compared.document)).toBe("The goods");
  expect(xmlOf(compared)).toContain("rPrChange");
});

test("comments are kept, or dropped with their marks", () => {
  const body = `<w:p><w:commentRangeStart w:id="1"/><w:r><w:t>Text</w:t></w:r><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r></w:p>`;
  const comments = `<w:comment w:id="1" w:author="Ann">${p("Why?")}</w:comment>`;
  const source = { body, parts: { comments } };
  expect(xmlOf(compareWith(p("Text"), source, {}))).toContain("commentReference");
  const dropped = compareWith(p("Text"), source, { comments: "drop" });
  expect(xmlOf(dropped)).not.toContain("comment");
  expect(storiesOf(dropped.document).map(({ kind }) => kind)).toEqual(["body"]);
});

function xmlOf({ document }: Compared): string {
  return new TextDecoder().decode(document.package.bytes(document.main));
}
