// What each part is: the content types of a package, read from and written to their own part.
//
// A type is given for one part (Override) or for a file extension (Default); both compare without
// regard to case. Changes go through the tree, so a line nobody touched keeps its bytes.

import { PLAIN } from "../xml/names.ts";
import { NONE, type NodeId, type Tree } from "../xml/tree.ts";
import { CT } from "./package-names.ts";
import { foldName } from "./part-names.ts";

export function readContentType(types: Tree, part: string): string | undefined {
  const override = findOverride(types, part);
  const entry = override === NONE ? findDefault(types, extensionOf(part)) : override;
  return entry === NONE ? undefined : types.attribute(entry, PLAIN.ContentType);
}

/** Gives a part its type: nothing to write where its extension already says so. */
export function writeContentType(types: Tree, part: string, contentType: string): void {
  if (readContentType(types, part) === contentType) return;
  const override = findOverride(types, part);
  if (override !== NONE) {
    types.setAttribute(override, PLAIN.ContentType, contentType);
    return;
  }
  const added = types.element(CT.Override, [
    [PLAIN.PartName, `/${part}`],
    [PLAIN.ContentType, contentType],
  ]);
  types.append(types.root, added);
}

export function removeContentType(types: Tree, part: string): void {
  const override = findOverride(types, part);
  if (override !== NONE) types.remove(override);
}

function findOverride(types: Tree, part: string): NodeId {
  const wanted = foldName(`/${part}`);
  return findEntry(types, (entry) => {
    const isOverride = types.name(entry) === CT.Override;
    return isOverride && foldName(types.attribute(entry, PLAIN.PartName) ?? "") === wanted;
  });
}

function findDefault(types: Tree, extension: string): NodeId {
  return findEntry(types, (entry) => {
    const isDefault = types.name(entry) === CT.Default;
    return isDefault && foldName(types.attribute(entry, PLAIN.Extension) ?? "") === extension;
  });
}

function findEntry(types: Tree, isWanted: (entry: NodeId) => boolean): NodeId {
  let entry = types.firstChild(types.root);
  while (entry !== NONE && !isWanted(entry)) entry = types.nextSibling(entry);
  return entry;
}

function extensionOf(part: string): string {
  return foldName(part.slice(part.lastIndexOf(".") + 1));
}
