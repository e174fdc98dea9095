// Reads the settings that affect other parts of the document, or that an edit may change.

import { readChildren, readingOf } from "../ooxml/parts/compatibility.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import type { WordDocument } from "./open-document.ts";
import { partsOf } from "./text/stories.ts";
import { childValue, isOn, isOnValue, twips } from "./values.ts";
import { understood, W } from "./word-names.ts";

export interface Protection {
  readonly node: NodeId;
  /** As written, normally readOnly, comments, trackedChanges, forms or none. `none` if it is missing. */
  readonly edit: string;
  readonly isEnforced: boolean;
  readonly hasPassword: boolean;
}

export interface Settings {
  /** The part and its tree; undefined if the document has none. */
  readonly source: { readonly part: string; readonly tree: Tree } | undefined;
  readonly trackRevisions: boolean;
  readonly protection: Protection | undefined;
  readonly removePersonalInformation: boolean;
  readonly evenAndOddHeaders: boolean;
  /** True if lines may break in words. */
  readonly autoHyphenation: boolean;
  /** In twentieths of a point. Default: 720. */
  readonly defaultTabStop: number;
  /** Version of Word whose layout the document requests: 15 for Word 2013 and later. Default: 12. */
  readonly compatibilityMode: number;
  /** The w:footnotePr and w:endnotePr of the whole document, or NONE. */
  readonly notes: { readonly footnote: NodeId; readonly endnote: NodeId };
}

/** Half an inch, the default of the format (ISO 29500-1, 17.15.1.25: 720). */
const DEFAULT_TAB_STOP = 720;
/** Word lays out a file without a mode as Word 2007 does. */
const OLDEST_MODE = 12;

const NO_SETTINGS: Settings = {
  source: undefined,
  trackRevisions: false,
  protection: undefined,
  removePersonalInformation: false,
  evenAndOddHeaders: false,
  autoHyphenation: false,
  defaultTabStop: DEFAULT_TAB_STOP,
  compatibilityMode: OLDEST_MODE,
  notes: { footnote: NONE, endnote: NONE },
};

export function readSettings(document: WordDocument): Settings {
  const [part] = partsOf(document, "settings");
  if (part === undefined) return NO_SETTINGS;
  const tree = document.package.tree(part);
  const { root } = tree;
  return {
    source: { part, tree },
    trackRevisions: isOn(tree, root, W.trackRevisions),
    protection: readProtection(tree),
    removePersonalInformation: isOn(tree, root, W.removePersonalInformation),
    evenAndOddHeaders: isOn(tree, root, W.evenAndOddHeaders),
    autoHyphenation: isOn(tree, root, W.autoHyphenation),
    defaultTabStop: twips(childValue(tree, root, W.defaultTabStop)) ?? DEFAULT_TAB_STOP,
    compatibilityMode: readMode(tree),
    notes: { footnote: tree.child(root, W.footnotePr), endnote: tree.child(root, W.endnotePr) },
  };
}

const PASSWORDS: readonly NameId[] = [W.hash, W.hashValue];

function readProtection(tree: Tree): Protection | undefined {
  const node = tree.child(tree.root, W.documentProtection);
  if (node === NONE) return undefined;
  const enforcement = tree.attribute(node, W.enforcement);
  return {
    node,
    edit: tree.attribute(node, W.edit) ?? "none",
    isEnforced: enforcement !== undefined && isOnValue(enforcement),
    hasPassword: PASSWORDS.some((name) => (tree.attribute(node, name) ?? "") !== ""),
  };
}

function readMode(tree: Tree): number {
  const compat = tree.child(tree.root, W.compat);
  if (compat === NONE) return OLDEST_MODE;
  const settings = [...readChildren(tree, compat, readingOf(tree, understood))];
  const mode = settings.find((node) => tree.attribute(node, W.name) === "compatibilityMode");
  const value = mode === undefined ? undefined : tree.attribute(mode, W.val);
  return value !== undefined && /^\d{1,3}$/.test(value) ? Number(value) : OLDEST_MODE;
}
