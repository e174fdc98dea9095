// Turns pages of placed text into the blocks of a document (docs/design/reflow.md).

import type { FlowBlock, FlowNote, FlowParagraph, LaidBlock } from "./blocks.ts";
import { finishBlocks } from "./finish-blocks.ts";
import { joinPages } from "./join-pages.ts";
import { layOut } from "./layout.ts";
import { linesOf, type TextLine } from "./lines.ts";
import { marginLines } from "./margins.ts";
import { measure } from "./measure.ts";
import { mirrored } from "./mirror-page.ts";
import { type NotedPage, type PageNote, takeEndnotes, takeNotes } from "./notes.ts";
import type { PlacedPage } from "./page.ts";
import { spaceSigns, withSigns } from "./signs/line-ends.ts";
import { areTagsTrue, withoutTags } from "./signs/tags.ts";
import { blankGrids } from "./tables/blanks.ts";
import { gridsOf } from "./tables/grid.ts";
import { shadedGrids } from "./tables/shades.ts";
import { stripedGrids } from "./tables/stripes.ts";

export interface ReflowedDocument {
  readonly blocks: readonly FlowBlock[];
  readonly notes: readonly FlowNote[];
  readonly header: readonly FlowParagraph[];
  readonly footer: readonly FlowParagraph[];
  readonly page: PageShape;
  /** The size of most text. */
  readonly size: number;
}

/** In points. */
export interface PageShape {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
}

export function reflow(given: readonly PlacedPage[]): ReflowedDocument {
  const pages = given.map(mirrored);
  const read = pages.map((page) => ({ height: page.height, lines: linesOf(page.texts) }));
  const margins = marginLines(read);
  const bodies = read.map(({ lines }, at) => {
    const { header, footer } = margins[at]!;
    return lines.filter((line) => !header.has(line) && !footer.has(line));
  });
  const measures = measure(pages, bodies);
  const signs = spaceSigns(bodies.map((lines, at) => ({ lines, edge: measures.pages[at]!.bounds.right })));
  const isTagged = areTagsTrue(bodies);
  const notes: PageNote[] = [];
  const noted = pages.map((page, at): NotedPage => {
    const around = { size: measures.size, ...measures.pages[at]! };
    const lines = bodies[at]!.map((line) => withSigns(isTagged ? line : withoutTags(line), signs));
    const taken = takeNotes(page, lines, around, notes.length);
    notes.push(...taken.notes);
    return { ...around, page, lines: taken.lines };
  });
  const endnotes = takeEndnotes(noted, notes.length);
  notes.push(...endnotes.notes);
  const laid = noted.map(({ page, bounds, leading }, at): LaidBlock[] => {
    const texts = endnotes.lines[at]!.flatMap((line) => line.pieces);
    const lined = gridsOf(page.boxes);
    const ruled = [...lined, ...shadedGrids(page.boxes, texts, lined)];
    const striped = stripedGrids(page.boxes, texts, ruled);
    const drawn = [...ruled, ...striped.grids];
    const grids = [...drawn, ...blankGrids(page.boxes, striped.texts, drawn)];
    return layOut({ texts: striped.texts, grids, bounds, leading });
  });
  const context = { size: measures.size, isMirrored: pages.map((page) => page.isMirrored), notes };
  const finish = (blocks: readonly LaidBlock[]): FlowBlock[] => finishBlocks(blocks, context);
  const first = (lines: (at: number) => Set<TextLine>): FlowParagraph[] => {
    const at = pages.findIndex((_, index) => lines(index).size > 0);
    if (at < 0) return [];
    const { bounds } = measures.pages[at]!;
    const own = [...lines(at)].sort((one, other) => one.y - other.y);
    return own.flatMap((line) =>
      finish([{ kind: "paragraph", lines: [line], label: undefined, bounds, gap: 0 }]),
    ) as FlowParagraph[];
  };
  const [{ width, height }, { bounds }] = [given[0]!, measures.pages[0]!];
  return {
    blocks: [...finish(joinPages(laid)), ...turnedText(given)],
    notes: notes.map(({ kind, paragraphs }) => ({ kind, paragraphs: finish(paragraphs) as FlowParagraph[] })),
    header: first((at) => margins[at]!.header),
    footer: first((at) => margins[at]!.footer),
    page: { width, height, left: bounds.left, right: width - bounds.right },
    size: measures.size,
  };
}

/** Returns text along an edge as paragraphs. It has no position in the flow, so it comes last and no word is lost. */
function turnedText(pages: readonly PlacedPage[]): FlowParagraph[] {
  const texts = new Set(pages.map(({ turned }) => turned.join(" ").replace(/\s+/g, " ").trim()));
  texts.delete("");
  return [...texts].map((text) => ({
    kind: "paragraph",
    runs: [{ text, isBold: false, isItalic: false, raise: "none", size: 0 }],
    label: undefined,
    alignment: "left",
    indent: 0,
    firstIndent: 0,
    gap: 0,
    size: 0,
    heading: undefined,
    isRightToLeft: false,
  }));
}
