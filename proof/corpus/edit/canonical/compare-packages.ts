// Compares two packages part by part. Reports the first difference of each part.
//
// A difference has both lines or elements if the part has any. Against the upload, untracked differences are permitted
// if the request can cause them (`untracked-effects.ts`).

import type { WordDocument } from "@versus/engine/inside";
import { firstDifference } from "../../../runner/first-difference.ts";
import { type CanonicalElement, CanonicalPackage, type CanonicalPart } from "./canonical-package.ts";
import { attributeOf, type ElementName } from "./element-text.ts";
import type { Effects } from "./untracked-effects.ts";

export interface PartDifference {
  /** The part and the kind of difference, without any text of the document. */
  readonly place: string;
  readonly wanted: string;
  readonly found: string;
}

/** The data of an uploaded document for comparisons, read once for all requests on it. */
export class UploadedPackage extends CanonicalPackage {
  readonly comments: ReadonlySet<string>;
  readonly relationships: ReadonlySet<string>;

  constructor(document: WordDocument) {
    super(document, isBinding);
    const { package: opened, main } = document;
    const comments = opened.relationships(main).find(({ kind }) => kind === "comments")?.part;
    const part = comments !== undefined && opened.has(comments) ? this.part(comments) : undefined;
    this.comments = new Set(part?.kind === "elements" ? part.elements.map(({ id }) => id) : []);
    this.relationships = new Set(opened.relationships(main).map(({ id }) => id));
  }
}

/**
 * True for a data binding. A control whose text is edited loses its data binding, because Word would overwrite the
 * text.
 */
function isBinding({ name }: ElementName): boolean {
  return name.endsWith("dataBinding");
}

/**
 * Returns where a document, with the request's changes rejected, differs from the uploaded one. The untracked effects
 * of the request are left out.
 */
export function differencesFromUpload(
  upload: UploadedPackage,
  rejected: WordDocument,
  effects: Effects,
): PartDifference[] {
  const isNew = ({ tree, node, name }: ElementName): boolean => {
    const id = (): string => attributeOf(tree, node, "id") ?? "";
    if (effects.comments && /^w:comment(?:RangeStart|RangeEnd|Reference)$/.test(name))
      return !upload.comments.has(id());
    return effects.headers && /^w:(?:header|footer)Reference$/.test(name) && !upload.relationships.has(id());
  };
  const result = new CanonicalPackage(rejected, (element) => isBinding(element) || isNew(element));
  const lost = upload.names.filter((name) => !result.has(name)).map((name) => difference(`${name} is gone`));
  const added = result.names.filter((name) => !upload.has(name) && !isAllowedPart(result, name, effects));
  const shared = upload.names.filter((name) => result.has(name) && !isSameEntry(upload, result, name));
  return [
    ...lost,
    ...added.map((name) => difference(`${name} is new`)),
    ...shared.flatMap((name) => compareParts(name, [upload.part(name), result.part(name)], effects)),
  ];
}

/** Returns where a clean copy differs from the redline with the request's changes accepted. */
export function differencesFromAccepted(accepted: WordDocument, clean: WordDocument): PartDifference[] {
  const [one, other] = [new CanonicalPackage(accepted), new CanonicalPackage(clean)];
  const names = [...new Set([...one.names, ...other.names])];
  return names.flatMap((name) => {
    if (!one.has(name) || !other.has(name)) return [difference(`${name} is in one of both`)];
    if (isSameEntry(one, other, name)) return [];
    return compareParts(name, [one.part(name), other.part(name)], undefined);
  });
}

function isSameEntry(one: CanonicalPackage, other: CanonicalPackage, name: string): boolean {
  return one.document.package.isPackedAlike(name, other.document.package, name);
}

function isAllowedPart(result: CanonicalPackage, name: string, { parts }: Effects): boolean {
  const own = name.replace(/_rels\/([^/]*)\.rels$/i, "$1");
  if (own === result.document.main) return parts.size > 0;
  const kind = result.kindOf(own);
  return kind !== undefined && parts.has(kind);
}

function compareParts(
  name: string,
  [wanted, found]: readonly [CanonicalPart, CanonicalPart],
  effects: Effects | undefined,
): PartDifference[] {
  if (wanted.kind === "story" && found.kind === "story") return compareStories(name, [wanted, found], effects);
  if (wanted.kind === "elements" && found.kind === "elements") {
    return compareElements(name, [wanted.elements, found.elements], effects);
  }
  const isSame = wanted.kind === "bytes" && found.kind === "bytes" && wanted.digest === found.digest;
  return isSame ? [] : [difference(`${name} has other bytes`)];
}

type Story = Extract<CanonicalPart, { kind: "story" }>;

function compareStories(
  name: string,
  [wanted, found]: readonly [Story, Story],
  effects: Effects | undefined,
): PartDifference[] {
  const at = firstDifference(wanted.lines, found.lines);
  if (at !== undefined) {
    const counts =
      wanted.lines.length === found.lines.length ? "" : `, ${wanted.lines.length} and ${found.lines.length}`;
    return [{ place: `${name} line ${at}${counts}`, wanted: wanted.lines[at] ?? "", found: found.lines[at] ?? "" }];
  }
  return compareAnchors(name, [wanted.anchors, found.anchors], effects);
}

/** A request may add a hidden bookmark. All other anchors must keep their positions. */
function compareAnchors(
  name: string,
  [wanted, found]: readonly [ReadonlyMap<string, number>, ReadonlyMap<string, number>],
  effects: Effects | undefined,
): PartDifference[] {
  const moved = [...wanted].find(([anchor, place]) => found.get(anchor) !== place);
  const added = [...found.keys()].find(
    (anchor) => !wanted.has(anchor) && !(effects?.bookmarks && /^bookmark\w+ _/.test(anchor)),
  );
  const anchor = moved?.[0] ?? added;
  if (anchor === undefined) return [];
  const [kind] = anchor.split(" ");
  return [
    { place: `${name} ${kind}`, wanted: `${anchor} ${wanted.get(anchor)}`, found: `${anchor} ${found.get(anchor)}` },
  ];
}

type Elements = readonly CanonicalElement[];

function compareElements(
  name: string,
  [wanted, found]: readonly [Elements, Elements],
  effects: Effects | undefined,
): PartDifference[] {
  const kept = effects === undefined ? [wanted, found] : withoutEffects(name, [wanted, found], effects);
  const [before, after] = kept.map((list) => list.map(({ text }) => text)) as [string[], string[]];
  const at = firstDifference(before, after);
  if (at === undefined) return [];
  return [{ place: `${name} element ${at}`, wanted: before[at] ?? "", found: after[at] ?? "" }];
}

function withoutEffects(
  name: string,
  [wanted, found]: readonly [Elements, Elements],
  effects: Effects,
): readonly [Elements, Elements] {
  const key = ({ name: own, id }: CanonicalElement): string => `${own} ${id}`;
  const known = new Set(wanted.map(key));
  const isFree = isFreeIn(name, effects);
  const isNew = mayBeNew(name, effects);
  return [
    wanted.filter((element) => !isFree(element)),
    found.filter((element) => !isFree(element) && (known.has(key(element)) || !isNew(element))),
  ];
}

/** Returns a predicate for elements that the request may replace. */
function isFreeIn(part: string, { settings, authors, comments }: Effects): (element: CanonicalElement) => boolean {
  if (/settings\.xml$/i.test(part)) return ({ name }) => settings.has(name);
  if (/core\.xml$/i.test(part) && authors) return ({ name }) => /(?:creator|lastModifiedBy)$/.test(name);
  if (/commentsExtended\.xml$/i.test(part) && comments) return () => true;
  return () => false;
}

/** Returns a predicate for elements that the request may add. */
function mayBeNew(part: string, effects: Effects): (element: CanonicalElement) => boolean {
  if (/\[Content_Types\]\.xml$|\.rels$/i.test(part)) return () => effects.parts.size > 0;
  if (/styles\.xml$/i.test(part)) return ({ id }) => effects.styles.test(id);
  if (/numbering\.xml$/i.test(part)) return () => effects.lists;
  if (/comments\w*\.xml$|people\.xml$/i.test(part)) return () => effects.comments;
  return () => false;
}

function difference(place: string): PartDifference {
  return { place, wanted: "", found: "" };
}
