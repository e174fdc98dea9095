// The blocks of the document as the page carries them: text that no parser has read yet.
//
// A parser that reads five hundred pages at once blocks the window for longer than a reader forgives. So chunks, headers,
// footers and notes are data blocks (`<script type="text/html">`), and each is parsed where it is laid out (VEW-5).

export type StoredKind = "ck" | "part" | "note";

/** The data blocks of some kinds, in the order of the page. */
export function storedBlocks(...kinds: readonly StoredKind[]): HTMLScriptElement[] {
  const selector = kinds.map((kind) => `script.${kind}`).join(",");
  return [...document.querySelectorAll<HTMLScriptElement>(selector)];
}

/** The elements of a data block, made anew at each call. Nothing in them loads or runs before they are put on a page. */
export function parseStored(stored: HTMLScriptElement): DocumentFragment {
  const parser = document.createElement("template");
  parser.innerHTML = stored.text;
  return parser.content;
}

const byName = new Map<string, HTMLScriptElement>();

/** The data block of a header, a footer or a note by its number or name. */
export function namedBlock(kind: "part" | "note", name: string): HTMLScriptElement | undefined {
  if (byName.size === 0) {
    for (const stored of storedBlocks("part")) byName.set(`part ${stored.dataset.part}`, stored);
    for (const stored of storedBlocks("note")) byName.set(`note ${stored.dataset.n}`, stored);
  }
  return byName.get(`${kind} ${name}`);
}

/** The element of an id, which may stand on no page yet. */
export function storedElement(id: string): Element | undefined {
  const stored = storedBlocks("ck", "part", "note").find(({ text }) => text.includes(`id="${id}"`));
  return stored === undefined ? undefined : (parseStored(stored).getElementById(id) ?? undefined);
}
