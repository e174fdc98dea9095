import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx, p } from "../../testing/documents.ts";
import { mergeBodies, mergedText, mergeSources } from "../../testing/merged-text.ts";
import { commentThreads } from "../document/marks/comments.ts";
import { openDocument, type WordDocument } from "../document/open-document.ts";
import { bodyOf, storiesOf } from "../document/text/stories.ts";
import { wordNames } from "../document/word-names.ts";
import type { MergedDocument } from "../merge/merge-documents.ts";
import type { RedlineJson } from "../render/redline.ts";
import type { Decisions } from "../revisions/choose/chosen-verdicts.ts";
import { lintDocument } from "../revisions/lint/lint-document.ts";
import { readView } from "../revisions/view.ts";
import { decideTask } from "./decide-task.ts";
import { mergeTask } from "./merge-task.ts";

const doc = (...texts: readonly string[]): string => texts.map((text) => p(text)).join("");

const BASE = [
  "The SOW states the services.",
  "Fees follow from the SOW.",
  "Notices are sent to the seat of the other party.",
  "The law of Delaware applies.",
];
const renamed = BASE.map((text) => text.replaceAll("SOW", "Work Order"));
const added = "Each SOW names a manager.";

/** Returns the comments by Versus check with the text that each of them is about. */
function checkComments(document: WordDocument): [text: string, about: string | undefined][] {
  return commentThreads(document, storiesOf(document))
    .filter(({ comment }) => comment.author === "Versus check")
    .map(({ comment, anchor }) => [readView(comment.story, "accepted")[0]!.text, anchor?.text]);
}

function decided({ document }: MergedDocument, decisions: Decisions): WordDocument {
  const outcome = decideTask({ bytes: document.package.save(6), codec: nodeZlib, decisions });
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.problems));
  return openDocument(outcome.docx, { codec: nodeZlib, names: wordNames() });
}

function codes({ notices }: MergedDocument): string[] {
  return notices.map(({ code }) => code);
}

describe("[MRG-62] new text with a term that another copy renamed", () => {
  const merge = (): MergedDocument => mergeBodies(doc(...BASE), doc(...renamed), doc(...BASE, added));

  test("has a comment at the term and a notice", () => {
    const merged = merge();
    expect(checkComments(merged.document)).toEqual([
      ["A renamed “SOW” to “Work Order”. This new text by B says “SOW”.", "SOW"],
    ]);
    expect(merged.checks).toMatchObject([{ old: "SOW", new: "Work Order", renamedBy: [0], usedBy: [1] }]);
    expect(merged.notices).toEqual([{ code: "TERMS_MIXED", count: 1 }]);
  });

  test("breaks no rule of the format, and changes no view", () => {
    const merged = merge();
    expect(lintDocument(merged.document)).toEqual([]);
    expect(mergedText(merged).filter((line) => line.includes("manager"))).toEqual([`{+${added}+}B¶`]);
  });

  test("loses the comment with its text, and keeps it otherwise", () => {
    expect(checkComments(decided(merge(), { rest: "reject" }))).toEqual([]);
    expect(checkComments(decided(merge(), { accept: { revisions: ["a.docx"] }, rest: "reject" }))).toEqual([]);
    expect(checkComments(decided(merge(), { rest: "accept" }))).toHaveLength(1);
  });

  test("may be a few words in a paragraph, or several paragraphs", () => {
    const [first, second, ...others] = BASE;
    const bea = [first!, second!.replace("the SOW", "the SOW and each later SOW"), ...others, added];
    const merged = mergeBodies(doc(...BASE), doc(...renamed), doc(...bea));
    expect(checkComments(merged.document).map(([, about]) => about)).toEqual(["SOW", "SOW"]);
    expect(merged.checks.map(({ places }) => places.length)).toEqual([2]);
  });

  test("counts once for several copies that add the same", () => {
    const merged = mergeBodies(doc(...BASE), doc(...BASE, added), doc(...renamed), doc(...BASE, added));
    expect(checkComments(merged.document).map(([text]) => text)).toEqual([
      "B renamed “SOW” to “Work Order”. This new text by A and C says “SOW”.",
    ]);
    expect(merged.checks).toMatchObject([{ renamedBy: [1], usedBy: [0, 2] }]);
  });

  test("is found in the version of a conflict that uses it once more", () => {
    const bea = [BASE[0]!.replace("SOW states", "SOW or other SOW describes"), ...BASE.slice(1)];
    const merged = mergeBodies(doc(...BASE), doc(...renamed), doc(...bea));
    expect(checkComments(merged.document).map(([, about]) => about)).toEqual(["SOW"]);
    const chosen = (choose: string): number =>
      checkComments(decided(merged, { conflicts: [{ id: 1, choose }], rest: "accept" })).length;
    expect(["a.docx", "b.docx", "original"].map(chosen)).toEqual([0, 1, 0]);
  });

  test("is found if the two terms share a word", () => {
    const long = BASE.map((text) => text.replaceAll("SOW", "Statement of Work"));
    const merged = mergeBodies(doc(...long), doc(...renamed), doc(...long, added.replace("SOW", "Statement of Work")));
    expect(merged.checks).toMatchObject([{ old: "Statement of Work", new: "Work Order" }]);
  });
});

describe("[MRG-62] no check", () => {
  test.each([
    ["if the term was replaced once", [renamed[0]!, ...BASE.slice(1)], [...BASE, added]],
    ["if one occurrence stays", [...renamed, "The SOW is signed."], [...BASE, added]],
    ["if the new terms differ", [renamed[0]!, BASE[1]!.replace("SOW", "Offer"), ...BASE.slice(2)], [...BASE, added]],
    ["if the word is part of another one", renamed, [...BASE, "SOWs are numbered."]],
    ["for text that only moved", renamed, [BASE[2]!, BASE[3]!, BASE[0]!, BASE[1]!]],
  ])("%s", (_name, ann, bea) => {
    const merged = mergeBodies(doc(...BASE), doc(...ann), doc(...bea));
    expect(merged.checks).toEqual([]);
    expect(codes(merged)).not.toContain("TERMS_MIXED");
    expect(checkComments(merged.document)).toEqual([]);
  });

  test("for a number", () => {
    const numbers = ["Pay in 30 days.", "Reply within 30 days."];
    const later = numbers.map((text) => text.replace("30", "60"));
    const merged = mergeBodies(doc(...numbers), doc(...later), doc(...numbers, "Sign in 30 hours."));
    expect(merged.checks).toEqual([]);
  });

  test("for a version of a conflict that repeats the original", () => {
    const bea = [
      BASE[0]!.replace("states the", "describes all"),
      BASE[1]!.replace("SOW", "SOW alone"),
      ...BASE.slice(2),
    ];
    const merged = mergeBodies(doc(...BASE), doc(...renamed), doc(...bea));
    expect(mergedText(merged)[1]).toBe("Fees follow from the !2([-SOW-]AB{+Work Order+}A{+SOW alone+}B).¶");
    expect(merged.checks).toEqual([]);
  });

  test("for paragraphs that two copies move to different positions", () => {
    const [first, second, notices, law] = BASE as [string, string, string, string];
    const others = ["Costs are shared.", "Parts are severable."];
    const merged = mergeBodies(
      doc(first, second, notices, law, ...others),
      doc(...[first, second, notices, law, ...others].map((text) => text.replaceAll("SOW", "Work Order"))),
      doc(first, notices, law, second, ...others),
      doc(first, notices, law, ...others, second),
    );
    expect(mergedText(merged)[4]).toBe("!1({+Fees follow from the SOW.+}B)¶+B");
    expect(merged.checks).toEqual([]);
  });
});

test("[MRG-62] an edit with a comment is carried to the position that a choice takes", () => {
  const [first, second, notices, law] = BASE as [string, string, string, string];
  const others = ["Costs are shared.", "Parts are severable."];
  const noticesOfSow = notices.replace("Notices", "Notices under the SOW");
  const merged = mergeBodies(
    doc(...BASE, ...others),
    doc(...renamed, ...others),
    doc(first, second, law, others[0]!, notices, others[1]!),
    doc(first, second, law, ...others, notices),
    doc(first, second, noticesOfSow, law, ...others),
  );
  expect(merged.checks).toMatchObject([{ renamedBy: [0], usedBy: [3] }]);
  const chosen = decided(merged, { conflicts: [{ id: 1, choose: "b.docx" }], rest: "accept" });
  expect(readView(bodyOf(chosen)!, "accepted").map(({ text }) => text)[4]).toBe(noticesOfSow);
  expect(checkComments(chosen)).toEqual([]);
});

test("[MRG-62] the order of the copies changes nothing but the order of names", () => {
  const one = mergeBodies(doc(...BASE), doc(...renamed), doc(...BASE, added));
  const other = mergeBodies(doc(...BASE), doc(...BASE, added), doc(...renamed));
  expect(other.checks).toMatchObject([{ renamedBy: [1], usedBy: [0] }]);
  expect(other.checks[0]!.places).toEqual(one.checks[0]!.places);
});

test("[MRG-62] a header has no comment, and its paragraph is in the JSON", () => {
  const header = (text: string): string => p(text);
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>';
  const base = { body: doc(...BASE) + section, parts: { header1: header("Draft of the parties.") } };
  const merged = mergeSources(
    base,
    { ...base, body: doc(...renamed) + section },
    { ...base, parts: { header1: header("Draft SOW of the parties.") } },
  );
  expect(checkComments(merged.document)).toEqual([]);
  expect(merged.checks.map(({ places }) => places.map(({ part }) => part))).toEqual([["word/header1.xml"]]);
});

test.each([false, true])("[MRG-62] the JSON lists the checks (version tags: %s)", (versionTags) => {
  const source = (name: string, author: string, ...texts: readonly string[]) => ({
    name,
    author,
    bytes: docx(doc(...texts)),
  });
  const { artifacts } = mergeTask({
    base: source("base.docx", "", ...BASE),
    revisions: [source("ann.docx", "Ann", ...renamed), source("bea.docx", "Bea", ...BASE, added)],
    date: "2026-01-02T03:04:05Z",
    codec: nodeZlib,
    formats: ["json"],
    versionTags,
  });
  const json = JSON.parse(new TextDecoder().decode(artifacts.get("json"))) as RedlineJson;
  const block = json.blocks.at(-1)!.id;
  expect(json.checks).toEqual([
    { kind: "term", old: "SOW", new: "Work Order", renamed_by: ["ann.docx"], used_by: ["bea.docx"], blocks: [block] },
  ]);
  expect(json.notices).toMatchObject([{ code: "TERMS_MIXED", count: 1, actionable: true }]);
  expect(json.conflicts).toEqual([]);
});
