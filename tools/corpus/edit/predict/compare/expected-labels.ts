// The labels that the lists of a predicted document show.
//
// Which list a paragraph is in may be open (its style decides) and is then taken from the result, as are the levels of a preset; the
// counting is ours all the same.

import type { ContentJson, ContentParagraph } from "@versus/engine";
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
  /** Definitions whose labels were not reproduced on the upload. */
  readonly strange: ReadonlySet<ListDefinition>;
  /** By part: what the result tells of its paragraphs. */
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

/** Whether a paragraph stands in a table of which something is deleted: a deleted row is not told. */
function mayBeDeleted({ content, parts }: Model, para: Para): boolean {
  const tables = tablesAround(para);
  return content.revisions.some(({ kind, paragraph }) => {
    const part = paragraph && parts.find((one) => isOf(one, paragraph.part));
    const named = part?.all[paragraph?.index ?? -1];
    return kind === "deletion" && named !== undefined && tablesAround(named).some((table) => tables.includes(table));
  });
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
  const isStrange = strange.has(definition) || adopted.isTainted(definition);
  if (isStrange || careful === undefined || careful !== daring) return { open: NOT_COUNTED };
  return { label: careful };
}

/** What is taken from the result because the upload does not tell it. */
class Adopted {
  readonly #sources: LabelSources;
  readonly #levels = new Map<ListDefinition, ReadonlyMap<number, ListLevel>>();
  readonly #definitions = new Map<string, ListDefinition>();
  readonly #instances = new Map<string, ListInstance>();
  readonly #tainted = new Set<ListDefinition>();

  constructor(sources: LabelSources) {
    this.#sources = sources;
  }

  levelsOf(definition: ListDefinition): ReadonlyMap<number, ListLevel> {
    return this.#levels.get(definition) ?? definition.levels;
  }

  /** A list that the upload does not use may start anew somewhere. */
  isTainted(definition: ListDefinition): boolean {
    return this.#tainted.has(definition);
  }

  placeOf(para: Para, block: ContentParagraph | undefined): ListPlace | undefined {
    if ("value" in para.list) {
      const place = para.list.value;
      if (place?.instance.definition.preset !== undefined) this.#readPreset(place.instance.definition, block);
      return place;
    }
    const list = block?.list;
    if (list === undefined) return undefined;
    const key = `${list.list_style} ${list.instance}`;
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

  #readPreset(definition: ListDefinition, block: ContentParagraph | undefined): void {
    if (block?.list !== undefined && !this.#levels.has(definition)) {
      this.#levels.set(definition, this.#read(block.list.list_style));
    }
  }

  #read(id: string): ReadonlyMap<number, ListLevel> {
    const style = this.#sources.content.list_styles.find((one) => one.id === id);
    const levels = style?.levels ?? [];
    return new Map(
      levels.map(({ level, number_format: format, pattern, start }) => [level, { format, pattern, start }] as const),
    );
  }
}
