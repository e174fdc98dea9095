// Predicts links and tables of contents.

import { itemsOf, newItem, noteFinder } from "../items.ts";
import {
  type DestinationGiven,
  type LocatorGiven,
  locateDestination,
  locatePara,
  putParas,
  Unlocated,
} from "../locate.ts";
import { type Item, type Link, type Model, newPara } from "../model.ts";
import type { Selector } from "../select-text.ts";
import { select } from "./text.ts";

export interface LinkEdit {
  readonly paragraphs: LocatorGiven;
  readonly text?: Selector;
  readonly url?: string;
}

/** Returns the selected items, or those of the whole paragraph. */
function chosen(model: Model, { paragraphs, text }: LinkEdit): readonly Item[] {
  const para = locatePara(model, paragraphs);
  if (text === undefined) return itemsOf(para, noteFinder(model)).filter(({ isGone }) => !isGone);
  const [found, ...others] = select(model, [para], text);
  if (others.length > 0) throw new Unlocated("a link is on one range");
  return found!.items;
}

export function addHyperlink(model: Model, edit: LinkEdit): void {
  const items = chosen(model, edit);
  if (items.some(({ link }) => link !== undefined)) throw new Unlocated("text is linked already");
  const link: Link = { url: edit.url! };
  // Items without characters at the ends of the range stay outside the link.
  const shown = items.filter(({ text }) => text !== "");
  const [first] = shown;
  if (first === undefined) throw new Unlocated("there is no text to link");
  const all = first.para.items ?? [];
  const range = all.slice(all.indexOf(first), all.indexOf(shown.at(-1)!) + 1);
  for (const item of range) {
    item.link = link;
    const { character_style: _, ...keys } = item.look.keys;
    item.look = { keys, open: "format of linked text" };
  }
}

function onlyLink(items: readonly Item[]): Link {
  const links = new Set(items.flatMap(({ link }) => (link === undefined ? [] : [link])));
  const [link, ...others] = links;
  if (link === undefined || others.length > 0) throw new Unlocated(`there are ${links.size} links`);
  return link;
}

export function setHyperlink(model: Model, edit: LinkEdit): void {
  onlyLink(chosen(model, edit)).url = edit.url!;
}

export function removeHyperlink(model: Model, edit: LinkEdit): void {
  const items = chosen(model, edit);
  const link = onlyLink(items);
  for (const item of items[0]!.para.items ?? []) {
    if (item.link !== link) continue;
    item.link = undefined;
    const { character_style: _, ...keys } = item.look.keys;
    item.look = { keys, open: "format of text that was linked" };
  }
}

export interface ContentsEdit {
  readonly destination: DestinationGiven;
}

export function insertTableOfContents(model: Model, { destination }: ContentsEdit): void {
  const place = locateDestination(model, destination);
  const why = { open: "look of a table of contents" };
  const para = newPara(place.part, place.cell, { style: why, list: why, format: { keys: {}, open: why.open } });
  const field = { code: { open: "code of a table of contents" }, open: "text of a table of contents" };
  para.items = [newItem(para, { kind: "field", text: "", field })];
  putParas(place, [para]);
}
