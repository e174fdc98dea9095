import { expect, test } from "vitest";
import { bodyStory, p, r } from "../../../testing/documents.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import { paragraphsOf } from "./blocks.ts";
import { runsOf } from "./runs.ts";

/** Returns each run as the names of its containers, with a star if it has properties. */
function runs(body: string): string[] {
  const story = bodyStory(body);
  return runsOf(story, paragraphsOf(story)[0]!).map(({ node, properties, containers }) => {
    const names = [...containers, node].map((wrapper) => story.tree.writtenName(wrapper).replace("w:", ""));
    return names.join(">") + (properties === NONE ? "" : "*");
  });
}

test.each([
  ["a run with properties", p("<w:r><w:rPr><w:b/></w:rPr></w:r>", "a"), ["r*", "r"]],
  ["runs of both views", p(`<w:ins>${r("a")}<w:del>${r("b")}</w:del></w:ins>`), ["ins>r", "ins>del>r"]],
  [
    "links and simple fields",
    p(`<w:hyperlink><w:fldSimple>${r("a")}</w:fldSimple></w:hyperlink>`),
    ["hyperlink>fldSimple>r"],
  ],
  ["an equation stands among them", p("a", "<m:oMath/>", "b"), ["r", "m:oMath", "r"]],
  [
    "what a text box holds is not among them",
    p(`<w:r><w:pict><w:txbxContent>${p("a")}</w:txbxContent></w:pict></w:r>`),
    ["r"],
  ],
])("%s", (_, body, expected) => {
  expect(runs(body)).toEqual(expected);
});
