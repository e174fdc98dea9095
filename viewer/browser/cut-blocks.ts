// Cuts a block where a page ends: paragraphs at a line, tables between rows.

/** A line of a paragraph: its top and bottom, measured from the top of the paragraph. */
interface Line {
  readonly top: number;
  readonly bottom: number;
}

const WIDOWS = 2;

function linesOf(block: HTMLElement): Line[] {
  const top = block.getBoundingClientRect().top;
  const range = document.createRange();
  range.selectNodeContents(block);
  const lines: { top: number; bottom: number }[] = [];
  // A line that contains only a break has no letters.
  const breaks = [...block.querySelectorAll("br")].map((one) => one.getBoundingClientRect());
  const rects = [...range.getClientRects(), ...breaks]
    .filter(({ height }) => height > 0)
    .sort((one, other) => one.top - other.top);
  for (const rect of rects) {
    const last = lines.at(-1);
    const middle = (rect.top + rect.bottom) / 2 - top;
    if (last !== undefined && middle < last.bottom) last.bottom = Math.max(last.bottom, rect.bottom - top);
    else lines.push({ top: rect.top - top, bottom: rect.bottom - top });
  }
  // The rectangles are the edges of letters. A line is higher by the same space above and below, so lines meet halfway.
  for (const [index, next] of lines.slice(1).entries()) {
    const line = lines[index]!;
    line.bottom = (line.bottom + next.top) / 2;
    next.top = line.bottom;
  }
  return lines;
}

/** A cut paragraph: the block that stays, and the heights of it, of the rest and of the whole, without margins. */
interface Cut {
  readonly first: HTMLElement;
  readonly height: number;
  readonly rest: number;
  readonly whole: number;
}

/**
 * Cuts a paragraph so that its first part fits into `room`. Returns undefined if the paragraph fits or no cut is
 * allowed. `isForced` permits a cut that the paragraph's settings forbid.
 */
export function cutParagraph(block: HTMLElement, room: number, isForced: boolean): Cut | undefined {
  const flags = block.dataset.f ?? "";
  if (flags.includes("l") && !isForced) return undefined;
  const lines = linesOf(block);
  const least = flags.includes("w") ? 1 : WIDOWS;
  let kept = lines.findIndex(({ bottom }) => bottom > room);
  if (kept < 0) return undefined;
  if (lines.length - kept < least) kept = lines.length - least;
  if (kept < least && !(isForced && kept >= 1)) return undefined;
  const place = textPlaceAt(block, lines[kept]!.top + block.getBoundingClientRect().top);
  if (place === undefined) return undefined;
  const total = block.getBoundingClientRect().height;
  const isJustified = getComputedStyle(block).textAlign === "justify";
  const first = splitBlock(block, place.node, place.offset);
  first.classList.add("brk");
  if (isJustified) first.classList.add("brj");
  return { first, height: lines[kept - 1]!.bottom, rest: total - lines[kept]!.top, whole: total };
}

/** A position between the nodes and characters of a block, as in a DOM range. */
interface DomPosition {
  readonly node: Node;
  readonly offset: number;
}

/** Returns the position of the first character or line break whose line begins at or below a height. */
function textPlaceAt(block: HTMLElement, height: number): DomPosition | undefined {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const range = document.createRange();
  const isBelow = (node: Text, offset: number): boolean => {
    range.setStart(node, offset);
    range.setEnd(node, Math.min(node.length, offset + 1));
    const rects = range.getClientRects();
    const last = rects[rects.length - 1];
    return last !== undefined && (last.top + last.bottom) / 2 > height;
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof HTMLBRElement) {
      const { top, bottom } = node.getBoundingClientRect();
      if ((top + bottom) / 2 > height) return before(node, block);
    }
    if (!(node instanceof Text) || node.length === 0 || !isBelow(node, node.length - 1)) continue;
    let [low, high] = [0, node.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBelow(node, middle)) high = middle;
      else low = middle + 1;
    }
    return low === 0 ? before(node, block) : { node, offset: low };
  }
  return undefined;
}

/**
 * Returns the position before a node, and before the elements that begin with it, so that none of them stays empty in
 * the first part.
 */
function before(node: ChildNode, block: HTMLElement): DomPosition {
  let at = node;
  while (at.previousSibling === null && at.parentElement !== null && at.parentElement !== block) at = at.parentElement;
  const parent = at.parentNode!;
  return { node: parent, offset: [...parent.childNodes].indexOf(at) };
}

/**
 * Moves the content before a position into a new block of the same kind. If an id would occur twice, the first copy
 * keeps it.
 */
export function splitBlock(block: HTMLElement, node: Node, offset: number): HTMLElement {
  const range = document.createRange();
  range.setStart(block, 0);
  range.setEnd(node, offset);
  const first = block.cloneNode(false) as HTMLElement;
  first.append(range.extractContents());
  block.removeAttribute("id");
  for (const element of first.querySelectorAll("[id]")) {
    for (const copy of block.querySelectorAll(`[id="${CSS.escape(element.id)}"]`)) copy.removeAttribute("id");
  }
  block.classList.add("cont");
  return first;
}

/** Returns the rows of a table in groups that must not be separated, with their heights. */
export function rowGroups(
  table: HTMLTableElement,
): { readonly rows: HTMLTableRowElement[]; readonly height: number }[] {
  const groups: { rows: HTMLTableRowElement[]; height: number }[] = [];
  let open = 0;
  for (const row of table.rows) {
    const height = row.getBoundingClientRect().height;
    const last = groups.at(-1);
    if (open > 0 && last !== undefined) {
      last.rows.push(row);
      last.height += height;
    } else groups.push({ rows: [row], height });
    const reach = Math.max(1, ...[...row.cells].map(({ rowSpan }) => rowSpan));
    open = Math.max(open - 1, reach - 1);
  }
  return groups;
}

/** Returns a copy of a table without its rows. Its header rows are repeated, hidden from assistive technology. */
export function tableShell(table: HTMLTableElement, headers: readonly HTMLTableRowElement[]): HTMLTableElement {
  const shell = table.cloneNode(false) as HTMLTableElement;
  shell.removeAttribute("id");
  const columns = table.querySelector(":scope > colgroup");
  if (columns !== null) shell.append(columns.cloneNode(true));
  const body = document.createElement("tbody");
  for (const header of headers) {
    const copy = header.cloneNode(true) as HTMLElement;
    copy.setAttribute("aria-hidden", "true");
    stripIds(copy);
    body.append(copy);
  }
  shell.append(body);
  return shell;
}

/** Removes the ids from a copy, because the original keeps them. */
export function stripIds(element: Element): void {
  for (const one of [element, ...element.querySelectorAll("[id]")]) one.removeAttribute("id");
}

/**
 * Moves the blocks of a row below a height into a new row. Returns undefined if nothing would stay or nothing would
 * move.
 */
export function cutRow(row: HTMLTableRowElement, room: number): HTMLTableRowElement | undefined {
  const top = row.getBoundingClientRect().top;
  const rest = row.cloneNode(false) as HTMLTableRowElement;
  rest.removeAttribute("id");
  const moves = [...row.cells].map((cell) => {
    const below = [...cell.children].filter((block) => block.getBoundingClientRect().bottom - top > room);
    return { cell, below, stays: below.length < cell.children.length };
  });
  if (!moves.some(({ stays }) => stays) || !moves.some(({ below }) => below.length > 0)) return undefined;
  for (const { cell, below } of moves) {
    const copy = cell.cloneNode(false) as HTMLElement;
    stripIds(copy);
    copy.append(...below);
    rest.append(copy);
  }
  return rest;
}
