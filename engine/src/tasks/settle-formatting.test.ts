// Tests what a choice does to formatting and version tags in a merge.

import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx, p } from "../../testing/documents.ts";
import { mergeBodies } from "../../testing/merged-text.ts";
import { redlineText } from "../../testing/redline-text.ts";
import { doc } from "../../testing/settled.ts";
import { readMergeRecord, writeMergeRecord } from "../document/merge-record.ts";
import { openDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { MergedDocument } from "../merge/merge-documents.ts";
import type { Decisions } from "../revisions/choose/chosen-verdicts.ts";
import { listConflicts } from "../revisions/choose/conflicts.ts";
import { decideTask } from "./decide-task.ts";
import { mergeTask } from "./merge-task.ts";

describe("[MRG-60] formatting of text in which another copy inserts", () => {
  const bold = (text: string): string => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const xmlWith = (decisions: Decisions, ...copies: readonly string[]): string => {
    const merge = mergeBodies(p("The seller shall deliver the goods."), ...copies);
    const outcome = decideTask({ bytes: merge.document.package.save(6), codec: nodeZlib, decisions });
    if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.problems));
    const document = openDocument(outcome.docx, { codec: nodeZlib, names: wordNames() });
    return new TextDecoder().decode(document.package.bytes(document.main));
  };
  const isBold = (xml: string): boolean => /<w:rPr><w:b\/><\/w:rPr><w:t[^>]*>[^<]*not/.test(xml);
  const [ann, bea] = [
    p("The seller ", bold("shall deliver"), " the goods."),
    p("The seller shall not deliver the goods."),
  ];

  test("grows over the insertion, tracked under its author", () => {
    expect(isBold(xmlWith({ rest: "accept" }, ann, bea))).toBe(true);
    const onlyInsertion = xmlWith({ accept: { revisions: ["b.docx"] }, rest: "reject" }, ann, bea);
    expect(onlyInsertion).toContain("not");
    expect(onlyInsertion).not.toContain("<w:b/>");
  });

  test("does not grow over text with a look of its own, or at its border", () => {
    const own = p("The seller shall ", "<w:r><w:rPr><w:i/></w:rPr><w:t>not</w:t></w:r>", " deliver the goods.");
    expect(isBold(xmlWith({ rest: "accept" }, ann, own))).toBe(false);
    expect(isBold(xmlWith({ rest: "accept" }, ann, p("The seller not shall deliver the goods.")))).toBe(false);
  });
});

describe("[MRG-50] version tags", () => {
  const source = (text: string, name: string) => ({ bytes: docx(doc(text, "Base and others.")), name });
  const merged = (versionTags: boolean, author = "Bea") =>
    mergeTask({
      base: source("in 30 days, at 1 place", "base.docx"),
      revisions: [
        { ...source("in 60 days, at 2 place", "a.docx"), author: "Ann" },
        { ...source("in 90 days, at 3 place", "b.docx"), author },
      ],
      date: "2026-01-02T03:04:05Z",
      codec: nodeZlib,
      formats: ["docx", "json", "md"],
      versionTags,
    });
  const opened = (bytes: Uint8Array) => openDocument(bytes, { codec: nodeZlib, names: wordNames() });
  const after = (bytes: Uint8Array, decisions: Decisions): Uint8Array => {
    const outcome = decideTask({ bytes, codec: nodeZlib, decisions });
    if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.problems));
    return outcome.docx;
  };
  const lines = (bytes: Uint8Array): string => redlineText(opened(bytes)).split("\n")[0]!;

  test("come before each version, under an author of their own", () => {
    const bytes = merged(true).artifacts.get("docx")!;
    expect(lines(bytes)).toBe("in [-30-]{+«A» 60«B» 90+} days, at [-1-]{+«A» 2«B» 3+} place");
    expect(lines(merged(false).artifacts.get("docx")!)).toBe("in [-30-]{+6090+} days, at [-1-]{+23+} place");
    expect(lines(merged(true, "Versus tags").artifacts.get("docx")!)).not.toContain("«");
  });

  test("are in no rendering and in no count", () => {
    const [tagged, plain] = [merged(true), merged(false)];
    for (const format of ["json", "md"] as const)
      expect(tagged.artifacts.get(format)).toEqual(plain.artifacts.get(format));
    expect(tagged.summary()).toEqual(plain.summary());
    const read = { codec: nodeZlib, decisions: { rest: "keep" } } as const;
    const open = [tagged, plain].map(({ artifacts }) => decideTask({ bytes: artifacts.get("docx")!, ...read }));
    expect(open[0]).toMatchObject({ open: (open[1] as Extract<(typeof open)[1], { kind: "decided" }>).open });
  });

  test("are removed by every choice, and stay in open conflicts", () => {
    const bytes = merged(true).artifacts.get("docx")!;
    expect(lines(after(bytes, { conflicts: [{ id: 1, choose: "Bea" }] }))).toBe(
      "in 90 days, at [-1-]{+«A» 2«B» 3+} place",
    );
    expect(lines(after(bytes, { rest: "accept" }))).toBe("in 60 days, at 2 place");
    expect(lines(after(bytes, { rest: "reject" }))).toBe("in 30 days, at 1 place");
    expect(lines(after(bytes, { accept: { revisions: ["b.docx"] }, rest: "reject" }))).toBe("in 90 days, at 3 place");
  });
});

describe("[MRG-61] a conflict about formatting", () => {
  const clause = (look: string, mark = ""): string =>
    `<w:p>${mark}<w:r><w:rPr>${look}</w:rPr><w:t>The price is due.</w:t></w:r></w:p>${p("End.")}`;
  const xmlAfter = (merge: MergedDocument, decisions: Decisions): string => {
    const outcome = decideTask({ bytes: merge.document.package.save(6), codec: nodeZlib, decisions });
    if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.problems));
    const document = openDocument(outcome.docx, { codec: nodeZlib, names: wordNames() });
    expect(listConflicts(document)).toEqual([]);
    return new TextDecoder().decode(document.package.bytes(document.main));
  };
  const merge = () => mergeBodies(clause(""), clause("<w:b/>"), clause('<w:i/><w:sz w:val="28"/>'));

  test.each<[string, Decisions, string]>([
    ["a copy", { conflicts: [{ id: 1, choose: "a.docx" }] }, "<w:rPr><w:b/></w:rPr>"],
    ["another copy", { conflicts: [{ id: 1, choose: "B" }] }, '<w:rPr><w:i/><w:sz w:val="28"/></w:rPr>'],
    ["the first with the rest", { rest: "accept" }, "<w:rPr><w:b/></w:rPr>"],
    ["one revision", { accept: { revisions: ["b.docx"] }, rest: "reject" }, '<w:rPr><w:i/><w:sz w:val="28"/></w:rPr>'],
  ])("is settled for %s", (_, decisions, wanted) => {
    expect(xmlAfter(merge(), decisions)).toContain(wanted);
  });

  test("is settled for the original", () => {
    expect(xmlAfter(merge(), { conflicts: [{ id: 1, choose: "original" }] })).not.toMatch(/<w:[bi]\/>/);
  });

  test("of a paragraph is settled with its own properties alone", () => {
    const aligned = (value: string): string => clause("", `<w:pPr><w:jc w:val="${value}"/></w:pPr>`);
    const aboutParagraph = mergeBodies(clause(""), aligned("center"), aligned("right"));
    const xml = xmlAfter(aboutParagraph, { conflicts: [{ id: 1, choose: "b.docx" }] });
    expect(xml).toContain('<w:pPr><w:jc w:val="right"/></w:pPr>');
  });

  test("takes only properties from the record", () => {
    const written = merge();
    const record = readMergeRecord(written.document)!;
    const conflicts = record.conflicts.map((conflict) => ({
      ...conflict,
      sides: conflict.sides!.map((side) => ({
        ...side,
        properties: '<w:b/><w:drawing/><w:rPrChange w:id="1"/><w:color w:val="FF0000"><w:t>x</w:t></w:color>',
      })),
    }));
    writeMergeRecord(written.document, { ...record, conflicts });
    const xml = xmlAfter(written, { conflicts: [{ id: 1, choose: "A" }] });
    expect(xml).toContain('<w:rPr><w:b/><w:color w:val="FF0000"/></w:rPr>');
    expect(xml).not.toContain("drawing");
  });
});
