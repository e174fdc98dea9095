// Tests each rule of allowed differences with the smallest document that needs it.

import { expect, test } from "vitest";
import { Counts } from "../target.ts";
import { differenceNames } from "./differences.ts";
import { type Encoding, encodeText } from "./encode-text.ts";
import { xmlTarget } from "./xml-target.ts";

/** The smallest document of each rule. */
const smallest: [rule: string, text: string, encoding?: Encoding][] = [
  ["a document type is refused by us", "<!DOCTYPE a><a/>"],
  ["a version 1.x other than 1.0 is refused by us", '<?xml version="1.1"?><a/>'],
  ["the version 1. is refused by us", '<?xml version="1."?><a/>'],
  ["a declaration of over 1024 characters is refused by us", `<?xml version="1.0"${" ".repeat(1004)}?><a/>`],
  ["an encoding other than UTF-8 and UTF-16 is refused by us", '<?xml version="1.0" encoding="latin1"?><a/>'],
  [
    "UTF-16 that declares another encoding is refused by us",
    '\ufeff<?xml version="1.0" encoding="UTF-8"?><a/>',
    "utf-16le",
  ],
  [
    "the prefix xml declared twice is refused by us",
    '<a xmlns:xml="http://www.w3.org/XML/1998/namespace" xmlns:xml="http://www.w3.org/XML/1998/namespace"/>',
  ],
  ["UTF-16 with neither a byte order mark nor a declared encoding is refused by us", "<?b?><a/>", "utf-16be"],
  ["an address that is no URI is refused by libxml2", '<a xmlns=" "/>'],
  ["an xml:id that is no name is refused by libxml2", '<a xml:id="1"/>'],
  ["an xml:id given twice is refused by libxml2", '<a xml:id="b"><b xml:id="b"/></a>'],
  ["over 256 levels are refused by libxml2", `${"<a>".repeat(256)}<a/>${"</a>".repeat(256)}`],
  ["over 10 MB of text are refused by libxml2", `<a>${"x".repeat(10_000_001)}</a>`],
  ["a name of over 50,000 bytes is refused by libxml2", `<${"a".repeat(50_001)}/>`],
  ["a hexadecimal reference of many digits is refused by libxml2", "<a>&#x0000000000a;</a>"],
];

function rulesMet(text: string, encoding: Encoding): string[] {
  const counts = new Counts();
  xmlTarget.check({ bytes: encodeText(text, encoding), features: [], isMutated: false }, counts);
  return [...counts.byName.keys()].filter((name) => differenceNames.includes(name));
}

test.each(smallest)("%s", (rule, text, encoding = "utf-8") => {
  expect(rulesMet(text, encoding)).toEqual([rule]);
});

test("every rule has its smallest document", () => {
  expect(smallest.map(([rule]) => rule).sort()).toEqual([...differenceNames].sort());
});

test.each(["<a/>", "<a", "<a b='1' b='2'/>", "<!DOCTYPE", "<p:a/>", "\ufeff<a/>", "<a>&lt;&#65;&#x41;</a>"])(
  "no rule is needed for %j",
  (text) => {
    expect(rulesMet(text, "utf-8")).toEqual([]);
  },
);

test("UTF-16 that declares another encoding is refused whatever version it declares", () => {
  const text = '\ufeff<?xml version="1.2" encoding="UCS-4"?><a/>';
  expect(rulesMet(text, "utf-16le")).toEqual(["UTF-16 that declares another encoding is refused by us"]);
});
