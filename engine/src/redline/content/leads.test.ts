// Tests which words count as the lead of a paragraph.

import { expect, test } from "vitest";
import { leadOf } from "./leads.ts";

test.each([
  ["“Agreement” means this", "agreement"],
  ["(a) “Agreement” means this", "agreement"],
  ["15.2. “Agreement” means this", "agreement"],
  ["15.2 “Agreement” means this", "agreement"],
  ["15.2\t“Agreement” means this", "agreement"],
  ["5.2 Payment. Customer will pay", "payment"],
  ["1.1.4 The Deliverables are: a plan", "the deliverables are"],
  ["1.5 million “units” are sold", undefined],
  ["30 “days” pass", undefined],
])("[CMP-18] the lead of %s is %s, without a typed label", (text, lead) => {
  expect(leadOf(text)?.text).toBe(lead);
});
