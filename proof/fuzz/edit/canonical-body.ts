// Returns the body of a document as lines of markup. Lists are numbered by their first occurrence.
//
// Ids, column widths and lines with cross-references are left out.

import { NONE } from "@versus/engine/inside";
import { CanonicalPackage } from "../../corpus/edit/canonical/canonical-package.ts";
import type { ElementName } from "../../corpus/edit/canonical/element-text.ts";
import { openCorpusDocument } from "../../corpus/read-document.ts";

/** The parts of the markup that the lines leave out. */
export interface Untold {
  /** Indexes of paragraphs whose lines show only how many comment references they contain, not where. */
  readonly references: ReadonlySet<number>;
  /** False if the lines do not show the number of references either. */
  readonly isCounted?: boolean;
  /** True if the lines do not show deleted text whose deletion is undecided. */
  readonly isDeletedText: boolean;
}

export function bodyLines(
  bytes: Uint8Array,
  untold: Untold = { references: new Set(), isDeletedText: false },
): string[] {
  const lists = new Map<string, number>();
  const isLeftOut = ({ tree, node, name }: ElementName): boolean =>
    untold.isDeletedText && name === "w:del" && tree.firstChild(node) !== NONE;
  const lines = storyLinesOf(bytes, isLeftOut);
  const without =
    untold.references.size === 0
      ? lines
      : storyLinesOf(bytes, (element) => element.name === "w:commentReference" || isLeftOut(element));
  let paragraph = -1;
  return lines.map((line, at) => {
    if (line.startsWith("p ")) paragraph += 1;
    if (!line.startsWith("p ") || !untold.references.has(paragraph)) return withoutChosen(line, lists);
    const references = line.split("<w:commentReference").length - 1;
    const told = withoutChosen(without[at]!, lists);
    return references === 0 || untold.isCounted === false ? told : `${told} (${references} references)`;
  });
}

/**
 * Moves empty content controls to the end. Deleting the table in a control leaves the control, which shows nothing. New
 * blocks that must be before the table (EDT-38, EDT-55) are then before the control too.
 */
export function emptiedLast(lines: readonly string[]): string[] {
  const [rest, emptied]: [string[], string[]] = [[], []];
  for (const line of lines) {
    const start = rest.findLastIndex((one) => !one.startsWith("<w:sdtPr>"));
    if (line === "}" && rest[start]?.startsWith("{ ") === true) emptied.push(...rest.splice(start), line);
    else rest.push(line);
  }
  return [...rest, ...emptied];
}

function storyLinesOf(bytes: Uint8Array, isIgnored: (element: ElementName) => boolean): readonly string[] {
  const document = openCorpusDocument(bytes);
  const body = new CanonicalPackage(document, isIgnored).part(document.main);
  return body.kind === "story" ? body.lines : [];
}

function withoutChosen(line: string, lists: Map<string, number>): string {
  // The result of a cross-reference was computed at another time.
  if (/REF _Ref\d/.test(line)) return "";
  return (
    line
      .replaceAll(/(<w:(?:footnote|endnote|comment)Reference) w:id=-?\d+/g, "$1")
      .replaceAll(/r:id=[^ >]+/g, "r:id")
      // The width of new columns depends on the page and on the columns at the time of the edit.
      .replaceAll(/(<w:(?:gridCol|tcW)) [^>]*/g, "$1")
      .replaceAll(/<w:numId w:val=(\d+)/g, (_, id: string) => {
        if (!lists.has(id)) lists.set(id, lists.size + 1);
        return `<w:numId w:val=${lists.get(id)}`;
      })
  );
}
