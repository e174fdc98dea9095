// Reads the data of the page: the engine's data of the document, and the options of this view.

/** An entry of the list; engine/src/render/html/change-list.ts writes it. */
export interface Entry {
  readonly anchor: string;
  readonly kind: "change" | "comment" | "merge_conflict" | "note";
  readonly type: "insert" | "delete" | "moveFrom" | "moveTo" | "comment" | null;
  readonly text: string;
  readonly author: string;
  readonly date?: string;
  readonly revision?: string;
  readonly move?: number;
  readonly conflict?: number;
  readonly block: string;
  readonly clause: string;
  readonly comment?: Thread;
  readonly sides?: readonly { readonly revisions: readonly string[]; readonly text: string }[];
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

export interface PageData {
  readonly kind: "comparison" | "merge";
  readonly documents: readonly { readonly role: string; readonly name: string }[];
  readonly summary: { readonly formats: number };
  readonly notices: readonly string[];
  readonly changes: readonly Entry[];
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
