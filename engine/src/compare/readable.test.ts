// What a careful lawyer would have marked: one probe for each fault that readers found in real redlines.

import { describe, test } from "vitest";
import { checkRedline } from "../../testing/comparisons.ts";
import { p } from "../../testing/documents.ts";

/** A text and what it became, with the redline in between. */
function checkText(redline: string): void {
  const before = redline.replace(/\{\+.*?\+\}/g, "").replace(/\[-(.*?)-\]/g, "$1");
  const after = redline.replace(/\[-.*?-\]/g, "").replace(/\{\+(.*?)\+\}/g, "$1");
  checkRedline(p("First.") + p(before) + p("Last."), p("First.") + p(after) + p("Last."), `First.\n${redline}\nLast.`);
}

describe("[CMP-10] a compound is replaced whole when over half of its words changed (fault 4)", () => {
  test.each([
    "The lease begins on [-12/05/2026-]{+01/09/2026+} at noon.",
    "The agreement ([-Whole-of-Fund-]{+Deal-by-Deal+} Waterfall) applies.",
    "Payment within [-thirty (30)-]{+sixty (60)+} days of receipt.",
    "A fee of [-five percent (5%)-]{+six per cent (6%)+} of the price.",
    "Section [-4.1(a)(ii)-]{+5.1(a)(iii)+} applies to both parties.",
    "The meeting begins at [-10:00-]{+11:30+} in the office.",
    "This agreement is dated [-March 1, 2026-]{+April 15, 2027+} by both.",
    "This agreement is dated [-1 March 2026-]{+15 April 2027+} by both.",
    "The price is [-$21,400-]{+$13,000+} in all.",
    "Interest is [-4.5%-]{+5.25%+} per annum.",
    "A [-non-transferable-]{+royalty-free+} licence is granted.",
  ])("%s", checkText);
});

describe("[CMP-10] else the part alone is marked (fault 4)", () => {
  test.each([
    "As clause [-12.3-]{+13.3+}(b)(iv) says.",
    "Payment within thirty ([-30-]{+31+}) days of receipt.",
    "The lease begins on 12/05/[-2026-]{+2027+} at noon.",
    "A non-[-exclusive-]{+transferable+} licence is granted.",
    "Sent to [-legal-]{+notices+}@acme.com by the parties.",
    "See Section 1.5 ([-Customer Content-]{+Client Data+}) of the terms.",
    "The price is US$[-1,250,000.00-]{+1,375,000.00+} in all.",
    "The period 2020[---]{+\u2013+}2021 is covered.",
    "See clause 4.1{+(a)(ii)+} for details.",
  ])("%s", checkText);
});

describe("[CMP-14] an edit tears no pair of brackets or quotes that it need not (fault 11)", () => {
  test.each([
    "each investor (each, a \u201cPurchaser\u201d[- and together the \u201cPurchasers\u201d-]) agrees to purchase",
    "the rights in Section 1.5 (Customer Content){+ and 1.6 (Machine Learning)+}, Customer retains all right",
  ])("%s", checkText);

  test("it takes in up to three signs beside it", () => {
    checkText('All of the [-"Products"-]{+"Items" or the "Parts"+} are sold by the Seller.');
  });
});

describe("[CMP-15] common words between large edits are given up (fault 3)", () => {
  test("one deletion and one insertion", () => {
    checkText(
      "The Company owns any work that you create [-as its employee, but only if it was related to a product at the time you " +
        "invented or created it, (ii) developed for use by the Company, or (iii) promoted with the Company\u2019s endorsement-]" +
        "{+during the term of your employment or contract work, within the scope of your responsibilities+}.",
    );
  });

  test("terms that were each replaced by a term stay apart", () => {
    checkText(
      "Each [-accessory dwelling unit-]{+ADU+} or [-junior accessory dwelling unit-]{+JADU+} must comply with this section.",
    );
    checkText(
      "No [-accessory dwelling unit-]{+ADU+}, [-junior accessory dwelling unit-]{+JADU+}, or guest house is allowed.",
    );
  });

  test("words replaced one by one stay apart", () => {
    checkText("The [-Purchaser-]{+Customer+} and the [-Supplier-]{+Provider+} agree to these terms.");
  });

  test("pieces of two sentences are two edits", () => {
    checkText(
      "Nothing in this section binds the heirs of an employee who has left. The covenant [-is limited to a period of twelve months in the state-]{+binds each holder until the closing date+}. " +
        "[-Damages are payable on any later breach of it by a party-]{+Further remedies remain open under the general law+}.",
    );
  });
});
