// Predicts the labels of the lists in a predicted document.
//
// The list of a paragraph may be open (its style decides it). Then it is taken from the result, and so are the levels
// of a preset. The numbers are always counted here.

import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";
import { flows, isSectionEnd, LabelCounter, type LevelsOf } from "../labels.ts";
import {
  type ListDefinition,
  type ListInstance,
  type ListLevel,
  type ListPlace,
  type Model,
  type Para,
  type Part,
  tablesAround,
} from "../model.ts";
import { isOf } from "../read-model.ts";

export type Labelled = { readonly label: string } | { readonly open: string };

export interface LabelSources {
  readonly model: Model;
  readonly content: ContentJson;
  /** Definitions whose labels could not be reproduced for the upload. */
  readonly strange: ReadonlySet<ListDefinition>;
  /** Maps a part to its paragraphs in the result. */
  readonly told: ReadonlyMap<Part, readonly ContentParagraph[]>;
}

const NOT_COUNTED = "label not predictable";

export function expectedLabels(sources: LabelSources): Map<Para, Labelled> {
  const labels = new Map<Para, Labelled>();
  const adopted = new Adopted(sources);
  for (const parts of flows([...sources.told.keys()])) {
    const levelsOf: LevelsOf = (definition) => adopted.levelsOf(definition);
    const counters = [false, true].map((isDaring) => new LabelCounter(levelsOf, { isDaring }));
    for (const part of parts) {
      for (const [index, para] of part.paras.entries()) {
        const block = sources.told.get(part)![index];
        const label = labelOf(para, { block, adopted, counters, strange: sources.strange });
        const isHidden = "label" in label && label.label !== "" && block?.list?.number === undefined;
        labels.set(para, isHidden && mayBeDeleted(sources.model, para) ? { open: "label in a deleted row" } : label);
      }
    }
  }
  return labels;
}

/** True if a paragraph is in a table with deletions: the JSON does not show deleted rows. */
function mayBeDeleted({ content, parts }: Model, para: Para): boolean {
  const tables = tablesAround(para);
  const isThere = (one: Para | undefined): boolean =>
    one !== undefined && tablesAround(one).some((table) => tables.includes(table));
  const isNamed = content.revisions.some(({ kind, paragraph }) => {
    const part = paragraph && parts.find((one) => isOf(one, paragraph.part));
    return kind === "deletion" && isThere(part?.all[paragraph?.index ?? -1]);
  });
  // A deletion that begins before the table has its address there, but the marks that it deletes are in the table.
  return isNamed || parts.some(({ all }) => all.some((one) => one.source?.mark?.kind === "deletion" && isThere(one)));
}

interface Counting {
  readonly block: ContentParagraph | undefined;
  readonly adopted: Adopted;
  readonly counters: readonly LabelCounter[];
  readonly strange: ReadonlySet<ListDefinition>;
}

function labelOf(para: Para, { block, adopted, counters, strange }: Counting): Labelled {
  const place = adopted.placeOf(para, block);
  if (place === undefined || para.isPassed || para.mark?.kind === "deletion" || isSectionEnd(para))
    return { label: "" };
  const { definition } = place.instance;
  const [careful, daring] = counters.map((counter) => counter.next(place));
  const isOpen = isStrange(definition, strange) || adopted.isTainted(definition);
  if (isOpen || careful === undefined || careful !== daring) return { open: NOT_COUNTED };
  return { label: careful };
}

/** True if a definition, or the one that it was copied from, has labels that the JSON does not explain. */
function isStrange(definition: ListDefinition, strange: ReadonlySet<ListDefinition>): boolean {
  const { copied } = definition;
  return strange.has(definition) || (copied !== undefined && isStrange(copied, strange));
}

/** Data that is taken from the result because the upload does not contain it. */
class Adopted {
  readonly #sources: LabelSources;
  readonly #levels = new Map<ListDefinition, ReadonlyMap<number, ListLevel>>();
  readonly #definitions = new Map<string, ListDefinition>();
  readonly #instances = new Map<string, ListInstance>();
  readonly #tainted = new Set<ListDefinition>();

  constructor(sources: LabelSources) {
    this.#sources = sources;
    for (const [part, blocks] of sources.told) {
      for (const [index, para] of part.paras.entries()) this.#meetPreset(para, blocks[index]?.list);
    }
  }

  /** A list made from a preset also counts paragraphs whose level alone is open, at any position in the list. */
  #meetPreset({ list }: Para, told: ContentParagraph["list"]): void {
    const place = "value" in list ? list.value : undefined;
    const definition = place?.instance.definition;
    if (told === undefined || definition?.preset === undefined || this.#levels.has(definition)) return;
    this.#levels.set(definition, this.#read(told.list_style));
    this.#definitions.set(told.list_style, definition);
    this.#instances.set(keyOf(told), place!.instance);
  }

  levelsOf(definition: ListDefinition): ReadonlyMap<number, ListLevel> {
    return this.#levels.get(definition) ?? definition.levels;
  }

  /**
   * True if a list of this definition was taken from the result, because the upload does not use it. The list may
   * restart somewhere.
   */
  isTainted(definition: ListDefinition): boolean {
    return this.#tainted.has(definition);
  }

  placeOf(para: Para, block: ContentParagraph | undefined): ListPlace | undefined {
    if ("value" in para.list) return para.list.value;
    const list = block?.list;
    if (list === undefined) return undefined;
    const key = keyOf(list);
    const instance = this.#sources.model.instances.get(key) ?? this.#instances.get(key) ?? this.#adopt(list, key);
    return { instance, level: list.level };
  }

  #adopt(list: NonNullable<ContentParagraph["list"]>, key: string): ListInstance {
    const definition = this.#definitionOf(list.list_style);
    const made: ListInstance = { definition, number: list.instance, starts: new Map(), maybe: new Map() };
    this.#instances.set(key, made);
    this.#tainted.add(definition);
    return made;
  }

  #definitionOf(id: string): ListDefinition {
    const present = this.#sources.model.definitions.get(id) ?? this.#definitions.get(id);
    if (present !== undefined) return present;
    const made: ListDefinition = { id, levels: this.#read(id) };
    this.#definitions.set(id, made);
    return made;
  }

  #read(id: string): ReadonlyMap<number, ListLevel> {
    const style = this.#sources.content.list_styles.find((one) => one.id === id);
    const levels = style?.levels ?? [];
    return new Map(
      levels.map(({ level, number_format: format, pattern, start }) => [level, { format, pattern, start }] as const),
    );
  }
}

function keyOf({ list_style: style, instance }: NonNullable<ContentParagraph["list"]>): string {
  return `${style} ${instance}`;
}
