// Tests the rules of whole phrases, CMP-100 to CMP-104: redlines that must be joined, and others that must not.

import { describe, expect, test } from "vitest";
import { checkRedline } from "../../testing/comparisons.ts";
import { p } from "../../testing/documents.ts";

/** Checks a redline of one paragraph. Its two texts are derived from the notation. */
function checkText(redline: string): void {
  const before = redline.replace(/\{\+.*?\+\}/g, "").replace(/\[-(.*?)-\]/g, "$1");
  const after = redline.replace(/\[-.*?-\]/g, "").replace(/\{\+(.*?)\+\}/g, "$1");
  checkRedline(p("First.") + p(before) + p("Last."), p("First.") + p(after) + p("Last."), `First.\n${redline}\nLast.`);
}

describe("[CMP-102] a word with its number is replaced whole (fault 18)", () => {
  test.each([
    "The Company may act within [-such ten (10) -]{+the 10-+}day period of the notice.",
    "The rights end [-one hundred eighty (180)-]{+180+} days after the closing date.",
    "The fee is [-fifty percent (50%)-]{+50%+} of the price that was paid.",
    "The term ends after [-30-]{+thirty (30)+} days of notice to the other party.",
    "The offer ends or [-three (3)-]{+(c)+} days later at the latest.",
  ])("%s", checkText);
});

describe("[CMP-102] but its parts stay where they are whole (fault 18)", () => {
  test.each([
    "The report is due within five [-(5) -]days of the notice.",
    "The report is due within five {+(5) +}days of the notice.",
    "Payment within thirty ([-30-]{+31+}) days of receipt of the invoice.",
    "Payment within thirty (30) {+business +}days of receipt of the invoice.",
    "This applies [-and-]{+or+} (1) the buyer has paid, or (2) the seller has not.",
  ])("%s", checkText);
});

describe("[CMP-102] brackets and quotes are kept or replaced whole (fault 18)", () => {
  test.each([
    "Each [-Purchaser and each Key Holder (each a \u201cStockholder\u201d)-]{+Stockholder+} agrees to vote its shares.",
    "The holders may amend the [-Bylaws-]{+bylaws of the Corporation (the \u201cBylaws\u201d)+} by a vote of the board.",
    "The claim is due under clause 4 [-(3)-]{+(c)+} of the terms of sale.",
    "The fee is [-[describe fees, by project, by milestone, etc.]-]{+time and materials at the rates of the schedule.+}",
  ])("%s", checkText);
});

describe("[CMP-102] but content changes inside its signs, and signs around kept words (fault 18)", () => {
  test.each([
    "See section 1.5 ([-Customer Content-]{+Client Data+}) of the terms of service.",
    "Each seller (the \u201c[-Vendor-]{+Seller+}\u201d) delivers the goods in time.",
    "The [-\u201c-]Services[-\u201d-] are listed in the schedule to this agreement.",
    'The [-\u201c-]{+"+}Services[-\u201d-]{+"+} are listed in the schedule to this agreement.',
    "The buyer {+(+}and its affiliates{+)+} may use the goods at once.",
  ])("%s", checkText);
});

describe("[CMP-14] an edit takes the sign whose other sign it has too (fault 18)", () => {
  test.each([
    "The rule {+(amending +}C.R.S. section 8-2-113(b){+)+} applies to every seller.",
    "The value is {[-{-]name[-}-]} in the form.",
  ])("%s", checkText);
});

describe("[CMP-104] the lead of a paragraph that was split stays (fault 19)", () => {
  const [terms, lead] = [
    "This Agreement begins on the Effective Date and continues for two years, renewing automatically unless either Party gives notice before the end of the then-current term.",
    "Either Party may terminate this Agreement:",
  ];

  test("at the end of a paragraph that was split in three with edits", () => {
    checkRedline(
      p("First.") + p(`${terms} ${lead}`) + p("Last."),
      p("First.") +
        p("This Agreement begins on the Effective Date and continues for two years (the \u201cInitial Term\u201d).") +
        p(
          "Thereafter this Agreement renews automatically unless either Party gives notice before the end of the then-current term.",
        ) +
        p(lead) +
        p("Last."),
      "First.\nThis Agreement begins on the Effective Date and continues for two years[-, renewing-]{+ (the \u201cInitial Term\u201d).+}\u00b6+\n" +
        "{+Thereafter this Agreement renews+} automatically unless either Party gives notice before the end of the then-current term.[- -]\u00b6+\n" +
        `${lead}\nLast.`,
    );
  });

  test("at the start of two paragraphs that were joined", () => {
    checkRedline(
      p("First.") + p(lead) + p(terms) + p("Last."),
      p("First.") + p(`${lead} ${terms}`) + p("Last."),
      `First.\n${lead}\u00b6-\n{+ +}${terms}\nLast.`,
    );
  });
});
