// Tests text whose link or field was inserted, deleted or has a new target (CMP-60).
//
// The text stays, and the codes around it are marked.

import { describe, expect, test } from "vitest";
import { checkRedline, checkSound, compare, compareWith, type Source } from "../../testing/comparisons.ts";
import { code, fld, p, r } from "../../testing/documents.ts";
import { redlineText } from "../../testing/redline-text.ts";
import { bookmarksOf } from "../document/marks/bookmarks.ts";
import { fieldsOf } from "../document/marks/fields.ts";
import { hyperlinksOf, hyperlinkTarget, linkUrl } from "../document/marks/hyperlinks.ts";
import type { WordDocument } from "../document/open-document.ts";
import { bodyOf } from "../document/text/stories.ts";
import { acceptAll, rejectAll } from "../revisions/decide/decide.ts";
import { listDecisions } from "../revisions/decisions.ts";

const link = (id: string, ...text: readonly string[]): string =>
  `<w:hyperlink r:id="${id}">${text.map((one) => r(one)).join("")}</w:hyperlink>`;
const anchor = (name: string, ...content: readonly string[]): string =>
  `<w:hyperlink w:anchor="${name}">${content.join("")}</w:hyperlink>`;
const field = (instruction: string, ...result: readonly string[]): string =>
  fld("begin") + code(` ${instruction} `) + fld("separate") + result.map((one) => r(one)).join("") + fld("end");
const simple = (instruction: string, result: string): string =>
  `<w:fldSimple w:instr=" ${instruction} ">${r(result)}</w:fldSimple>`;

const LINKS = { rIdOne: "https://one.example", rIdTwo: "https://two.example" };
const source = (...content: readonly string[]): Source => ({ body: p(...content), links: LINKS });

const ONE = '{HYPERLINK "https://one.example"}';
const TWO = '{HYPERLINK "https://two.example"}';

describe("[CMP-60] [RDL-18] fault 2: text that both sides show stays", () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[], string])[] = [
    ["text to field", ["See 14.3 now."], ["See ", field("REF a", "14.3"), " now."], "See {+{REF a}+}14.3{++} now."],
    ["field to text", ["See ", field("REF a", "14.3"), " now."], ["See 14.3 now."], "See [-{REF a}-]14.3[--] now."],
    [
      "field to other field",
      ["See ", field("REF a", "14.3"), " now."],
      ["See ", field("REF b \\h", "14", ".3"), " now."],
      "See [-{REF a}-]{+{REF b \\h}+}14.3 now.",
    ],
    [
      "text to simple field",
      ["See 14.3 now."],
      ["See ", simple("REF a", "14.3"), " now."],
      "See {+{REF a}+}14.3{++} now.",
    ],
    [
      "simple field to text",
      ["See ", simple("REF a", "14.3"), " now."],
      ["See 14.3 now."],
      "See [-{REF a}-]14.3[--] now.",
    ],
    [
      "simple field to other field",
      ["See ", simple("REF a", "14.3"), " now."],
      ["See ", field("REF b", "14.3"), " now."],
      "See [-{REF a}-]{+{REF b}+}14.3 now.",
    ],
    [
      "simple field to the same field",
      ["See ", simple("REF a", "14.3"), " now."],
      ["See ", field("REF a", "14.3"), " now."],
      "See {REF a}14.3 now.",
    ],
    [
      "link to text",
      ["See ", link("rIdOne", "the policy"), " now."],
      ["See the policy now."],
      `See [-${ONE}-]the policy[--] now.`,
    ],
    [
      "text to link",
      ["See the policy now."],
      ["See ", link("rIdOne", "the policy"), " now."],
      `See {+${ONE}+}the policy{++} now.`,
    ],
    [
      "link to other link",
      ["See ", link("rIdOne", "the ", "policy"), " now."],
      ["See ", link("rIdTwo", "the policy"), " now."],
      `See [-${ONE}-]{+${TWO}+}the policy now.`,
    ],
    [
      "link text edited too",
      ["See ", link("rIdOne", "the old policy"), " now."],
      ["See ", link("rIdTwo", "the new policy"), " now."],
      `See [-${ONE}-]{+${TWO}+}the [-old-]{+new+} policy now.`,
    ],
    [
      "link text edited at its end",
      ["See ", link("rIdOne", "the long policy/1.0"), " now."],
      ["See ", link("rIdTwo", "the long policy/2.0 draft"), " now."],
      `See [-${ONE}-]{+${TWO}+}the long policy/[-1.0-]{+2.0 draft+} now.`,
    ],
    [
      "link text edited at its start",
      ["See ", link("rIdOne", "old policies of ours"), " now."],
      ["See ", link("rIdTwo", "new policies of ours"), " now."],
      `See [-${ONE}-]{+${TWO}+}[-old-]{+new+} policies of ours now.`,
    ],
    [
      "text to link, edited too",
      ["See the old policy now."],
      ["See ", link("rIdTwo", "the new policy"), " now."],
      `See {+${TWO}+}the [-old-]{+new+} policy{++} now.`,
    ],
    [
      "link to a field that leads there",
      ["See ", link("rIdOne", "the policy"), " now."],
      ["See ", field('HYPERLINK "https://one.example"', "the policy"), " now."],
      `See ${ONE}the policy now.`,
    ],
    [
      "a field to a link that leads there",
      ["See ", field('HYPERLINK "https://one.example"', "the policy"), " now."],
      ["See ", link("rIdOne", "the policy"), " now."],
      "See ⟨the policy⟩ now.",
    ],
    [
      "link to a field that leads elsewhere",
      ["See ", link("rIdOne", "the policy"), " now."],
      ["See ", field('HYPERLINK "https://two.example"', "the policy"), " now."],
      `See [-${ONE}-]{+${TWO}+}the policy now.`,
    ],
    [
      "link to another kind of field",
      ["See ", anchor("a", r("14.3")), "."],
      ["See ", field("REF a \\h", "14.3"), "."],
      'See [-{HYPERLINK \\l "a"}-]{+{REF a \\h}+}14.3.',
    ],
    [
      "an entry of a table of contents",
      [anchor("_Toc1", r("Payment"), "<w:r><w:tab/></w:r>", field("PAGEREF _Toc1 \\h", "4"))],
      [anchor("_Toc2", r("Payment"), "<w:r><w:tab/></w:r>", field("PAGEREF _Toc2 \\h", "4"))],
      '[-{HYPERLINK \\l "_Toc1"}-]{+{HYPERLINK \\l "_Toc2"}+}Payment→[-{PAGEREF _Toc1 \\h}-]{+{PAGEREF _Toc2 \\h}+}4',
    ],
    [
      "a link grows over the text beside it",
      ["See the ", link("rIdOne", "policy"), " now."],
      ["See ", link("rIdOne", "the policy"), " now."],
      `See {+${ONE}+}the {++}⟨policy⟩ now.`,
    ],
    [
      "a link that ends in a word",
      ["See ", link("rIdOne", "our poli"), "cy now."],
      ["See our policy now."],
      `See [-${ONE}-]our poli[--]cy now.`,
    ],
    [
      "a field that begins in a word",
      ["See No14.3 now."],
      ["See No", field("REF a", "14.3"), " now."],
      "See No{+{REF a}+}14.3{++} now.",
    ],
    [
      "several in one place",
      ["See ", link("rIdOne", "one"), "/", link("rIdOne", "two"), "."],
      ["See ", link("rIdTwo", "one"), "/", link("rIdTwo", "two"), "."],
      `See [-${ONE}-]{+${TWO}+}one/[-${ONE}-]{+${TWO}+}two.`,
    ],
  ];
  test.each(cases)("%s", (_, before, after, expected) => {
    const { document } = checkRedline(source(...before), source(...after), expected);
    expect(leadsTo(decided(document, rejectAll))).toEqual(
      leadsTo(compare(source(...before), source(...before)).document),
    );
    expect(leadsTo(decided(document, acceptAll))).toEqual(
      leadsTo(compare(source(...after), source(...after)).document),
    );
  });

  test("looks that changed beside it are told as such", () => {
    const underlined = `<w:r><w:rPr><w:u w:val="single"/></w:rPr><w:t>the policy</w:t></w:r>`;
    const { document } = checkRedline(
      source("See the policy now."),
      source("See ", `<w:hyperlink r:id="rIdOne">${underlined}</w:hyperlink>`, " now."),
      `See {+${ONE}+}the policy{++} now.`,
    );
    expect(listDecisions(document).map(({ kind }) => kind)).toEqual(["insertion", "property", "insertion"]);
  });

  test("what a field shows is replaced with the field where little of it stays", () => {
    checkRedline(
      source("See ", field("REF a", "clause 4"), "."),
      source("See ", field("REF b", "schedule 12"), "."),
      "See [-{REF a}clause 4-]{+{REF b}schedule 12+}.",
    );
  });

  test("[FMT-33] the result of a field inside a code is no part of the code", () => {
    const condition = (inner: string): string =>
      p(fld("begin"), code(" IF "), inner, code(' = "1" "one" "two" '), fld("separate"), r("one"), fld("end"));
    const before = condition(`<w:fldSimple w:instr=" REF Var ">${code("1")}</w:fldSimple>`) + p("End");
    const after = p("A new first line.") + p("End");
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const) {
      checkSound(one, other, compare(one, other));
    }
  });

  test("a field in a field is replaced whole", () => {
    const nested = (name: string): string =>
      fld("begin") + code(" IF ") + field(name, "1") + fld("separate") + r("4") + fld("end");
    const { document } = compare(source("See ", nested("REF a"), "."), source("See ", nested("REF b"), "."));
    expect(redlineText(document)).toMatch(/^See \[-.*4-\]\{\+.*4\+\}\.$/);
  });
});

function decided(document: WordDocument, decide: (document: WordDocument) => void): WordDocument {
  const copy = { ...document, package: document.package.fork() };
  decide(copy);
  return copy;
}

/** Returns the targets of a document's links, then the codes of its other fields. */
function leadsTo(document: WordDocument): unknown[] {
  const body = bodyOf(document)!;
  const links = hyperlinksOf(document, body).map(({ target }) => linkUrl(target));
  const codes = fieldsOf(body).flatMap((one) => (hyperlinkTarget(one.code) === undefined ? [one.code.trim()] : []));
  // Neighbouring links with the same target count as one.
  return [...links.filter((url, at) => url !== links[at - 1]), ...codes];
}

describe("[CMP-64] references of a rejected redline lead where they led", () => {
  const mark = (name: string, id: number, ...content: readonly string[]): string =>
    `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${content.join("")}<w:bookmarkEnd w:id="${id}"/>`;
  const heading = "Payment is due within thirty days of the invoice.";

  /** Maps the name of a bookmark to the text that it encloses. */
  function enclosed(document: WordDocument): Record<string, string> {
    return Object.fromEntries(bookmarksOf(bodyOf(document)!).map(({ name, text }) => [name, text]));
  }

  test("a bookmark that a deleted reference names is in the text where it stood", () => {
    const before =
      p("See ", field("REF _Ref1", "thirty"), " now.") +
      p("Payment is due within ", mark("_Ref1", 1, r("thirty")), " days of the invoice.");
    const { document } = checkRedline(before, p("See now.") + p(heading), `See [-{REF _Ref1}thirty -]now.\n${heading}`);
    expect(enclosed(decided(document, rejectAll))).toEqual({ _Ref1: "thirty" });
  });

  test("so is one that went with its paragraph", () => {
    const before =
      p("See ", field("REF _Ref1", "One"), ".") + p(mark("_Ref1", 1, r("Some clause that goes."))) + p(heading);
    const { document } = compare(before, p("See.") + p(heading));
    expect(enclosed(decided(document, rejectAll))).toEqual({ _Ref1: "Some clause that goes." });
  });

  test("a table of contents made anew", () => {
    const entry = (name: string): string =>
      p(anchor(name, r("Payment"), "<w:r><w:tab/></w:r>", field(`PAGEREF ${name} \\h`, "4")));
    const before = entry("_Toc1") + p(mark("_Toc1", 1, r("Payment"))) + p(heading);
    const after = entry("_Toc2") + p(mark("_Toc2", 1, r("Payment"))) + p(heading);
    const namesIn = (formatting: "visible" | "all"): Record<string, string> =>
      enclosed(decided(compareWith(before, after, { formatting }).document, rejectAll));
    expect(namesIn("all")).toEqual({ _Toc1: "Payment", _Toc2: "Payment" });
    // Both names are one in mode `visible` (FMT-41), so the reference is that of the carrier.
    expect(namesIn("visible")).toEqual({ _Toc2: "Payment" });
  });

  test("a bookmark that nothing names stays behind", () => {
    const { document } = compare(p(mark("_Ref1", 1, r(heading))), p(heading.replace("thirty", "sixty")));
    expect(enclosed(document)).toEqual({});
  });
});
