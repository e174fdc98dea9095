// The body of a document as lines of markup, without what its writer was free to choose: ids, and the numbers of lists.

import { CanonicalPackage } from "../../corpus/edit/canonical/canonical-package.ts";
import { openCorpusDocument } from "../../corpus/read-document.ts";

export function bodyLines(bytes: Uint8Array): string[] {
  const document = openCorpusDocument(bytes);
  const body = new CanonicalPackage(document).part(document.main);
  const lists = new Map<string, number>();
  const lines = body.kind === "story" ? body.lines : [];
  return lines.map((line) => withoutChosen(line, lists));
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
