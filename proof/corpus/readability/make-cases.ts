// Makes cases whose right redline is known.
//
// - Compounds of a committed list.
// - Tables whose rows have labels.
// - Templates whose paragraphs have leads.
// - Every kind of inline content at the ends of paragraphs.

import { readFileSync } from "node:fs";
import { Random } from "../../runner/random.ts";
import { type RelatedPart, smallDocument } from "../compare/testing/small-document.ts";

export interface MadeCase {
  readonly kind: "compound over half" | "compound under half" | "label rows" | "lead paragraphs" | "ends";
  readonly name: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Paragraphs that the redline must contain, as lines. Empty if only a fallback would be wrong. */
  readonly wanted: readonly string[];
}

export function makeCases(seed: number): MadeCase[] {
  const random = new Random(seed);
  return [
    ...compoundCases(),
    ...random.list(MADE, () => labelCase(random)),
    ...random.list(MADE, () => leadCase(random)),
    ...endCases(),
  ];
}

const MADE = 500;
const run = (content: string): string => `<w:r>${content}</w:r>`;
const text = (words: string): string => run(`<w:t xml:space="preserve">${escapeXml(words)}</w:t>`);
const paragraph = (...content: readonly string[]): string => `<w:p>${content.join("")}</w:p>`;
const plain = (words: string): string => paragraph(text(words));

function escapeXml(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function compoundCases(): MadeCase[] {
  const lines = readFileSync(new URL("./compounds.tsv", import.meta.url), "utf8").split("\n");
  return lines.filter(Boolean).map((line) => {
    const [share = "", before = "", after = "", wanted = ""] = line.split("\t");
    const around = (compound: string): string => `The parties agree that ${compound} applies to each of them.`;
    return {
      kind: share === "over" ? "compound over half" : "compound under half",
      name: `${before} to ${after}`,
      before: smallDocument(plain(around(before))),
      after: smallDocument(plain(around(after))),
      wanted: [around(wanted)],
    };
  });
}

const WORDS =
  "amber basin cedar delta ember fjord grove haven inlet jetty karst lagoon meadow north orchard prairie quarry ridge summit tundra upland valley willow yarrow zephyr".split(
    " ",
  );

/** Returns words that no other value contains, so that only the label can pair two rows or paragraphs. */
function value(random: Random, mark: string): string {
  return random.list(2 + random.below(6), () => `${random.pick(WORDS)}${mark}${random.below(10_000)}`).join(" ");
}

function labels(random: Random, count: number): string[] {
  const start = random.below(WORDS.length);
  return Array.from({ length: count }, (_, at) => {
    const word = WORDS[(start + at) % WORDS.length]!;
    return word[0]!.toUpperCase() + word.slice(1);
  });
}

/** Makes a table of labels and values. Every value changes, some rows are deleted, and some are inserted. */
function labelCase(random: Random): MadeCase {
  const names = labels(random, 5 + random.below(10));
  const fate = names.map(() => (random.chance(0.6) ? "both" : random.chance(0.5) ? "gone" : "come"));
  const rows = names.map((name) => ({ name, before: value(random, "b"), after: value(random, "a") }));
  const table = (side: "before" | "after"): Uint8Array => {
    const left = rows.filter((_, at) => fate[at] === "both" || fate[at] === (side === "before" ? "gone" : "come"));
    const cells = left.map(
      (row) => `<w:tr>${[row.name, row[side]].map((words) => `<w:tc>${plain(words)}</w:tc>`).join("")}</w:tr>`,
    );
    const body = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="4000"/></w:tblGrid>${cells.join("")}</w:tbl>`;
    return smallDocument(plain("Key terms") + (cells.length === 0 ? "" : body) + plain("End"));
  };
  const kept = rows.filter((_, at) => fate[at] === "both");
  return {
    ...{ kind: "label rows", name: names.join(" "), before: table("before"), after: table("after") },
    wanted: kept.flatMap((row) => [row.name, `[-${row.before}-]{+${row.after}+}`]),
  };
}

/** Makes paragraphs that begin with a lead and whose blank is filled in, between notes that are deleted. */
function leadCase(random: Random): MadeCase {
  const names = labels(random, 3 + random.below(6));
  const lines = names.map((name) => {
    const lead = random.pick([`The ${name} is:`, `\u201c${name}\u201d means`, `${name} terms:`]);
    return { lead, before: `{${value(random, "b").replaceAll(" ", "_")}}`, after: value(random, "a") };
  });
  const note = (): string => `[Drafting note ${value(random, "n")}]`;
  const before = lines.flatMap((line) => [...(random.chance(0.7) ? [note()] : []), `${line.lead} ${line.before}`]);
  const body = (paragraphs: readonly string[]): Uint8Array =>
    smallDocument(["Start of the form", ...paragraphs, "End of the form"].map(plain).join(""));
  return {
    ...{ kind: "lead paragraphs", name: names.join(" "), before: body(before) },
    after: body(lines.map((line) => `${line.lead} ${line.after}`)),
    wanted: lines.map((line) => `${line.lead} [-${line.before}-]{+${line.after}+}`),
  };
}

const link = (id: string, words: string): string => `<w:hyperlink r:id="${id}">${text(words)}</w:hyperlink>`;
const field = (type: string): string => run(`<w:fldChar w:fldCharType="${type}"/>`);
const control = (content: string): string => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

const ENDS: readonly (readonly [name: string, markup: string])[] = [
  ["text", text(" See below.")],
  ["link", link("one", "the policy")],
  ["other link", link("two", "the terms")],
  ["anchor", `<w:hyperlink w:anchor="_Ref1">${text("clause 4.2")}</w:hyperlink>`],
  [
    "field",
    field("begin") + run("<w:instrText> REF _Ref1 </w:instrText>") + field("separate") + text("4.2") + field("end"),
  ],
  ["simple field", `<w:fldSimple w:instr=" REF _Ref2 ">${text("5.1")}</w:fldSimple>`],
  ["control", control(text("the named person"))],
  ["link in a control", control(link("one", "the guide"))],
  ["image", run('<w:drawing><a:blip r:embed="image"/></w:drawing>')],
  ["break", run("<w:br/>")],
  ["tab", run("<w:tab/>")],
];

const RELATED: readonly RelatedPart[] = [
  { id: "one", kind: "hyperlink", content: { url: "https://one.example" } },
  { id: "two", kind: "hyperlink", content: { url: "https://two.example" } },
  { id: "image", kind: "image", content: { bytes: "image" } },
];

/**
 * Makes cases for each pair of pieces: deleted, inserted and replaced. They are at the end of a paragraph, after a
 * link, before a link and between two links.
 */
function endCases(): MadeCase[] {
  const start = text("The Seller delivers the goods.");
  const places = [
    [start, ""],
    [start + link("one", "first"), ""],
    [start, link("one", "second")],
    [start + link("one", "first"), link("one", "second")],
  ] as const;
  const document = (...content: readonly string[]): Uint8Array =>
    smallDocument(plain("First.") + paragraph(...content) + plain("Last."), RELATED);
  return places.flatMap(([left, right], place) =>
    ENDS.flatMap(([one, first]) =>
      ENDS.flatMap(([two, second]): MadeCase[] => {
        const long = document(left, first, text(" and "), second, right);
        const short = document(left, right);
        const turned = document(left, second, text(" or "), first, right);
        const name = `${one} and ${two}, place ${place}`;
        const made = { kind: "ends", wanted: [] } as const;
        return [
          { ...made, name: `${name}, deleted`, before: long, after: short },
          { ...made, name: `${name}, inserted`, before: short, after: long },
          { ...made, name: `${name}, replaced`, before: long, after: turned },
        ];
      }),
    ),
  );
}
