// Flattens properties to one entry per value, equal for different spellings of the same value.
//
// `<w:spacing w:before="0120" w:line="240"/>` gives two entries, `<w:b/>` and `<w:b w:val="on"/>` give the same one,
// `<w:ind/>` gives none. Properties that no reader sees give no entry, such as the language for spell checking and
// traces of editing.

import type { NameTest } from "../../ooxml/xml/name-set.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { type Attribute, NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";

/** Maps a path of names to the value. */
export type Said = ReadonlyMap<string, string>;

export interface SaidRules {
  /** Children that are not properties, or that are compared elsewhere. */
  readonly leftOut: NameTest;
  /**
   * Returns the name of a style for both sides, given the element that refers to it; undefined if the element refers to
   * no style.
   */
  styleName(element: NameId, id: string): string | undefined;
}

/** Properties that change nothing on the page. */
const UNSEEN: ReadonlySet<string> = new Set(["lang", "noProof", "webHidden", "printerSettings"]);
const UNSEEN_ATTRIBUTES: ReadonlySet<string> = new Set(["hint"]);

/** On/off properties: an element that is not set to off is on. */
export const SWITCHES: ReadonlySet<string> = new Set(
  "b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint vanish snapToGrid rtl cs specVanish oMath keepNext keepLines pageBreakBefore widowControl suppressLineNumbers suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd contextualSpacing mirrorIndents suppressOverlap cantSplit tblHeader hidden noWrap hideMark tcFitText formProt noEndnote titlePg rtlGutter bidiVisual".split(
    " ",
  ),
);

const OFF: ReadonlySet<string> = new Set(["0", "false", "off"]);

export function readSaid(tree: Tree, properties: NodeId, rules: SaidRules): Map<string, string> {
  const said = new Map<string, string>();
  if (properties === NONE) return said;
  for (let child = tree.firstChild(properties); child !== NONE; child = tree.nextSibling(child)) {
    const name = tree.name(child);
    if (!tree.isElement(child) || rules.leftOut.has(name)) continue;
    collect({ tree, node: child, path: tree.names.local(name) }, rules, said);
  }
  // Attributes of the properties element itself: only w:sectPr has some.
  for (const { local, value } of attributesOf(tree, properties)) said.set(`@${local}`, value);
  return said;
}

interface PropertyPath {
  readonly tree: Tree;
  readonly node: NodeId;
  readonly path: string;
}

function collect({ tree, node, path }: PropertyPath, rules: SaidRules, said: Map<string, string>): void {
  const name = tree.name(node);
  const local = tree.names.local(name);
  if (UNSEEN.has(local)) return;
  const attributes = shownAttributes(local, attributesOf(tree, node));
  if (SWITCHES.has(local)) {
    const value = attributes.find((attribute) => attribute.local === "val")?.value;
    said.set(path, value === undefined || !OFF.has(value) ? "on" : "off");
    return;
  }
  for (const attribute of attributes) addAttribute({ attribute, name, path }, rules, said);
  const counts = new Map<string, number>();
  let hasChildren = false;
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    if (!tree.isElement(child)) continue;
    hasChildren = true;
    const inner = tree.names.local(tree.name(child));
    const count = (counts.get(inner) ?? 0) + 1;
    counts.set(inner, count);
    collect({ tree, node: child, path: `${path}/${inner}${count === 1 ? "" : count}` }, rules, said);
  }
  if (attributes.length === 0 && !hasChildren && !CONTAINERS.has(local)) said.set(path, "on");
}

/** The colour of an underline shows only if there is an underline. */
function shownAttributes(element: string, attributes: readonly Named[]): readonly Named[] {
  if (element !== "u") return attributes;
  const line = attributes.find(({ local }) => local === "val")?.value ?? "none";
  return line === "none" ? attributes.filter(({ local }) => local === "val") : attributes;
}

/** Elements that have no meaning without attributes and children. */
const CONTAINERS: ReadonlySet<string> = new Set(
  "ind u spacing tabs pBdr rFonts shd bdr tcBorders tblBorders tcMar tblCellMar pgBorders pgMar pgSz cols numPr framePr tblLook".split(
    " ",
  ),
);

interface Owned {
  readonly attribute: Named;
  readonly name: NameId;
  readonly path: string;
}

function addAttribute({ attribute, name, path }: Owned, rules: SaidRules, said: Map<string, string>): void {
  const { local, value } = attribute;
  if (local === "val") {
    const style = rules.styleName(name, value);
    if (style !== "") said.set(path, style ?? plainValue(value));
    return;
  }
  said.set(`${path}@${SIDES.get(local) ?? local}`, plainValue(value));
}

/** Maps the side names of the strict dialect to those of the transitional one. */
const SIDES: ReadonlyMap<string, string> = new Map([
  ["start", "left"],
  ["end", "right"],
  ["startChars", "leftChars"],
  ["endChars", "rightChars"],
]);

/** Removes leading zeros from numbers, writes colours in capitals and gives each side one name. */
function plainValue(value: string): string {
  if (/^0+\d/.test(value) && /^\d+$/.test(value)) return value.replace(/^0+(?=\d)/, "");
  if (/^[0-9a-fA-F]{6}$/.test(value)) return value.toUpperCase();
  return SIDES.get(value) ?? value;
}

interface Named {
  readonly local: string;
  readonly value: string;
}

/** Returns the attributes with a meaning, by local name. */
function attributesOf(tree: Tree, node: NodeId): Named[] {
  return tree.attributes(node).flatMap(({ name, written, value }: Attribute): Named[] => {
    if (written.startsWith("xmlns")) return [];
    const local = tree.names.local(name);
    return UNSEEN_ATTRIBUTES.has(local) || local.startsWith("rsid") ? [] : [{ local, value }];
  });
}

/** Returns one string, equal for equal properties. */
export function saidText(said: Said): string {
  if (said.size === 0) return "";
  return [...said]
    .map(([path, value]) => `${path}=${value}`)
    .sort()
    .join("\n");
}
