// Gives each author of a merge a colour from a fixed list (VEW-31).

import type { PageData, Unit } from "./page-data.ts";

/** Number of colours in the styles, `--a1` to `--a8`. Further authors share them. */
const COLORS = 8;

/** The class of changes that several authors made. */
const SHARED = "a0";

/** Gives the styles the colours of the authors. */
export function setAuthorColors({ authors = [] }: PageData): void {
  for (const [at, { colour }] of authors.slice(0, COLORS).entries()) {
    if (/^[0-9A-F]{6}$/i.test(colour)) document.documentElement.style.setProperty(`--a${at + 1}`, `#${colour}`);
  }
}

/** Returns the class of an author's colour; an empty string for other names. */
export function colorOf({ authors = [] }: PageData, author: string): string {
  const at = authors.findIndex(({ name }) => name === author);
  return at < 0 ? "" : `a${(at % COLORS) + 1}`;
}

/** Returns the class of a unit: the colour of its only author. Several authors and a conflict have no colour of one. */
export function authorColor(data: PageData, unit: Unit | undefined): string {
  return unit === undefined || unit.authors.length !== 1 || unit.kind === "conflict"
    ? ""
    : colorOf(data, unit.authors[0]!);
}

/**
 * Colours the changes of a merge by their authors, and gives the versions of conflicts their letters. The text is not
 * changed: letters and `A deletes` are drawn by the styles.
 */
export function colorAuthors(content: ParentNode, data: PageData, units: readonly Unit[]): void {
  if (data.authors === undefined) return;
  for (const element of content.querySelectorAll<HTMLElement>("[data-c]")) {
    const entry = data.changes[Number(element.dataset.c)];
    if (entry?.kind !== "change") continue;
    const color = colorOf(data, entry.author);
    element.classList.add(color === "" ? SHARED : color);
  }
  // The number of a paragraph that was inserted or deleted as a whole has the colour of its text.
  for (const number of content.querySelectorAll(":is(.wi, .wd) > .n")) {
    const of = number.parentElement!.querySelector("ins, del");
    number.classList.add(...[...(of?.classList ?? [])].filter((name) => /^a\d$/.test(name)));
  }
  for (const spot of content.querySelectorAll<HTMLElement>(".cf")) letterVersions(spot, data, units);
}

/** Puts the letter of a version before its first insertion, and the letters of sides that delete after the deletion. */
function letterVersions(spot: HTMLElement, data: PageData, units: readonly Unit[]): void {
  const conflict = data.changes[Number(spot.dataset.c)]?.id;
  const sides = units.find((unit) => unit.conflict === conflict)?.sides ?? [];
  for (const side of sides) {
    const isOf = (element: HTMLElement): boolean => {
      const { revision = "" } = data.changes[Number(element.dataset.c)] ?? {};
      return side.revisions.some((name) => revision === name || revision.split(", ").includes(name));
    };
    const elements = [...spot.querySelectorAll<HTMLElement>("ins,del")].filter(isOf);
    const inserted = elements.find((element) => element.matches("ins"));
    if (inserted !== undefined) inserted.dataset.n = side.letter;
    else if (side.action === "deletes" && elements.length > 0) elements.at(-1)!.dataset.g = `${side.letter} deletes`;
  }
}
