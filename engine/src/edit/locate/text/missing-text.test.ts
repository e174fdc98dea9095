// Tests what a refusal says if a selector matches nothing (EDT-30, EDT-39).

import { expect, test } from "vitest";
import { p, r } from "../../../../testing/documents.ts";
import { acceptedText, refused } from "../../../../testing/edits.ts";
import { del } from "../../../../testing/redlines.ts";

const remove = (match: string, more = {}, paragraphs: unknown = { index: 0 }) => ({
  type: "delete",
  paragraphs,
  text: { match, ...more },
});

/** Returns the fields of an edit's first refusal that help to repair it. */
function offered(body: string, edit: object) {
  const { field, reason, did_you_mean, paragraphs, context } = refused(body, { ...edit })[0]!;
  return { field, reason, did_you_mean, paragraphs, context };
}

const clause = "payment within thirty (30) days of the invoice";

test.each([
  ["letter case", "Thirty (30) Days", "thirty (30) days"],
  ["a list number", "(a) payment within", "payment within"],
  ["an HTML entity", "thirty &#40;30&#41;", "thirty (30)"],
  ["an entity and a list number", "1.2 thirty &#40;30)", "thirty (30)"],
  ["a wrong letter", "thirty (30) day of", "thirty (30) days of"],
  ["a letter too many", "of the invvoice", "of the invoice"],
  ["two spaces", "of  the invoice", "of the invoice"],
  ["case and a wrong letter", "Payment witin", "payment within"],
])("[EDT-39] %s: the text that would match is offered, with the paragraph", (_, match, meant) => {
  expect(offered(p(clause), remove(match))).toEqual({
    field: "edits[0].text.match",
    reason: "TEXT_NOT_FOUND",
    did_you_mean: meant,
    paragraphs: undefined,
    context: clause,
  });
});

test("[EDT-39] text that stands in another paragraph is told by its locator", () => {
  const { did_you_mean, paragraphs } = offered(p("one") + p(clause), remove("thirty"));
  expect({ did_you_mean, paragraphs }).toEqual({ did_you_mean: undefined, paragraphs: [{ index: 1 }] });
});

test("[EDT-39] text across two paragraphs is told with both", () => {
  const { did_you_mean, paragraphs } = offered(p("first half") + p("second half"), remove("half second"));
  expect({ did_you_mean, paragraphs }).toEqual({ did_you_mean: undefined, paragraphs: [{ index: 0 }, { index: 1 }] });
});

test("[EDT-39] deleted text is told apart, and nothing near is offered when there are two", () => {
  const body = `<w:p>${r("kept ")}${del(1, "dropped")}</w:p>`;
  expect(refused(body, remove("dropped"))[0]?.message).toContain("tracked change");
  expect(offered(p("the seler and the sellar"), remove("the seller")).did_you_mean).toBeUndefined();
});

test("[EDT-39] a prefix or suffix that is not there is the field at fault", () => {
  expect(offered(p("a fee of ten"), remove("fee", { prefix: "the " }))).toMatchObject({
    field: "edits[0].text.prefix",
    did_you_mean: "a ",
  });
  expect(offered(p("a fee of ten"), remove("fee", { suffix: " for" }))).toMatchObject({
    field: "edits[0].text.suffix",
    did_you_mean: " of ",
  });
});

test("[EDT-39] the context is 200 characters around the nearest text, and the message has none of the document", () => {
  const long = `${"x ".repeat(300)}the Supplier shall deliver ${"y ".repeat(300)}`;
  const [refusal] = refused(p(long), remove("the suplier shall"));
  expect(refusal?.context).toContain("the Supplier shall");
  expect(refusal?.context).toHaveLength(200);
  expect(refusal?.message).not.toContain("Supplier");
  const [many] = refused(p("a fee, a fee"), remove("a fee"));
  expect(many).toMatchObject({ reason: "TEXT_NOT_UNIQUE", context: "a fee, a fee" });
});

test("[EDT-30] a selector that matches nothing is tried again without the backslashes of Markdown", () => {
  expect(acceptedText(p("{payment_terms} [x]"), remove("{payment\\_terms}"))).toBe(" [x]");
  expect(acceptedText(p("a\\_b"), remove("a\\_b"))).toBe("");
  expect(refused(p("payment terms"), remove("payment\\_terms"))[0]).toMatchObject({ did_you_mean: "payment terms" });
});
