// Predicts set_numbering: the list of each paragraph (EDT-76).

import { type LocatorGiven, locatePara, locateParas, type ParagraphsGiven, Unlocated } from "../locate.ts";
import {
  known,
  type ListDefinition,
  type ListInstance,
  type ListPlace,
  type Model,
  type Para,
  settled,
} from "../model.ts";
import { listOfStyle, type NewParagraph } from "../write-content.ts";

export interface NumberingGiven {
  readonly action: "apply" | "restart" | "continue" | "set_level" | "remove" | "reset" | "reformat";
  readonly list_style?: string;
  readonly like?: LocatorGiven;
  readonly preset?: string;
  readonly level?: number;
  readonly restart?: boolean;
  readonly start?: number;
  readonly levels?: readonly LevelGiven[];
}

interface LevelGiven {
  readonly level: number;
  readonly number_format?: string;
  readonly pattern?: string;
  readonly start?: number;
}

export interface NumberingEdit {
  readonly paragraphs: ParagraphsGiven;
  readonly numbering: NumberingGiven;
}

export function setNumbering(model: Model, { paragraphs, numbering }: NumberingEdit): void {
  numberParas(model, locateParas(model, paragraphs).paras, numbering);
}

/** Numbers new paragraphs. All paragraphs of one edit with equal `numbering` are in one list. */
export function numberNewParas(model: Model, items: readonly NewParagraph[], paras: readonly Para[]): void {
  const asking = items.flatMap(({ numbering }, index) =>
    numbering === undefined ? [] : [{ numbering, para: paras[index]! }],
  );
  for (const group of Map.groupBy(asking, ({ numbering }) => JSON.stringify(numbering)).values()) {
    const named = group.map(({ para }) => para);
    numberParas(model, named, group[0]!.numbering as NumberingGiven);
  }
}

type Action = (model: Model, paras: readonly Para[], given: NumberingGiven) => void;

function numberParas(model: Model, paras: readonly Para[], given: NumberingGiven): void {
  ACTIONS[given.action](model, paras, given);
}

const ACTIONS: Readonly<Record<NumberingGiven["action"], Action>> = {
  apply,
  restart: (_, paras, { level: at, start = 1 }) => {
    eachList(paras, ({ instance, level }) => restarted(instance, at ?? level, start));
  },
  continue: (_, paras) => continueLists(paras),
  set_level: (_, paras, given) => {
    for (const para of paras) para.list = changed(para.list, ({ instance }) => ({ instance, level: given.level! }));
  },
  remove: (_, paras) => {
    for (const para of paras) para.list = known(undefined);
  },
  reset: (model, paras) => {
    for (const para of paras) para.list = "open" in para.style ? para.style : listOfStyle(model, para.style.value);
  },
  reformat: (_, paras, { levels = [] }) => {
    eachList(paras, ({ instance }) => {
      const definition = reformatted(instance.definition, levels);
      return { definition, number: undefined, ...startsLeft(instance, levels) };
    });
  },
};

/** Changes the position of a paragraph in its list; an unknown position stays unknown. */
function changed(list: Para["list"], change: (place: ListPlace) => ListPlace): Para["list"] {
  if ("open" in list) return list;
  if (list.value === undefined) throw new Unlocated("a paragraph is in no list");
  return known(change(list.value));
}

/** Makes a new list for each list that the paragraphs are in. */
function eachList(paras: readonly Para[], make: (first: ListPlace) => ListInstance): void {
  const made = new Map<ListInstance, ListInstance>();
  for (const para of paras) {
    para.list = changed(para.list, (place) => {
      const instance = made.get(place.instance) ?? make(place);
      made.set(place.instance, instance);
      return { instance, level: place.level };
    });
  }
}

/** Returns another list of the same definition that restarts a level. */
function restarted({ definition }: ListInstance, level: number, start: number): ListInstance {
  return { definition, number: undefined, starts: new Map([[level, start]]), maybe: new Map() };
}

function reformatted(copied: ListDefinition, changes: readonly LevelGiven[]): ListDefinition {
  const own = new Map(copied.levels);
  for (const { level, number_format: format, pattern, start } of changes) {
    const old = own.get(level) ?? { format: "decimal", pattern: `%${level}.`, start: 1 };
    own.set(level, { format: format ?? old.format, pattern: pattern ?? old.pattern, start: start ?? old.start });
  }
  return { id: undefined, levels: own, copied };
}

/** Returns the starts of a list after a format change; explicit starts in the change win. */
function startsLeft(
  { starts, maybe }: ListInstance,
  changes: readonly LevelGiven[],
): Pick<ListInstance, "starts" | "maybe"> {
  const said = new Set(changes.filter(({ start }) => start !== undefined).map(({ level }) => level));
  const left = (all: ReadonlyMap<number, number>): Map<number, number> =>
    new Map([...all].filter(([level]) => !said.has(level)));
  return { starts: left(starts), maybe: left(maybe) };
}

function apply(model: Model, paras: readonly Para[], given: NumberingGiven): void {
  const source = sourceOf(model, given);
  const levels = paras.map(({ list }) => given.level ?? settled(list)?.level ?? ("open" in list ? undefined : 1));
  const first = levels[0] ?? 1;
  const start = source === undefined ? 1 : (source.definition.levels.get(first)?.start ?? 1);
  const instance = source !== undefined && given.restart === true ? restarted(source, first, start) : source;
  for (const [index, para] of paras.entries()) {
    const level = levels[index];
    const isKnown = instance !== undefined && level !== undefined;
    para.list = isKnown ? known({ instance, level }) : { open: "list that is applied" };
  }
}

/** Returns the list that is applied; undefined if unknown. */
function sourceOf(model: Model, { list_style: style, like, preset }: NumberingGiven): ListInstance | undefined {
  if (preset !== undefined) {
    return {
      definition: { id: undefined, levels: new Map(), preset },
      number: undefined,
      starts: new Map(),
      maybe: new Map(),
    };
  }
  if (like !== undefined) {
    const { list } = locatePara(model, like);
    if ("value" in list && list.value === undefined) throw new Unlocated("the paragraph is in no list");
    return settled(list)?.instance;
  }
  const definition = model.definitions.get(style ?? "");
  if (definition === undefined) throw new Unlocated(`there is no list style ${style}`);
  return { definition, number: undefined, starts: new Map(), maybe: new Map() };
}

/** Each paragraph continues the nearest previous list of its definition. */
function continueLists(paras: readonly Para[]): void {
  const named = new Set(paras);
  const targets = paras.map((para) => {
    const { part, list } = para;
    const own = settled(list);
    if (own === undefined) return list;
    const before = part.paras.slice(0, part.paras.indexOf(para)).filter((one) => !named.has(one));
    const earlier = before.findLast((one) => settled(one.list)?.instance.definition === own.instance.definition);
    if (earlier === undefined) throw new Unlocated("there is no earlier list");
    return known({ instance: settled(earlier.list)!.instance, level: own.level });
  });
  for (const [index, para] of paras.entries()) para.list = targets[index]!;
}
