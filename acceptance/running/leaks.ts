// Finds the planted words (`documents/markers.ts`) where they must not be.
//
// A report of a find names its location and the count, never the word or the text around it.

import { MARKER_START, type MarkerKind, markers } from "../documents/markers.ts";

/** A row as text, by column. */
export type Row = Readonly<Record<string, string | null>>;

interface Allowed {
  readonly kinds: readonly MarkerKind[];
  readonly because: string;
}

const names: readonly MarkerKind[] = ["name"];
const SHOWN = "the object shows it while it is alive";

/** Maps a column to the markers that its rows may contain until their owner's content is deleted. */
const allowedInRows: Readonly<Record<string, Allowed>> = {
  "public.comparisons.original_name": { kinds: names, because: SHOWN },
  "public.comparisons.modified_name": { kinds: names, because: SHOWN },
  "public.comparisons.author": { kinds: ["author", "name"], because: `${SHOWN}; by default it ends in a name` },
  "public.merges.original_name": { kinds: names, because: SHOWN },
  "public.merges.revisions": { kinds: ["author", "name"], because: "the names of its revisions, and their authors" },
  "public.files.file_name": { kinds: names, because: SHOWN },
  "public.creations.file_name": { kinds: names, because: SHOWN },
  "public.edits.file_name": { kinds: names, because: SHOWN },
  "public.edits.author": { kinds: ["author"], because: SHOWN },
  "public.documents.name": { kinds: names, because: `${SHOWN}; by default it is that of the file` },
  "public.versions.name": { kinds: names, because: `${SHOWN}; by default it is that of the file` },
  "public.versions.file_name": { kinds: names, because: SHOWN },
  "public.versions.author": { kinds: ["author"], because: SHOWN },
  "public.artifacts.file_name": { kinds: names, because: "a download has the name of what it was made of" },
  "public.idempotency.body": { kinds: names, because: "the reply that is given again tells the name of the upload" },
};

/** Maps a field to the markers that a refusal may contain there. The record of a failed job may contain none. */
const allowedInRefusals: Readonly<Record<string, Allowed>> = {
  message: { kinds: ["selector"], because: "it tells the caller which of its selectors it means" },
  "details.message": { kinds: ["selector"], because: "the same, of one edit" },
  "details.allowed": { kinds: ["author", "name"], because: "decisions are told the authors and revisions there are" },
  "details.did_you_mean": { kinds: ["author", "name"], because: "the same, of the nearest" },
  "details.context": { kinds: ["selector"], because: "it shows where the selector was looked for" },
};

const kinds = new Map(markers.map(({ word, kind }) => [word, kind]));
const anyMarker = new RegExp(`${MARKER_START}[a-z]{8}`, "gi");

/** Returns the kinds of the planted words in a text. */
function kindsIn(text: string): MarkerKind[] {
  const found = [...text.matchAll(anyMarker)].map(([word]) => kinds.get(word.toLowerCase()));
  return found.filter((kind) => kind !== undefined);
}

/** Counts finds by location. */
export class Finds {
  /** Locations of words that are permitted there. If a search finds none of them, the search does not work. */
  readonly allowed = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** Searches a text that may contain words of some kinds. */
  look(place: string, text: string, allowed: readonly MarkerKind[] = []): void {
    for (const kind of kindsIn(text)) {
      if (allowed.includes(kind)) this.allowed.add(`${place} (${kind})`);
      else this.add(`${place} (${kind})`);
    }
  }

  add(place: string): void {
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1);
  }

  /** One line per location; empty without finds. */
  get told(): readonly string[] {
    return [...this.#counts].map(([place, count]) => `${place}: ${count}`).sort();
  }
}

/** Searches a row of a table; `deleted` are the owners whose content is deleted. */
export function lookAtRow(finds: Finds, table: string, row: Row, deleted: ReadonlySet<string>): void {
  const isGone = (row.deleted_at ?? null) !== null || deleted.has(row.owner_id ?? "");
  for (const [column, value] of Object.entries(row)) {
    const place = `${table}.${column}`;
    if (value !== null) lookAtValue(finds, { place, value, isGone });
  }
}

interface Value {
  readonly place: string;
  readonly value: string;
  readonly isGone: boolean;
}

function lookAtValue(finds: Finds, { place, value, isGone }: Value): void {
  // Bytes are written as hexadecimal digits.
  const text = value.startsWith("\\x") ? Buffer.from(value.slice(2), "hex").toString("latin1") : value;
  if (isGone) finds.look(`${place} of what is deleted`, text);
  else finds.look(place, text, allowedInRows[place]?.kinds);
}

/** Searches the refusal of a call, or the error in the record of a failed job. */
export function lookAtError(finds: Finds, error: unknown, isRefusal: boolean): void {
  const walk = (value: unknown, path: readonly string[]): void => {
    if (typeof value === "object" && value !== null) {
      // Indexes in a list are not part of the location.
      const isList = Array.isArray(value);
      for (const [name, inner] of Object.entries(value)) walk(inner, isList ? path : [...path, name]);
      return;
    }
    const place = path.join(".");
    const who = isRefusal ? "refusals" : "failed jobs";
    finds.look(`${who}: ${place}`, String(value), isRefusal ? allowedInRefusals[place]?.kinds : []);
  };
  walk(error, []);
}

/** Patterns that only an unencrypted Word document contains; long enough not to match encrypted bytes by chance. */
const plainSigns: Readonly<Record<string, RegExp>> = {
  "an entry of an archive": /PK\x03\x04[\x0a-\x3f]\x00/,
  "the text of a document": /<w:t[ >]/,
  "the name of a part": /word\/document\.xml/,
};

/** Searches the bytes of an object. */
export function lookAtObject(finds: Finds, content: Buffer): void {
  const text = content.toString("latin1");
  if (text.includes(MARKER_START)) finds.look("objects", text);
  for (const [sign, pattern] of Object.entries(plainSigns)) if (pattern.test(text)) finds.add(`objects (${sign})`);
}
