import { expect, test } from "vitest";
import { open } from "../../../testing/documents.ts";
import { findStyle, readStyles, styleChain } from "./styles.ts";

/** Returns a style from a notation such as `Heading1(paragraph) < Normal`: a style and the style that it is based on. */
function style(notation: string, attributes = ""): string {
  const [, id, kind, basedOn] = /^(\w+)\((\w+)\)(?: < (\w+))?$/.exec(notation)!;
  const base = basedOn === undefined ? "" : `<w:basedOn w:val="${basedOn}"/>`;
  return `<w:style w:type="${kind}" w:styleId="${id}" ${attributes}><w:name w:val="${id} name"/>${base}</w:style>`;
}

function table(styles: string): ReturnType<typeof readStyles> {
  return readStyles(open("<w:p/>", { styles }));
}

function chain(styles: string, id: string): string {
  const read = table(styles);
  return styleChain(read, read.byId.get(id))
    .map((link) => link.id)
    .join(" ");
}

test.each([
  ["nearest first", style("A(paragraph) < B") + style("B(paragraph) < C") + style("C(paragraph)"), "A B C"],
  ["one that is not there ends it", style("A(paragraph) < B"), "A"],
  ["so does one of another kind", style("A(paragraph) < B") + style("B(character)"), "A"],
  ["a circle ends where it would repeat", style("A(paragraph) < B") + style("B(paragraph) < A"), "A B"],
  ["so does a style based on itself", style("A(paragraph) < A"), "A"],
])("a chain of styles: %s", (_, styles, expected) => {
  expect(chain(styles, "A")).toBe(expected);
});

test("a chain without end is cut", () => {
  const styles = Array.from({ length: 500 }, (_, index) => style(`S${index}(paragraph) < S${index + 1}`)).join("");
  expect(styleChain(table(styles), table(styles).byId.get("S0"))).toHaveLength(64);
});

const DEFAULTS =
  style("Normal(paragraph)", 'w:default="1"') +
  style("Font(character)", 'w:default="true"') +
  style("Other(paragraph)") +
  style("Off(paragraph)", 'w:default="0"');

test.each([
  ["by id", "paragraph", "Other", "Other"],
  ["the default when none is asked for", "paragraph", undefined, "Normal"],
  ["the default when it is not there", "paragraph", "Gone", "Normal"],
  ["the default when it is of another kind", "character", "Other", "Font"],
  ["none when the kind has no default", "table", "Other", undefined],
] as const)("a style is found: %s", (_, kind, id, expected) => {
  expect(findStyle(table(DEFAULTS), kind, id)?.id).toBe(expected);
});

test("of two styles with one id the first counts, of two defaults the last", () => {
  const styles = table(
    style("A(paragraph) < B", 'w:default="1"') + style("A(paragraph) < C") + style("D(paragraph)", 'w:default="1"'),
  );
  expect(styles.byId.get("A")?.basedOn).toBe("B");
  expect(styles.defaults.get("paragraph")?.id).toBe("D");
});

test("a style has its name and its other half", () => {
  const linked =
    '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/><w:link w:val="HChar"/></w:style>';
  expect(table(linked).byId.get("H")).toMatchObject({ name: "heading 1", link: "HChar", kind: "paragraph" });
});

test("a document may have no styles", () => {
  const styles = readStyles(open("<w:p/>"));
  expect(findStyle(styles, "paragraph", "Normal")).toBeUndefined();
  expect(styleChain(styles, undefined)).toEqual([]);
});
