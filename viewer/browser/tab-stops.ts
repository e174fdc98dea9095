// Sets the width of tabs, which depends on the end of the text before them in the browser.
//
// The first tab of every paragraph is measured and set, then the second of every paragraph, and so on. So the number of
// layouts is the maximum number of tabs in a paragraph, however many paragraphs there are.

import { pixels } from "./page-data.ts";

interface TabStop {
  readonly place: number;
  readonly kind: string;
  readonly leader: string;
}

const MOST_TABS = 24;

export function setTabs(host: HTMLElement, usual: number): void {
  const paragraphs = [...host.querySelectorAll<HTMLElement>("[data-t]")].map((paragraph) => ({
    paragraph,
    stops: readStops(paragraph.dataset.t ?? ""),
    tabs: [...paragraph.querySelectorAll<HTMLElement>(".tab")].filter((tab) => tab.closest("[data-t]") === paragraph),
  }));
  for (let round = 0; round < MOST_TABS; round += 1) {
    const measured = paragraphs.flatMap(({ paragraph, stops, tabs }) => {
      const tab = tabs[round];
      return tab === undefined ? [] : [{ tab, ...measureTab({ paragraph, stops, tab, next: tabs[round + 1], usual }) }];
    });
    if (measured.length === 0) return;
    for (const { tab, width, leader } of measured) {
      tab.style.width = `${Math.max(1, width)}px`;
      if (leader !== "") tab.dataset.l = leader;
    }
  }
}

function readStops(text: string): TabStop[] {
  return [...text.matchAll(/(-?\d+)([lcr])([._-]?)/g)].map(([, place, kind, leader]) => ({
    place: pixels(Number(place) / 20),
    kind: kind ?? "l",
    leader: leader ?? "",
  }));
}

interface TabPlace {
  readonly paragraph: HTMLElement;
  readonly stops: readonly TabStop[];
  readonly tab: HTMLElement;
  readonly next: HTMLElement | undefined;
  readonly usual: number;
}

function measureTab({ paragraph, stops, tab, next, usual }: TabPlace): { width: number; leader: string } {
  // Stops are measured from the start of the text without an indent: in a cell, that is not the edge of the cell.
  const box = paragraph.getBoundingClientRect();
  const style = getComputedStyle(paragraph);
  const indent = Number.parseFloat(style.marginInlineStart) || 0;
  const inside = box.width + indent + (Number.parseFloat(style.marginInlineEnd) || 0);
  const at = tab.getBoundingClientRect();
  const start = indent + (paragraph.dir === "rtl" ? box.right - at.right : at.left - box.left);
  const step = Math.max(6, pixels(usual));
  const usualStop = { place: (Math.floor((start + 1) / step) + 1) * step, kind: "l", leader: "" };
  const hanging = indent > start + 1 ? [{ place: indent, kind: "l", leader: "" }] : [];
  const later = [...stops, ...hanging]
    .filter(({ place }) => place > start + 1)
    .sort((one, other) => one.place - other.place);
  const stop = later[0] ?? usualStop;
  const room = Math.min(stop.place, inside) - start;
  if (stop.kind === "l") return { width: room, leader: stop.leader };
  const following = document.createRange();
  following.setStartAfter(tab);
  if (next === undefined) following.setEndAfter(paragraph.lastChild ?? tab);
  else following.setEndBefore(next);
  const width = following.getBoundingClientRect().width;
  return { width: room - (stop.kind === "c" ? width / 2 : width), leader: stop.leader };
}
