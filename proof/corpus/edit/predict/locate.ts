// Resolves locators (EDT-1 to EDT-24): the paragraphs, tables and positions that an edit names.

import {
  type Cell,
  type Made,
  type Model,
  type Para,
  type Part,
  parasIn,
  type Section,
  type Table,
  tablesAround,
} from "./model.ts";

export interface PartGiven {
  readonly kind?: string;
  readonly number?: number;
  readonly type?: string;
  readonly section?: SectionGiven;
  readonly ref?: string;
}

export interface SectionGiven {
  readonly number?: number;
  readonly ref?: string;
}

export interface LocatorGiven {
  readonly index?: number;
  readonly part?: PartGiven;
  readonly ref?: string;
}

export interface RangeGiven {
  readonly from: LocatorGiven;
  readonly through: LocatorGiven;
}

type OneGiven = LocatorGiven | RangeGiven;
export type ParagraphsGiven = OneGiven | readonly OneGiven[] | "all" | { readonly all: true; readonly part: PartGiven };

export interface TableGiven {
  readonly number?: number;
  readonly part?: PartGiven;
  readonly ref?: string;
}

export interface DestinationGiven {
  readonly paragraph?: LocatorGiven;
  readonly table?: TableGiven;
  readonly position: "before" | "after";
}

/** An edit that cannot be applied: the request must be refused. */
export class Unlocated extends Error {}

function need<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Unlocated(`${what} is not there`);
  return value;
}

function madeAs<Kind extends Made["kind"]>(model: Model, ref: string, kind: Kind): Extract<Made, { kind: Kind }> {
  const made = need(model.refs.get(ref), `ref ${ref}`);
  if (made.kind !== kind) throw new Unlocated(`ref ${ref} names a ${made.kind}`);
  return made as Extract<Made, { kind: Kind }>;
}

function locatePart(model: Model, given: PartGiven | undefined): Part {
  if (given?.ref !== undefined) return madeAs(model, given.ref, "part").part;
  return need(partsLike(model, given ?? {})[0], "the part");
}

/**
 * Returns all parts of the upload that match. A kind alone matches all parts of that kind. A section without a type
 * matches only its part of type `default`.
 */
function partsLike(model: Model, { kind = "body", number, type, section }: PartGiven): Part[] {
  const uploaded = model.parts.filter((part) => part.all.length > 0 && part.kind === kind);
  if (kind === "header" || kind === "footer") {
    return uploaded.filter((part) => {
      const isType = type === undefined ? section === undefined || part.type === "default" : part.type === type;
      return isType && (section === undefined || part.sections.includes(section.number ?? 0));
    });
  }
  return number === undefined ? uploaded : uploaded.filter((part) => part.number === number);
}

export function locatePara(model: Model, given: LocatorGiven): Para {
  if (given.ref !== undefined) return madeAs(model, given.ref, "paragraph").para;
  const part = locatePart(model, given.part);
  const paras = given.part?.ref === undefined ? part.all : part.paras;
  return need(paras[given.index ?? -1], `paragraph ${given.index}`);
}

export interface Named {
  /** Each paragraph once, in the order in which matches are counted. */
  readonly paras: readonly Para[];
  /** The ranges that were named as a whole, including `all`. */
  readonly ranges: readonly (readonly Para[])[];
}

export function locateParas(model: Model, given: ParagraphsGiven): Named {
  if (given === "all") return namedOf(model, { singles: [], ranges: model.parts.map((part) => part.all) });
  if ("all" in given)
    return namedOf(model, { singles: [], ranges: partsLike(model, given.part).map(({ all }) => all) });
  const list = (Array.isArray(given) ? given : [given]) as readonly OneGiven[];
  const ranges = list.flatMap((one) => ("from" in one ? [rangeOf(model, one)] : []));
  const singles = list.flatMap((one) => ("from" in one ? [] : [locatePara(model, one)]));
  return namedOf(model, { singles, ranges });
}

function rangeOf(model: Model, { from, through }: RangeGiven): Para[] {
  const [first, last] = [locatePara(model, from), locatePara(model, through)];
  const group = from.ref === undefined ? first.part.all : madeAs(model, from.ref, "paragraph").group;
  const [start, end] = [group.indexOf(first), group.indexOf(last)];
  if (start < 0 || end < start) throw new Unlocated("the range is none");
  return group.slice(start, end + 1);
}

function namedOf(
  model: Model,
  { singles, ranges }: { readonly singles: readonly Para[]; readonly ranges: readonly (readonly Para[])[] },
): Named {
  const named = new Set([...singles, ...ranges.flat()]);
  const order = new Map(model.parts.flatMap((part) => part.all).map((para, index) => [para, index]));
  const place = (para: Para): number => order.get(para) ?? order.size;
  return { paras: [...named].sort((one, other) => place(one) - place(other)), ranges };
}

/** Returns the tables that ranges cover completely, outer ones before nested ones. */
export function coveredTables({ ranges }: Named): Table[] {
  return ranges.flatMap((range) => {
    const own = new Set(range);
    const tables = new Set(range.flatMap(tablesAround));
    return [...tables].filter((table) => parasOnce(table).every((para) => own.has(para)));
  });
}

function parasOnce(table: Table): Para[] {
  return table.part.all.filter((para) => tablesAround(para).includes(table));
}

export function locateTable(model: Model, given: TableGiven): Table {
  if (given.ref !== undefined) return madeAs(model, given.ref, "table").table;
  return need(locatePart(model, given.part).tables[(given.number ?? 0) - 1], `table ${given.number}`);
}

export function locateSection(model: Model, given: SectionGiven): Section {
  if (given.ref !== undefined) return madeAs(model, given.ref, "section").section;
  return need(model.sections[(given.number ?? 0) - 1], `section ${given.number}`);
}

/** The position of new blocks. */
export interface Destination {
  readonly part: Part;
  readonly cell: Cell | undefined;
  readonly at: number;
  /** The paragraph whose properties new ones take; undefined beside a table. */
  readonly like: Para | undefined;
  /** The paragraph whose text format new text takes, and the side of it. */
  readonly beside?: { readonly para: Para; readonly position: "before" | "after" };
  /** The block after which the new ones are inserted. */
  readonly behind: Para | Table | undefined;
}

export function locateDestination(model: Model, { paragraph, table, position }: DestinationGiven): Destination {
  const block = paragraph === undefined ? locateTable(model, table ?? {}) : locatePara(model, paragraph);
  const isPara = "source" in block;
  const own = isPara ? [block] : parasIn(block);
  const first = need(own[0], "the destination");
  const { part } = first;
  const place = { part, cell: isPara ? block.cell : block.around, like: isPara ? block : undefined };
  if (position === "before") {
    const beside = { para: first, position } as const;
    return {
      ...place,
      ...(isPara ? { beside } : {}),
      at: need(indexOf(part, first), "the destination"),
      behind: undefined,
    };
  }
  let last = own.at(-1)!;
  while (last.tail !== undefined && !last.tail.isGone) last = last.tail;
  let at = need(indexOf(part, last), "the destination") + 1;
  while (at < part.paras.length && isBehind(part.paras[at]!, block)) at += 1;
  const beside = { para: last, position: "after" } as const;
  return { ...place, ...(isPara ? { beside } : {}), at, behind: block };
}

function indexOf(part: Part, para: Para): number | undefined {
  const at = part.paras.indexOf(para.into ?? para);
  return at < 0 ? undefined : at;
}

/** True if a paragraph was inserted after a block, or after something inserted there. */
function isBehind(para: Para, block: Para | Table): boolean {
  const seen = new Set<Para | Table>();
  for (let at = para.behind; at !== undefined && !seen.has(at); at = behindOf(at)) {
    if (at === block) return true;
    seen.add(at);
  }
  return false;
}

function behindOf(block: Para | Table): Para | Table | undefined {
  return "source" in block ? block.behind : parasIn(block)[0]?.behind;
}

/** Inserts paragraphs at a destination. */
export function putParas({ part, at, behind }: Destination, paras: readonly Para[]): void {
  for (const para of paras) para.behind = behind;
  part.paras.splice(at, 0, ...paras);
}
