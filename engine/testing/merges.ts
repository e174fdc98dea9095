// Makes merged documents by hand, for tests: labels, spots of conflicts, comments and record.
//
// There are two revisions, "a, final.docx" by "Ann, Ltd" and "b.docx" by "Bea". The labels of changes are A, B and AB.

import {
  conflictBookmark,
  type MergeRecord,
  propertyBookmark,
  writeMergeRecord,
} from "../src/document/merge-record.ts";
import type { WordDocument } from "../src/document/open-document.ts";
import { open, type PartName, r } from "./documents.ts";
import { del, ins } from "./redlines.ts";

const MADE = 'w:date="2026-01-02T03:04:05Z"';
const NAMES = { A: "Ann, Ltd", B: "Bea", AB: "Ann, Ltd, Bea" } as const;
export type Label = keyof typeof NAMES;

/** Returns the author and date attributes of a tracked element. */
export function by(label: Label): string {
  return `w:author="${NAMES[label]}" ${MADE}`;
}

export const inserted = (id: number, text: string, label: Label): string => ins(id, text, by(label));
export const deleted = (id: number, text: string, label: Label): string => del(id, text, by(label));

/** Returns one spot of a conflict. The first spot has a comment with the id of the conflict. */
export function spot(id: number, number: number, content: string): string {
  const mark = id * 100 + number;
  const marked = `<w:bookmarkStart w:id="${mark}" w:name="${conflictBookmark(id, number)}"/>${content}<w:bookmarkEnd w:id="${mark}"/>`;
  return number === 1 ? commented(id, marked) : marked;
}

/** Returns the text of a property conflict, with its comment. */
export function propertySpot(id: number, content: string): string {
  return commented(
    id,
    `<w:bookmarkStart w:id="${id * 100}" w:name="${propertyBookmark(id)}"/>${content}<w:bookmarkEnd w:id="${id * 100}"/>`,
  );
}

export function commented(id: number, content: string): string {
  return `<w:commentRangeStart w:id="${id}"/>${content}<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
}

function comment(id: number, author: string): string {
  return `<w:comment w:id="${id}" w:author="${author}"><w:p w14:paraId="7700000${id}">${r(`c${id}`)}</w:p></w:comment>`;
}

const RECORD: MergeRecord = {
  revisions: [
    { name: "a, final.docx", author: NAMES.A },
    { name: "b.docx", author: NAMES.B },
  ],
  labels: [
    { author: NAMES.A, revisions: [0] },
    { author: NAMES.B, revisions: [1] },
    { author: NAMES.AB, revisions: [0, 1] },
  ],
  conflicts: [],
};

interface MergeParts {
  readonly conflicts?: MergeRecord["conflicts"];
  /** Maps comment ids to the authors of comments that Versus did not write. */
  readonly comments?: Readonly<Record<number, string>>;
  readonly parts?: Partial<Record<PartName, string>>;
}

/** Returns a merge with one comment per conflict. */
export function merged(body: string, { conflicts = [], comments = {}, parts = {} }: MergeParts = {}): WordDocument {
  const ours = conflicts.map(({ id }) => comment(id, "Versus"));
  const others = Object.entries(comments).map(([id, author]) => comment(Number(id), author));
  const document = open(body, { ...parts, comments: [...ours, ...others].join("") });
  writeMergeRecord(document, { ...RECORD, conflicts });
  return document;
}
