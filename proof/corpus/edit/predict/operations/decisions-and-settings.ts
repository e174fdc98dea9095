// Predicts decisions on tracked changes of others, and the settings of the document.
//
// In the content JSON, inserted text names its change, but deleted text is known only by its paragraph. So the text
// that a rejected deletion restores is known, but not its position. The properties that a rejected property change
// restores are unknown.

import { itemsOf, noteFinder } from "../items.ts";
import { Unlocated } from "../locate.ts";
import { changeLook, type Model, type Para, type Part } from "../model.ts";
import { isOf } from "../read-model.ts";
import { blockAt } from "./paragraphs.ts";

export interface DecisionEdit {
  readonly revision: "all" | { readonly number?: number; readonly author?: string; readonly kind?: string };
}

type Revision = Model["content"]["revisions"][number];

export function acceptRevision(model: Model, { revision }: DecisionEdit): void {
  for (const { number } of chosen(model, revision)) model.decided.set(number, "accept");
}

export function rejectRevision(model: Model, { revision }: DecisionEdit): void {
  for (const { number } of chosen(model, revision)) model.decided.set(number, "reject");
}

function chosen({ content: { revisions } }: Model, given: DecisionEdit["revision"]): readonly Revision[] {
  if (given === "all") return revisions;
  const found = revisions.filter(({ number, author, kind }) => {
    const isAuthor = given.author === undefined || given.author === author;
    return isAuthor && (given.kind ?? kind) === kind && (given.number ?? number) === number;
  });
  if (found.length === 0 && given.number !== undefined) throw new Unlocated("the revision is not there");
  return found;
}

/**
 * Marks the paragraphs whose mark is deleted or moved away: each is part of the next one, and lists do not count it.
 */
export function passMoved(model: Model): void {
  for (const para of model.parts.flatMap(({ all }) => all)) {
    const revision = para.mark === undefined ? undefined : model.content.revisions[para.mark.revision - 1];
    if (revision !== undefined) para.isPassed = goesAway(para, revision, firstOf(model, revision));
  }
}

function firstOf({ parts }: Model, { paragraph }: Revision): Para | undefined {
  const part = paragraph && parts.find((one) => isOf(one, paragraph.part));
  return part?.all[paragraph?.index ?? -1];
}

/** Applies the decisions; the last decision for each change counts. */
export function settleDecisions(model: Model): void {
  if (model.decided.size === 0) return;
  const going = new Set<Para>();
  for (const revision of model.content.revisions) settle(model, revision, going);
  for (const part of model.parts) {
    for (const para of part.all) settleItems(model, para);
    joinGoing(model, part, going);
  }
}

function settle(model: Model, revision: Revision, going: Set<Para>): void {
  const decision = model.decided.get(revision.number);
  if (decision === undefined) return;
  const first = firstOf(model, revision);
  const isProperty = revision.kind === "property" || revision.property !== undefined;
  if (isProperty && decision === "reject") forget(model, revision, first);
  for (const para of parasOf(model, revision)) near(model, para);
  const comesBack = (revision.kind === "deletion" || revision.kind === "move") && decision === "reject";
  if (comesBack && first !== undefined) openTexts(first, revision.number);
  // The JSON reports merged cells as a change of properties.
  if (revision.property === "table" && first !== undefined) first.part.open = "rows that may go";
  const inTable = parasOf(model, revision).find(({ cell }) => cell !== undefined);
  if (inTable !== undefined && revision.kind !== "property") inTable.part.open = "rows that may go";
  const isOther = ({ source }: Para): boolean => source?.mark !== undefined && source.mark.revision !== revision.number;
  const twice = parasOf(model, revision).find(isOther);
  if (twice !== undefined && revision.kind !== "property") twice.part.open ??= "marks that came and went";
  for (const para of model.parts.flatMap(({ all }) => all)) {
    if (para.mark?.revision !== revision.number) continue;
    const goes = goesAway(para, revision, first) === (decision === "accept");
    if (goes) going.add(para);
    para.mark = undefined;
    para.isDecided = true;
    if (!goes) para.isPassed = false;
  }
}

/** Returns the paragraphs of a change: one for each line of its text, and those whose marks belong to it. */
export function parasOf({ parts }: Model, { number, paragraph, to, text, kind }: Revision): Para[] {
  const length = kind === "property" ? 1 : text.split("\n").length;
  const told = [paragraph, to].flatMap((place): readonly Para[] => {
    const part = place && parts.find((one) => isOf(one, place.part));
    return part === undefined ? [] : part.all.slice(place!.index, place!.index + length);
  });
  const marked = parts.flatMap(({ all }) => all.filter(({ source }) => source?.mark?.revision === number));
  return [...told, ...marked];
}

/** Marks a paragraph as touched by a decision. The JSON shows a partly changed field without its changes. */
function near(model: Model, para: Para): void {
  para.isDecided = true;
  if (itemsOf(para, noteFinder(model)).some(({ kind }) => kind === "field")) para.open = "field in a change";
}

/** True if a mark is removed when its change is accepted. */
function goesAway(para: Para, { kind, number, paragraph, to }: Revision, first: Para | undefined): boolean {
  if (kind !== "move") return kind === "deletion";
  if (first === undefined || para.part !== first.part) return false;
  const { all } = first.part;
  // A move to the position directly after its source ends where its target begins.
  const isBefore = to !== undefined && paragraph !== undefined && to.index > paragraph.index;
  if (isBefore && isOf(first.part, to.part) && all.indexOf(para) >= to.index) return false;
  const between = all.slice(all.indexOf(first), all.indexOf(para) + 1);
  return between.length > 0 && between.every((one) => one.source?.mark?.revision === number);
}

/** Restored text is in the named paragraph, and in the paragraphs after it whose marks are restored too. */
function openTexts(first: Para, number: number): void {
  const { all } = first.part;
  for (let at = all.indexOf(first); at < all.length; at += 1) {
    all[at]!.open = "text that comes back";
    if (all[at]!.source?.mark?.revision !== number) return;
  }
}

/** Marks the properties as unknown that a rejected property change restores. */
function forget(model: Model, { property, number }: Revision, first: Para | undefined): void {
  const why = { open: "properties that come back" };
  if (property === "section") {
    for (const section of model.sections) Object.assign(section, { type: why, setup: { keys: {}, open: why.open } });
  }
  if (property === "table") {
    for (const table of model.parts.flatMap(({ tables }) => tables)) Object.assign(table, { style: why, columns: why });
  }
  if (property === "paragraph" && first !== undefined) {
    Object.assign(first, { style: why, list: why, format: { keys: {}, open: why.open } });
  }
  if (property === "numbering" && first !== undefined) first.list = why;
  if (property !== "formatting") return;
  const isNamed = (para: Para): boolean => itemsOf(para, noteFinder(model)).some(({ revision }) => revision === number);
  const held = model.parts.flatMap(({ all }) => all).filter((para) => para === first || isNamed(para));
  for (const item of held.flatMap((para) => itemsOf(para, noteFinder(model)))) {
    item.look = { keys: {}, open: why.open };
  }
}

function settleItems(model: Model, para: Para): void {
  const segments = JSON.stringify(para.source?.content ?? []);
  if (!segments.includes('"revision"')) return;
  for (const item of itemsOf(para, noteFinder(model))) {
    const decision = item.revision === undefined ? undefined : model.decided.get(item.revision);
    if (decision !== "reject" || item.revision === undefined) continue;
    const { kind } = model.content.revisions[item.revision - 1]!;
    if (kind !== "insertion" && kind !== "move") continue;
    item.isGone = true;
    if (item.note !== undefined) item.note.isGone = true;
  }
}

/**
 * A paragraph whose mark is removed joins the next one, whose properties remain. If no paragraph follows, an empty
 * one is deleted if the container permits it.
 */
function joinGoing(model: Model, part: Part, going: ReadonlySet<Para>): void {
  for (const para of part.all.filter((one) => going.has(one))) {
    const at = part.paras.indexOf(para);
    const next = part.paras[at + 1];
    const after = blockAt(next, para.cell);
    const items = itemsOf(para, noteFinder(model));
    if (after === "paragraph") {
      itemsOf(next!, noteFinder(model)).unshift(...items);
      next!.open ??= para.open;
      for (const item of items) item.para = next!;
      para.into = next;
      drop(model, part, para);
    } else if (items.every(({ isGone }) => isGone) && mayGo(after, blockAt(part.paras[at - 1], para.cell))) {
      drop(model, part, para);
    }
  }
}

function mayGo(after: "table" | "none", before: "paragraph" | "table" | "none"): boolean {
  return after === "none" ? before === "paragraph" : before !== "table";
}

function drop(model: Model, part: Part, para: Para): void {
  if (para.ends !== undefined) model.open.set("headers", "headers of a section whose break goes");
  para.isGone = true;
  part.paras.splice(part.paras.indexOf(para), 1);
}

export interface SettingsEdit {
  readonly settings: {
    readonly track_changes?: boolean;
    readonly protection?: false | { readonly edit: string; readonly password?: string };
    readonly remove_personal_information?: boolean;
  };
}

export function setDocumentSettings(model: Model, { settings }: SettingsEdit): void {
  const { protection, ...rest } = settings;
  const kept =
    protection === undefined || protection === false
      ? { protection }
      : { protection: { edit: protection.edit, password: protection.password !== undefined } };
  model.settings = changeLook(model.settings, { ...rest, ...(protection === undefined ? {} : kept) });
}
