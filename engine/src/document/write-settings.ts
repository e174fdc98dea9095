// Writes settings that an edit may change, and clears the authors in the file properties.
//
// The order of settings is fixed (ISO 29500-1, A.1). The writer inserts each setting after those that precede it in this order.

import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { readFileProperties } from "./formatting/properties.ts";
import { partOfKind } from "./made-parts.ts";
import type { WordDocument } from "./open-document.ts";
import { W } from "./word-names.ts";

/**
 * A password as documents store it, in Base64: the salted SHA-512 of the key that Word derives from it, hashed again
 * `spinCount` times.
 */
export interface PasswordHash {
  readonly hash: string;
  readonly salt: string;
  readonly spinCount: number;
}

export interface ProtectionChange {
  readonly edit: "trackedChanges" | "readOnly" | "comments";
  readonly password: PasswordHash | undefined;
}

/** The settings to change; an undefined field keeps the setting. */
export interface SettingsChange {
  readonly trackRevisions?: boolean;
  /** Replaces the existing protection; false removes it. */
  readonly protection?: ProtectionChange | false;
  readonly removePersonalInformation?: boolean;
}

export function writeSettings(document: WordDocument, change: SettingsChange): void {
  const { trackRevisions, protection, removePersonalInformation } = change;
  const tree = document.package.tree(partOfKind(document, "settings"));
  const flag = (name: NameId, isOn: boolean): void => put(tree, name, isOn ? tree.element(name) : NONE);
  if (removePersonalInformation !== undefined) flag(W.removePersonalInformation, removePersonalInformation);
  if (trackRevisions !== undefined) flag(W.trackRevisions, trackRevisions);
  if (protection === undefined) return;
  put(tree, W.documentProtection, protection === false ? NONE : protectionElement(document, tree, protection));
}

/** Clears the names of the creator and of the last person who saved the file. */
export function clearAuthors(document: WordDocument): void {
  const { source, properties } = readFileProperties(document).core;
  if (source === undefined) return;
  for (const { name, node } of properties) {
    if (name !== "creator" && name !== "lastModifiedBy") continue;
    for (const child of source.tree.children(node)) source.tree.remove(child);
  }
}

/** Inserts a setting at its position and removes existing ones of the name. NONE inserts nothing. */
function put(tree: Tree, name: NameId, node: NodeId): void {
  for (const child of tree.children(tree.root)) if (tree.name(child) === name) tree.remove(child);
  if (node === NONE) return;
  const earlier = new Set(ORDER.slice(0, ORDER.indexOf(tree.names.local(name))));
  const isEarlier = (child: NodeId): boolean =>
    !tree.isElement(child) || earlier.has(tree.names.local(tree.name(child)));
  tree.insertBefore(tree.root, node, tree.children(tree.root).find((child) => !isEarlier(child)) ?? NONE);
}

/** Names of settings in the order of the schema, up to the last one that is written here. */
const ORDER: readonly string[] =
  "writeProtection view zoom removePersonalInformation removeDateAndTime doNotDisplayPageBoundaries displayBackgroundShape printPostScriptOverText printFractionalCharacterWidth printFormsData embedTrueTypeFonts embedSystemFonts saveSubsetFonts saveFormsData mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader bordersDoNotSurroundFooter gutterAtTop hideSpellingErrors hideGrammaticalErrors activeWritingStyle proofState formsDesign attachedTemplate linkStyles stylePaneFormatFilter stylePaneSortMethod documentType mailMerge revisionView trackRevisions doNotTrackMoves doNotTrackFormatting documentProtection".split(
    " ",
  );

/**
 * Returns the element as Word writes it: with the number of the algorithm in a transitional document, with its name in a strict
 * one.
 */
function protectionElement(document: WordDocument, tree: Tree, { edit, password }: ProtectionChange): NodeId {
  const attributes: (readonly [NameId, string])[] = [
    [W.edit, edit],
    [W.enforcement, "1"],
  ];
  if (password !== undefined) {
    const { hash, salt, spinCount } = password;
    // attributes
    const transitional = [
      [W.cryptProviderType, "rsaAES"],
      [W.cryptAlgorithmClass, "hash"],
      [W.cryptAlgorithmType, "typeAny"],
      [W.cryptAlgorithmSid, SHA_512],
      [W.cryptSpinCount, String(spinCount)],
      [W.hash, hash],
      [W.salt, salt],
    ] as const;
    const strict = [
      [W.algorithmName, "SHA-512"],
      [W.hashValue, hash],
      [W.saltValue, salt],
      [W.spinCount, String(spinCount)],
    ] as const;
    attributes.push(...(document.package.dialect === "strict" ? strict : transitional));
  }
  return tree.element(W.documentProtection, attributes);
}

/** Number of SHA-512 (ISO 29500-4, 14.8.1). */
const SHA_512 = "14";
