// Reads a view in the browser: the text of its templates and pages, and the ids of its blocks.

import type { EmbeddedView } from "../../viewer/embedded-view.ts";

/** The text with all changes accepted and with all changes rejected. */
export interface BothSides {
  readonly accepted: string;
  readonly rejected: string;
}

export interface ReadView {
  /** Text of the templates of the body, of its text boxes, of headers and footers, and of notes. */
  readonly stored: {
    readonly body: BothSides;
    readonly boxes: readonly BothSides[];
    readonly parts: readonly BothSides[];
    readonly notes: readonly BothSides[];
  };
  /**
   * All characters of body, boxes and notes, in the templates (`stored`) and on the pages (`shown`). Page numbers are
   * left out, because only the pages contain them.
   */
  readonly laidOut: { readonly stored: string; readonly shown: string };
  /** Ids of paragraphs and tables of the body, in the order of the pages. */
  readonly ids: readonly string[];
  readonly pages: number;
}

export async function readView({ frame }: EmbeddedView): Promise<ReadView> {
  return (await frame.evaluate(READ)) as ReadView;
}

/** Reads the view. Numbers of lists and notes and the text of equations (`OWN`) are not text of a story. */
const READ = `(() => {
  const OWN = ".n, .fn, .nl, .math";
  const text = (root, leave) => {
    let found = "";
    const walk = (node) => {
      if (node.nodeType === 3) found += node.data;
      else if (node.nodeType !== 1 || !node.matches(leave)) for (const child of node.childNodes) walk(child);
    };
    for (const child of root.childNodes) walk(child);
    return found;
  };
  const sides = (root, leave) => ({
    accepted: text(root, leave + ", del"),
    rejected: text(root, leave + ", ins"),
  });
  const gather = (templates, leave) => {
    const whole = { accepted: "", rejected: "" };
    for (const { content } of templates) {
      const one = sides(content, leave);
      whole.accepted += one.accepted;
      whole.rejected += one.rejected;
    }
    return whole;
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const stored = (kind) => all("script." + kind).map(({ text }) => {
    const parser = document.createElement("template");
    parser.innerHTML = text;
    return parser;
  });
  const chunks = stored("ck");
  const boxes = chunks.flatMap(({ content }) => [...content.querySelectorAll(".box")]);
  const notes = stored("note");
  const copied = "[aria-hidden=true], [data-p], .n, .fn";
  const joined = (roots) => roots.map((root) => text(root, copied)).sort().join("").replace(/\\s/g, "");
  const letters = (found) => [...found].sort().join("");
  return {
    stored: {
      body: gather(chunks, OWN + ", .box"),
      boxes: boxes.map((box) => sides(box, OWN + ", .box")),
      parts: stored("part").map(({ content }) => sides(content, OWN + ", .box")),
      notes: notes.map(({ content }) => sides(content, OWN + ", .box")),
    },
    laidOut: {
      stored: letters(joined([...chunks, ...notes].map(({ content }) => content))),
      shown: letters(joined(all(".page .body, .page .notes"))),
    },
    ids: all(".page .body .p[id], .page .body table[id]").filter((one) => {
      if (one.closest(".box") !== null) return false;
      const line = document.querySelector(".endline");
      return line === null || (line.compareDocumentPosition(one) & 4) === 0;
    }).map(({ id }) => id),
    pages: all(".page").length,
  };
})()`;
