import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { code, docx, fld, type PartName, p, r, tbl } from "../../testing/documents.ts";
import { open, save } from "../library/documents.ts";
import { lintDocument } from "../revisions/lint/lint-document.ts";
import { type ScrubKind, scrubKinds } from "../scrub/scrub-document.ts";
import { type ScrubRequest, scrubTask } from "./scrub-task.ts";

type Parts = Partial<Record<PartName, string>>;

const WHO = 'w:id="1" w:author="Ann" w:date="2026-01-02T03:04:05Z"';
const inserted = (text: string): string => `<w:ins ${WHO}>${r(text)}</w:ins>`;
const deleted = (text: string): string =>
  `<w:del w:id="2" w:author="Bob"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const hidden = (content: string): string => `<w:r><w:rPr><w:vanish/></w:rPr>${content}</w:r>`;
const secret = hidden("<w:t>secret</w:t>");
/** A paragraph with a hidden mark. */
const hiddenP = (content: string): string => `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${content}</w:p>`;

function find(body: string, parts: Parts = {}) {
  return scrubTask({ bytes: docx(body, parts), codec: nodeZlib }).found;
}

/** Returns the markup of the body without some kinds, and checks that the result is sound. */
function without(remove: readonly ScrubKind[], body: string, { parts = {}, changes = "accept" }: WithOptions = {}) {
  const { docx: bytes } = scrubTask({ bytes: docx(body, parts), codec: nodeZlib, remove, changes });
  const document = open(bytes, nodeZlib);
  expect(lintDocument(document).filter(({ severity }) => severity !== "odd")).toEqual([]);
  const xml = new TextDecoder().decode(document.package.bytes("word/document.xml"));
  return { document, xml: /<w:body>(.*)<\/w:body>/s.exec(xml)?.[1] ?? "" };
}

interface WithOptions {
  readonly parts?: Parts;
  readonly changes?: NonNullable<ScrubRequest["changes"]>;
}

describe("the list", () => {
  test("[SCR-1] nothing is changed where nothing is to be removed", () => {
    const bytes = docx(p("a", inserted("b")));
    expect(scrubTask({ bytes, codec: nodeZlib }).docx).toBe(bytes);
  });

  test("[SCR-1] changes, comments, names and hidden text are listed with who, when and what", () => {
    const comments = `<w:comment w:id="7" w:author="Cy" w:date="2026-02-03T00:00:00Z">${p("Really?")}</w:comment>`;
    const found = find(p("a", inserted("b"), deleted("c"), secret), { comments });
    expect(found.changes).toEqual([
      { kind: "insertion", author: "Ann", date: "2026-01-02T03:04:05Z", text: "b" },
      { kind: "deletion", author: "Bob", date: "", text: "c" },
    ]);
    expect(found.comments).toEqual([{ author: "Cy", date: "2026-02-03T00:00:00Z", text: "Really?" }]);
    expect(found.authors.map(({ name, changes, comments: said }) => [name, changes, said])).toEqual([
      ["Ann", 1, 0],
      ["Bob", 1, 0],
      ["Cy", 0, 1],
    ]);
    expect(found.hidden).toEqual([{ part: "word/document.xml", text: "secret" }]);
  });
});

describe("changes and comments", () => {
  test("[SCR-2] changes are accepted, or rejected, as asked", () => {
    const body = p("a ", inserted("new"), deleted("old"));
    expect(without(["changes"], body).xml).toBe(p("a ", r("new")));
    expect(without(["changes"], body, { changes: "reject" }).xml).toBe(p("a ", "<w:r><w:t>old</w:t></w:r>"));
  });

  test("[SCR-3] comments go with their marks; the text that they are about stays", () => {
    const comments = `<w:comment w:id="7" w:author="Cy">${p("Really?")}</w:comment>`;
    const marks = ["<w:commentRangeStart w:id='7'/>", "<w:commentRangeEnd w:id='7'/>"];
    const body = p(marks[0]!, "a", marks[1]!, "<w:r><w:commentReference w:id='7'/></w:r>");
    const { document, xml } = without(["comments"], body, { parts: { comments } });
    expect(xml).toBe(p("a"));
    expect(document.package.partNames.filter((name) => name.includes("comments"))).toEqual([]);
  });
});

test("[SCR-4] a change that stays is by Author, as Word writes it", () => {
  const comments = `<w:comment w:id="7" w:author="Cy" w:initials="CY">${p("Really?")}</w:comment>`;
  const body = p("a", inserted("b"), "<w:r><w:commentReference w:id='7'/></w:r>");
  const { document, xml } = without(["authors"], body, { parts: { comments } });
  expect(xml).toContain('<w:ins w:id="1" w:author="Author" w:date="2026-01-02T03:04:05Z">');
  const said = new TextDecoder().decode(document.package.bytes("word/comments.xml"));
  expect(said).toContain('w:author="Author" w:initials="A"');
});

describe("hidden text", () => {
  test("[SCR-5] a hidden run goes, and the text around it stays", () => {
    expect(without(["hidden"], p("a", secret, "b")).xml).toBe(p("a", "b"));
  });

  test("[SCR-5] a style hides text too, and a run may show itself again", () => {
    const styles =
      '<w:style w:type="character" w:styleId="Quiet"><w:name w:val="Quiet"/><w:rPr><w:vanish/></w:rPr></w:style>';
    const quiet = '<w:r><w:rPr><w:rStyle w:val="Quiet"/></w:rPr><w:t>x</w:t></w:r>';
    const loud = '<w:r><w:rPr><w:rStyle w:val="Quiet"/><w:vanish w:val="0"/></w:rPr><w:t>y</w:t></w:r>';
    expect(without(["hidden"], p("a", quiet, loud), { parts: { styles } }).xml).toBe(p("a", loud));
  });

  test("[SCR-6] a field that is hidden from begin to end goes, one whose result shows stays whole", () => {
    const mark = (type: string): string => hidden(`<w:fldChar w:fldCharType="${type}"/>`);
    const entry = [mark("begin"), hidden("<w:instrText>XE secret</w:instrText>"), mark("end")];
    expect(without(["hidden"], p("a", ...entry)).xml).toBe(p("a"));
    const shown = [fld("begin"), hidden("<w:instrText>PAGE</w:instrText>"), fld("separate"), r("1"), fld("end")];
    expect(without(["hidden"], p(...shown)).xml).toBe(p(...shown));
    const kept = [fld("begin"), code("REF x"), fld("separate"), fld("end")];
    expect(without(["hidden"], p(...kept.slice(0, 3), secret, kept[3]!)).xml).toBe(p(...kept));
  });

  test("[SCR-7] a paragraph that is hidden with its mark joins the next; one with a visible mark stays empty", () => {
    expect(without(["hidden"], `${p("a")}${hiddenP(secret)}${p("b")}`).xml).toBe(p("a") + p("b"));
    expect(without(["hidden"], `${p(secret)}${p("b")}`).xml).toBe(p() + p("b"));
    const cell = without(["hidden"], tbl([hiddenP(secret)]) + p("b")).xml;
    expect(cell).toContain("<w:tc><w:p>");
    expect(cell).not.toContain("secret");
  });

  test("[SCR-7] a visible paragraph with a hidden mark keeps the mark: Word runs it in with the next", () => {
    const heading = hiddenP(r("Fees."));
    expect(without(["hidden"], `${heading}${p("They are due.", secret)}`).xml).toBe(`${heading}${p("They are due.")}`);
  });

  test("[SCR-8] a note goes with its hidden reference", () => {
    const footnotes = `<w:footnote w:id="5">${p("note")}</w:footnote>`;
    const body = p("a", hidden('<w:footnoteReference w:id="5"/>'));
    const { document } = without(["hidden"], body, { parts: { footnotes } });
    expect(new TextDecoder().decode(document.package.bytes("word/footnotes.xml"))).not.toContain("note</w:t>");
  });
});

test("[SCR-9] the properties of a file go, and a control that shows one keeps its text", () => {
  const store = "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}";
  const control = (binding: string): string =>
    `<w:sdt><w:sdtPr>${binding}</w:sdtPr><w:sdtContent>${r("Lease")}</w:sdtContent></w:sdt>`;
  const bound = control(`<w:dataBinding w:xpath="/x" w:storeItemID="${store}"/>`);
  const opened = open(docx(p(bound)), nodeZlib);
  const core = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties";
  const xml = `<c:coreProperties xmlns:c="${core}"><c:lastModifiedBy>Ann</c:lastModifiedBy></c:coreProperties>`;
  const type = "application/vnd.openxmlformats-package.core-properties+xml";
  const part = opened.package.add("docProps/core*.xml", type, new TextEncoder().encode(xml));
  const rels = new TextDecoder().decode(opened.package.bytes("_rels/.rels"));
  const relationship = `<Relationship Id="rIdCore" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="${part}"/>`;
  opened.package.replaceBytes(
    "_rels/.rels",
    new TextEncoder().encode(rels.replace("</Relationships>", `${relationship}</Relationships>`)),
  );
  const bytes = save(opened);
  const { found, docx: scrubbed } = scrubTask({ bytes, codec: nodeZlib, remove: ["properties"] });
  expect(found.properties).toEqual([{ of: "core", name: "lastModifiedBy", value: "Ann" }]);
  expect(found.authors).toEqual([{ name: "Ann", changes: 0, comments: 0, properties: ["lastModifiedBy"] }]);
  const left = open(scrubbed, nodeZlib).package;
  expect(left.partNames.filter((name) => name.startsWith("docProps"))).toEqual([]);
  expect(new TextDecoder().decode(left.bytes("word/document.xml"))).toContain(p(control("")));
  // Only the name is removed: the property remains, empty.
  const nameless = open(scrubTask({ bytes, codec: nodeZlib, remove: ["authors"] }).docx, nodeZlib).package;
  expect(new TextDecoder().decode(nameless.bytes(part))).not.toContain("Ann");
});

test("[SCR-10] the path of the template is removed from the settings", () => {
  const opened = open(docx(p("a"), { settings: '<w:attachedTemplate r:id="rId1"/>' }), nodeZlib);
  const path = "file:///C:/Users/Ann/Matter.dotx";
  opened.package.relateExternal("word/settings.xml", "attachedTemplate", path);
  const { found, docx: bytes } = scrubTask({ bytes: save(opened), codec: nodeZlib, remove: ["properties"] });
  expect(found.properties).toEqual([{ of: "file", name: "template", value: path }]);
  const left = open(bytes, nodeZlib).package;
  expect(left.relationships("word/settings.xml")).toEqual([]);
  expect(new TextDecoder().decode(left.bytes("word/settings.xml"))).not.toContain("attachedTemplate");
});

test("[SCR-11] ids of editing sessions go, in text and in the settings", () => {
  const settings = '<w:rsids><w:rsidRoot w:val="00A1"/><w:rsid w:val="00A1"/></w:rsids>';
  const body = '<w:p w:rsidR="00A1" w:rsidRDefault="00A1"><w:r w:rsidRPr="00B2"><w:t>a</w:t></w:r></w:p>';
  const { document, xml } = without(["rsids"], body, { parts: { settings } });
  expect(xml).toBe("<w:p><w:r><w:t>a</w:t></w:r></w:p>");
  expect(new TextDecoder().decode(document.package.bytes("word/settings.xml"))).not.toContain("rsid");
});

test("[SCR-12] a second scrub finds nothing and writes the same bytes", () => {
  const body = p("a", inserted("b"), secret) + hiddenP(secret) + p("c");
  const once = scrubTask({ bytes: docx(body), codec: nodeZlib, remove: scrubKinds }).docx;
  const twice = scrubTask({ bytes: once, codec: nodeZlib, remove: scrubKinds });
  expect(Buffer.from(twice.docx).equals(once)).toBe(true);
});
