// Tests that bookmarks and comment references go back with the text of a rejected move.

import { expect, test } from "vitest";
import { bodyXml, open } from "../../../testing/decisions.ts";
import { listRevisions } from "../list-revisions.ts";
import { decide, rejectAll } from "./decide.ts";

const BY = 'w:author="Ann" w:date="2026-01-01T00:00:00Z"';
const r = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const from = (text: string) => `<w:moveFrom w:id="20" ${BY}>${text}</w:moveFrom>`;
const to = (text: string) => `<w:moveTo w:id="30" ${BY}>${text}</w:moveTo>`;
const mark = (name: string) => `<w:pPr><w:rPr><w:${name} w:id="40" ${BY}/></w:rPr></w:pPr>`;
const source = (content: string) =>
  `<w:moveFromRangeStart w:id="1" w:name="m" ${BY}/><w:p>${mark("moveFrom")}${content}</w:p><w:moveFromRangeEnd w:id="1"/>`;
const target = (content: string) =>
  `<w:moveToRangeStart w:id="2" w:name="m" ${BY}/><w:p>${mark("moveTo")}${content}</w:p><w:moveToRangeEnd w:id="2"/>`;
const bookmark = (text: string) => `<w:bookmarkStart w:id="9" w:name="b"/>${text}<w:bookmarkEnd w:id="9"/>`;

function rejected(...blocks: readonly string[]): string {
  const document = open(`${blocks.join("")}<w:p>${r("last")}</w:p>`);
  rejectAll(document);
  return bodyXml(document);
}

test("a bookmark goes back to the words it was around", () => {
  const body = rejected(
    source(from(`${r("one ")}${r("two")}${r(" three")}`)),
    target(`${to(r("one "))}${bookmark(to(r("two")))}${to(r(" three"))}`),
  );
  expect(body).toContain(`${r("one ")}${bookmark(r("two"))}${r(" three")}`);
});

test("it does so in a link, and where words were inserted or deleted at the new place", () => {
  const link = (text: string) => `<w:hyperlink w:anchor="x">${text}</w:hyperlink>`;
  const body = rejected(
    source(`${from(r("gone one "))}${link(from(r("two")))}`),
    target(`<w:ins w:id="50" ${BY}>${r("new ")}</w:ins>${to(r("one "))}${link(bookmark(to(r("two"))))}`),
  );
  expect(body).toContain(`${r("gone one ")}${link(bookmark(r("two")))}`);
});

test("a reference to a comment goes back with its run", () => {
  const reference = '<w:r><w:commentReference w:id="0"/></w:r>';
  const body = rejected(source(from(`${r("one")}${r(" two")}`)), target(to(`${r("one")}${reference}${r(" two")}`)));
  expect(body).toContain(`${r("one")}${reference}${r(" two")}`);
});

test("it goes back to the run that it left empty, and what it followed or preceded keeps its side", () => {
  const reference = '<w:r><w:commentReference w:id="0"/></w:r>';
  const [start, end] = ['<w:bookmarkStart w:id="7" w:name="B"/>', '<w:bookmarkEnd w:id="7"/>'];
  const left = from(`${r("one")}${r(" two")}<w:r/>${r(" three")}`);
  const body = rejected(source(left), target(to(`${r("one")}${start}${reference}${end}`)));
  const between = body.slice(body.indexOf(">one<"), body.indexOf("> three<"));
  expect(between).toMatch(/B"\/>.*> two<.*commentReference|> two<.*B"\/>.*commentReference/);
  expect(body.indexOf("commentReference")).toBeLessThan(body.indexOf("bookmarkEnd"));
  expect(body).not.toContain("<w:r/>");
});

test("it goes back into the undecided deletion that it is in", () => {
  const deleted = (author: string, content: string) =>
    `<w:del w:id="60" w:author="${author}" w:date="2026-01-01T00:00:00Z">${content}</w:del>`;
  const reference = '<w:r><w:commentReference w:id="0"/></w:r>';
  const gone = (text: string) => deleted("Bo", `<w:r><w:delText>${text}</w:delText></w:r>`);
  const content = (inner: string) => `${gone("one")}${deleted("Cy", inner)}${gone("two")}`;
  const document = open(`${source(from(content("")))}${target(to(content(reference)))}<w:p>${r("last")}</w:p>`);
  const moved = listRevisions(document).filter(({ author }) => author === "Ann");
  decide(
    document,
    moved.map((revision) => ({ revision, verdict: "reject" })),
  );
  expect(bodyXml(document)).toContain(content(reference));
});

test("a mark goes back behind what shows nothing", () => {
  const control = (content: string) => `<w:sdt><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  const [start, end] = ['<w:bookmarkStart w:id="9" w:name="b"/>', '<w:bookmarkEnd w:id="9"/>'];
  const body = rejected(
    source(from(`${r("one")}${r("")}${control("")}${r("")}`)),
    target(`${to(`${r("one")}${r("")}${control(start)}${r("")}`)}${end}`),
  );
  expect(body).toContain(`${r("one")}${r("")}${control(start)}${r("")}${end}`);
});
