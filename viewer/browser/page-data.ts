// Reads the data of the page: the engine's data of the document, and the options of this view.

/** An entry of the list; engine/src/render/html/data/change-list.ts writes it. */
export interface Entry {
  readonly anchor: string;
  /** The id of the change, or the number of the conflict, in the JSON. Undefined before version 3. */
  readonly id?: string | number;
  readonly kind: "change" | "comment" | "merge_conflict" | "note";
  readonly type: "insert" | "delete" | "moveFrom" | "moveTo" | "comment" | null;
  readonly text: string;
  readonly author: string;
  readonly date?: string;
  readonly revision?: string;
  /** Set only for a change of several revisions. */
  readonly revisions?: readonly string[];
  readonly move?: number;
  readonly conflict?: number;
  readonly block: string;
  readonly clause: string;
  readonly comment?: Thread;
  readonly sides?: readonly ConflictSide[];
}

export type UnitKind =
  | "replace"
  | "insert"
  | "delete"
  | "move"
  | "format"
  | "renumber"
  | "style"
  | "conflict"
  | "check";

/** A version of a conflict. Fragments of earlier versions name only the revisions and the text. */
export interface ConflictSide {
  readonly letter?: string;
  readonly revisions: readonly string[];
  readonly authors?: readonly string[];
  readonly action?: "edits" | "deletes" | "inserts" | "moves" | "formats";
  readonly destination?: string;
  readonly text: string;
}

/** One change as a reader counts it; engine/src/render/html/data/list-units.ts writes it. */
export interface Unit {
  readonly id: string;
  readonly kind: UnitKind;
  /** The ids of its changes in the JSON, which decisions name. */
  readonly ids: readonly string[];
  readonly block: string;
  readonly clause: string;
  readonly authors: readonly string[];
  readonly date?: string;
  readonly before: string;
  readonly after: string;
  readonly context: { readonly before: string; readonly after: string };
  readonly entries: readonly number[];
  readonly conflict?: number;
  readonly style?: string;
  readonly sides?: readonly ConflictSide[];
}

interface Reply {
  readonly author: string;
  readonly date?: string;
  readonly text: string;
}

export interface Thread extends Reply {
  readonly replies: readonly Reply[];
}

export interface PageSetup {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
  readonly header: number;
  readonly footer: number;
  readonly columns: number;
  readonly gap: number;
  readonly type: string;
  readonly hasTitlePage: boolean;
  readonly start?: number;
  readonly format?: string;
  readonly parts: Readonly<Record<string, number>>;
}

/** The counts of the Redline JSON. Fragments of earlier versions do not count changes. */
interface RedlineSummary {
  readonly changes?: number;
  readonly insertions: number;
  readonly deletions: number;
  readonly moves: number;
  readonly formats: number;
  readonly conflicts: number;
}

export interface PageData {
  readonly kind: "comparison" | "merge";
  readonly documents: readonly { readonly role: string; readonly name: string }[];
  readonly summary: RedlineSummary;
  readonly notices: readonly string[];
  readonly changes: readonly Entry[];
  /** Undefined in fragments before version 3, and so is `rows`. */
  readonly units?: readonly Unit[];
  /** One letter for each block of the body: `=` unchanged, `~` changed, `-` in the original alone, `+` new. */
  readonly rows?: string;
  /** The authors of a merge with their colours as RRGGBB. Undefined for a comparison. */
  readonly authors?: readonly { readonly name: string; readonly colour: string }[];
  readonly sections: readonly PageSetup[];
  readonly hasEvenPages: boolean;
  readonly tab: number;
  readonly fonts: readonly string[];
}

/** The options of what is shown. The host page may change each of them. */
export interface ViewOptions {
  showInsertions: boolean;
  showDeletions: boolean;
  showComments: boolean;
  showMergeConflicts: boolean;
  showControls: boolean;
  showChangeCards: boolean;
  showInlineChangeCards: boolean;
  showCommentCards: boolean;
  /** True if the reader may accept, reject and choose. Needs the ids of a fragment of version 3 or later. */
  showDecisions: boolean;
  theme: "light" | "dark";
}

export interface ViewSettings {
  /** The only origin with which messages are exchanged; null for no messages. */
  readonly origin: string | null;
  /** The source of the document's fonts: the page, a provider, or the reader's machine. */
  readonly fonts: "embedded" | "none" | "web";
  readonly options: ViewOptions;
}

export function readPageData(): { readonly data: PageData; readonly settings: ViewSettings } {
  const read = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? "null");
  return { data: read("vs-data") as PageData, settings: read("vs-settings") as ViewSettings };
}

/** Converts points to CSS pixels. */
export function pixels(points: number): number {
  return (points * 4) / 3;
}

/** Returns an element with a class, text and children. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = "",
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className !== "") element.className = className;
  element.append(...content);
  return element;
}
