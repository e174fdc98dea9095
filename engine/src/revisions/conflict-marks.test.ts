// Tests that w14:conflictIns and w14:conflictDel are decided like any insertion and deletion.
//
// Word writes them while it asks the author what to do with changes that conflict with another author's.

import { expect, test } from "vitest";
import {
  bodyXml,
  cell,
  decided,
  del,
  ins,
  open,
  p,
  reopened,
  row,
  run,
  table,
  tracked,
} from "../../testing/decisions.ts";
import { acceptAll, decide, rejectAll } from "./decide/decide.ts";
import { listDecisions } from "./decisions.ts";
import { lintDocument } from "./lint/lint-document.ts";
import { listRevisions } from "./list-revisions.ts";

const W14 = "http://schemas.microsoft.com/office/word/2010/wordml";
const CONFLICTS = { ins: "conflictIns", del: "conflictDel" } as const;
const RANGE = /<(\/?)w:customXml(Ins|Del)Range(Start|End)/g;

/** Returns a body with conflict elements instead of insertions and deletions. */
function conflicting(body: string): string {
  const named = body
    .replaceAll(/<(\/?)w:(ins|del)(?=[ >/])/g, (_, slash, name: "ins" | "del") => `<${slash}w14:${CONFLICTS[name]}`)
    .replaceAll(RANGE, "<$1w14:customXmlConflict$2Range$3");
  return named.replaceAll(/<w14:\w+/g, `$& xmlns:w14="${W14}"`);
}

/** Returns a control with the ranges around its start tag and its end tag; ids begin at `id`. */
function control(name: "Ins" | "Del", content: string, id: number): string {
  const start = (at: number): string => `<w:customXml${name}RangeStart w:id="${at}" w:author="A"/>`;
  const end = (at: number): string => `<w:customXml${name}RangeEnd w:id="${at}"/>`;
  const inside = `${end(id)}${content}${start(id + 1)}`;
  return `${start(id)}<w:sdt><w:sdtPr/><w:sdtContent>${inside}</w:sdtContent></w:sdt>${end(id + 1)}`;
}

const bodies = {
  text: p(run("a ") + ins("new ") + del("old ") + run("z")),
  "a deletion in an insertion": p(run("a") + tracked("ins", del("b")) + run("c")),
  "an insertion in a deletion": p(run("a") + tracked("del", ins("b")) + run("c")),
  "paragraph marks": p(run("a"), "ins") + p(run("b"), "del") + p(run("c")),
  "a paragraph that went": p(del("a"), "del") + p(run("b")),
  "a link around nothing": p(`<w:hyperlink w:anchor="x">${del("link")}</w:hyperlink>${run("a")}`),
  rows: table(
    row(cell(p(run("a"))), "") +
      row(cell(p(ins("b"), "ins")), tracked("ins")) +
      row(cell(p(del("c"), "del")), tracked("del")),
  ),
  "controls that came and went": p(control("Ins", run("a"), 900) + control("Del", run("b"), 910)),
};

test.each(Object.entries(bodies))("%s: decided and listed like the plain changes", (_, body) => {
  const conflict = conflicting(body);
  expect(conflict).not.toBe(body);
  expect(decided(conflict)).toEqual(decided(body));
  const listed = (from: string) =>
    listRevisions(open(from)).map(({ kind, place, author, id }) => [kind, place, author, id]);
  expect(listed(conflict)).toEqual(listed(body));
  const decisions = (from: string) => listDecisions(open(from)).map(({ kind, revisions }) => [kind, revisions.length]);
  expect(decisions(conflict)).toEqual(decisions(body));
});

test.each([
  ["accept", acceptAll],
  ["reject", rejectAll],
] as const)("%s: the markup that is left is the same, without names of the other vocabulary", (_, act) => {
  for (const body of Object.values(bodies)) {
    const left = [body, conflicting(body)].map((one) => {
      const document = open(one);
      act(document);
      return bodyXml(reopened(document));
    });
    expect(left[1]).toBe(left[0]);
  }
});

test("text of a deletion that is rejected keeps its name for as long as a conflict around it deletes it too", () => {
  const around = conflicting(p(tracked("del", run("AROUND"))));
  const document = open(around.replace(run("AROUND"), del("a")));
  const [, inner] = listRevisions(document);
  expect(inner!.tree.writtenName(inner!.node)).toBe("w:del");
  decide(document, [{ revision: inner!, verdict: "reject" }]);
  expect(bodyXml(reopened(document))).toContain("<w:delText");
  expect(lintDocument(document).map(({ rule }) => rule)).not.toContain("deleted-text-as-text");
});
