// The body of a document as lines of markup, without what its writer was free to choose: ids, and the numbers of lists.

import { NONE } from "@versus/engine/inside";
import { CanonicalPackage } from "../../corpus/edit/canonical/canonical-package.ts";
import type { ElementName } from "../../corpus/edit/canonical/element-text.ts";
import { openCorpusDocument } from "../../corpus/read-document.ts";

/** Lines do not tell these. */
export interface Untold {
  /** Numbers of paragraphs of which it is told how many references to comments are in them, not where. */
  readonly references: ReadonlySet<number>;
  /** False if it is not told either how many there are. */
  readonly isCounted?: boolean;
  /** True if text that is deleted, but undecided, is left out. */
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
 * Puts content controls without content last. Deleting the table in a control leaves the control, which shows nothing; new blocks that must
 * stand before the table (EDT-38, EDT-55) then stand before the control too.
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
  // What a cross-reference shows was computed at another time.
  if (/REF _Ref\d/.test(line)) return "";
  return (
    line
      .replaceAll(/(<w:(?:footnote|endnote|comment)Reference) w:id=-?\d+/g, "$1")
      .replaceAll(/r:id=[^ >]+/g, "r:id")
      // How wide new columns are hangs on the page and the columns as they are when their turn comes.
      .replaceAll(/(<w:(?:gridCol|tcW)) [^>]*/g, "$1")
      .replaceAll(/<w:numId w:val=(\d+)/g, (_, id: string) => {
        if (!lists.has(id)) lists.set(id, lists.size + 1);
        return `<w:numId w:val=${lists.get(id)}`;
      })
  );
}
