// Finds fields whose codes differ only in words that show nothing (FMT-46).
//
// A field is paired with the field of the same number among those of its shown code, if both parts of the documents have
// equally many. Otherwise it takes the code of the other document if that writes all such fields in one way.

import { codeWords } from "../../document/marks/fields.ts";
import { shownCode } from "../../document/marks/shown-codes.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { storiesOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";

interface WrittenCode {
  readonly code: string;
  readonly write: (code: string) => void;
}

/** Returns the changes that give the fields of a document the codes that another document writes for the same. */
export function codeChanges(document: WordDocument, like: WordDocument): (() => void)[] {
  const [codes, others] = [codesOf(document), codesOf(like)].map((all) =>
    Map.groupBy(all, ({ code }) => shownCode(code)),
  );
  return [...codes!].flatMap(([shown, ones]) => {
    const found = others!.get(shown) ?? [];
    const areEqual = new Set(found.map(({ code }) => codeWords(code))).size === 1;
    return ones.flatMap(({ code, write }, at) => {
      const other = found.length === ones.length ? found[at] : areEqual ? found[0] : undefined;
      return other === undefined || codeWords(other.code) === codeWords(code) ? [] : [() => write(other.code)];
    });
  });
}

// policy: the elements that hold codes, and the marks around them
const FIELDS: ReadonlySet<NameId> = new Set([W.fldChar, W.instrText, W.fldSimple]);

function codesOf(document: WordDocument): WrittenCode[] {
  const trees = new Set(storiesOf(document).map(({ tree }) => tree));
  return [...trees].flatMap((tree) => codesIn(tree));
}

/** Returns the codes of a part. Fields inside the code of another field are not part of its own code. */
function codesIn(tree: Tree): WrittenCode[] {
  const found: WrittenCode[] = [];
  const open: { readonly texts: NodeId[]; isRead: boolean }[] = [];
  for (const node of elementsNamed(tree, FIELDS)) {
    const name = tree.name(node);
    const type = tree.attribute(node, W.fldCharType);
    if (name === W.fldSimple) {
      const code = tree.attribute(node, W.instr) ?? "";
      found.push({ code, write: (given) => tree.setAttribute(node, W.instr, given) });
    } else if (name === W.instrText) {
      const field = open.at(-1);
      if (field?.isRead === false) field.texts.push(...tree.children(node));
    } else if (type === "begin") open.push({ texts: [], isRead: false });
    else if (type === "separate" && open.length > 0) open.at(-1)!.isRead = true;
    else if (type === "end") found.push(...writtenCode(tree, open.pop()?.texts ?? []));
  }
  return found;
}

function writtenCode(tree: Tree, texts: readonly NodeId[]): WrittenCode[] {
  const [first, ...more] = texts;
  if (first === undefined) return [];
  const write = (code: string): void => {
    tree.setText(first, code);
    for (const text of more) tree.setText(text, "");
  };
  return [{ code: texts.map((text) => tree.text(text)).join(""), write }];
}
