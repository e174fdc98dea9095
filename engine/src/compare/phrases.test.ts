// Tests the rules of whole phrases, CMP-100 to CMP-104: redlines that must be joined, and others that must not.

import { describe, test } from "vitest";
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
    "The lease runs for [-ten (10)-]{+10+} years from the date of signing.",
    "The fee is [-twenty five percent (25%)-]{+25%+} of the price that was paid.",
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
    "Payment within sixty (60) days{+, or ninety (90) days abroad,+} of receipt of the invoice.",
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
    "The \u201c[-Closing-]{+Completion+} Date\u201d is set by the parties to the sale.",
    "The Seller (a [-Delaware-]{+Nevada+} corporation) sells the goods to the buyer.",
    "The fees (in [-dollars-]{+euros+}) are due at the end of each month.",
    'Seller\u2019s [-"-]{+\u201c+}Losses[-"-]{+\u201d+} are capped at the price that was paid.',
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

describe("[CMP-100] a rewritten phrase is one edit (fault 16)", () => {
  test.each([
    "Notice is given one day after deposit with a courier[-,-]{+;+} or [-three (3) business days after mailing by certified mail, return-]{+(c) when sent by e-mail with confirmation of+} receipt[- requested-], to the addresses.",
    "The Restricted Period [-is set within the two-year post--]{+must not exceed two years after +}termination of the employment.",
    "The waiver covers rights within the scope of your [-responsibilities as an employee or contractor-]{+employment or contract+} with us.",
    "The applicant earns an hourly rate [-less than or equal to-]{+at or below+} 200 percent of the minimum wage.",
    "In the editor, [-click Pages in the toolbar-]{+open the Layout tab and tick Page view+} to see the pages.",
    "An assigned covenant [-should be prepared to show that-]{+only to the extent+} the protected interests exist.",
    "In each such event the [-holders of such series of shares shall receive-]{+Corporation shall make+} the payment in full.",
    "From that day, [-the commercial edition of docx4j includes code to-]{+since v3.3.0, docx4j can+} make a table of contents.",
    "The Company owns any work that you [-are or have been involved with-]{+create, or help create+} as its employee.",
    "The [-directors alone swiftly-]{+management committee alone with careful thought+} decide on it.",
  ])("%s", checkText);
});

describe("[CMP-101] but these edits stay apart (fault 16)", () => {
  test.each([
    "The [-Client-]{+Provider+} of the goods [-shall-]{+must+} deliver them in time.",
    "The [-old-]{+new+} tenant pays the [-rent-]{+fee+} at once.",
    "{+Each +}buyer and {+each +}seller sign the deed.",
    "No [-accessory dwelling unit-]{+ADU+} or [-junior accessory dwelling unit-]{+JADU+} may be sold.",
    "The goods are [-delivered to the warehouse-]{+shipped by sea+}; payment [-is late-]{+follows+}.",
    "The term ends [-on the first day of March-]{+when both sides agree+}: deposits [-are then repaid-]{+go back+}.",
    "The buyer {+and its affiliates +}may use {+and copy +}the goods.",
    "The buyer [-and its affiliates -]may use [-and copy -]the goods.",
    "The [-big red-]{+small blue+} house near the harbour was [-sold last year-]{+let again in May+}.",
    "The tenant [-pays the rent-]{+leaves+}, the landlord [-keeps the deposit-]{+stays+}.",
    "The parties {+hereby and irrevocably +}agree to [-the terms of sale-]{+these conditions+}.",
    "The tenant pays [-rent on the first of each month-]{+a monthly fee+} to the landlord without any [-deduction or delay at all-]{+set-off+}.",
    "The [-Seller-]{+Vendor+} (the [-manufacturer of the goods-]{+maker+}) delivers them.",
  ])("%s", checkText);

  test("a replacement that occurs twice in the document", () => {
    const line = (side: 0 | 1, head: string): string =>
      `${head} the ${["directors", "management committee"][side]} alone ${["swiftly", "with careful thought"][side]} decide on it.`;
    const heads = ["In the first year", "On sale of the branch"];
    const text = (side: 0 | 1): string => p("First.") + heads.map((head) => p(line(side, head))).join("") + p("Last.");
    const shown = heads.map(
      (head) =>
        `${head} the [-directors-]{+management committee+} alone [-swiftly-]{+with careful thought+} decide on it.`,
    );
    checkRedline(text(0), text(1), ["First.", ...shown, "Last."].join("\n"));
  });
});

describe("[CMP-103] a word belongs to its sentence (fault 17)", () => {
  test.each([
    "Except for the limited license to copy and use Software in Section 1.1, Provider keeps all right, title, and interest in and to the [-Cloud Service. All Software available to Customer, including as part of Product Support or Professional Services, is part of the Cloud Services,-]{+Product+} whether developed before or after the Effective Date.",
  ])("%s", checkText);
});

describe("[CMP-103] but words stay where sentences are split or joined", () => {
  test.each([
    "The Seller delivers the goods to the port of the Buyer[- and it-]{+. It+} pays the freight and the insurance of the voyage.",
    "The Seller delivers the goods to the port of the Buyer[-. It-]{+ and it+} pays the freight and the insurance of the voyage.",
    "The fee is [-paid-]{+due+} in May. The deposit is [-kept-]{+held+} in trust. The rest is [-lost-]{+gone+}.",
  ])("%s", checkText);
});
