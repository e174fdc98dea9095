// Lists that grafts name: found in the result, else imported.
//
// A list is found by what the caller tells (paragraphs that correspond show lists that do), else by what it says: the
// definition with all its levels, and what the list itself overrides. Lists that share a definition share its count, so
// lists and definitions are paired one to one: two lists of before never become one, and two that shared a definition
// still do. A definition that only points, through a numbering style, to another is taken as the one it points to.

import { ensure } from "../../failures/failure.ts";
import type { AdoptedParts } from "./adopted-parts.ts";
import type { AdoptedStyles } from "./adopted-styles.ts";
import { ImportedLists } from "./imported-lists.ts";
import { ListTable } from "./list-table.ts";
import type { Adopt, AdoptionSources } from "./sources.ts";

/** The list that takes a paragraph out of the list of its style. */
const NO_LIST = "0";

export interface ListReferences {
  readonly adopt: Adopt;
  readonly styles: AdoptedStyles;
  readonly parts: AdoptedParts;
}

interface Tables {
  readonly before: ListTable;
  readonly result: ListTable;
  readonly imports: ImportedLists;
}

export class AdoptedLists {
  readonly #sources: AdoptionSources;
  readonly #references: ListReferences;
  #tables: Tables | undefined;
  #preferred: ReadonlyMap<string, string> = new Map();
  /** Ids in the result by id in before. */
  readonly #lists = new Map<string, string>();
  readonly #definitions = new Map<string, string>();
  /** Those of the result that stand for one of before. */
  readonly #takenLists = new Set<string>();
  readonly #takenDefinitions = new Set<string>();

  constructor(sources: AdoptionSources, references: ListReferences) {
    this.#sources = sources;
    this.#references = references;
  }

  prefer(pairs: ReadonlyMap<string, string>): void {
    ensure(this.#tables === undefined, "which lists are preferred is told before one is asked for");
    this.#preferred = pairs;
  }

  /** The id in the result of a list of before. A list that before lacks shows no number, and 0 says so. */
  idFor(numId: string): string {
    if (numId === NO_LIST) return numId;
    const tables = this.#open();
    const known = this.#lists.get(numId);
    if (known !== undefined) return known;
    const definition = tables.before.definitionOf(numId);
    if (definition === undefined) return NO_LIST;
    const mapped = this.#definitionFor(tables, definition, numId);
    // Importing a definition imports the styles of its levels, and one of them may have named this list.
    return this.#lists.get(numId) ?? this.#findList(tables, numId, mapped) ?? this.#importList(tables, numId, mapped);
  }

  /** The same, but undefined for a list that would have to be imported. */
  find(numId: string): string | undefined {
    if (numId === NO_LIST) return numId;
    const tables = this.#open();
    const known = this.#lists.get(numId);
    if (known !== undefined) return known;
    const definition = tables.before.definitionOf(numId);
    if (definition === undefined) return NO_LIST;
    const mapped = this.#definitions.get(definition) ?? this.#findDefinition(tables, definition, numId);
    if (mapped === undefined) return undefined;
    this.#definitions.set(definition, mapped);
    this.#takenDefinitions.add(mapped);
    return this.#findList(tables, numId, mapped);
  }

  /** What a list of the result is: 0 for one that is not there, which shows no number. */
  meantBy(numId: string): string {
    return numId === NO_LIST || this.#open().result.definitionOf(numId) === undefined ? NO_LIST : numId;
  }

  #open(): Tables {
    if (this.#tables !== undefined) return this.#tables;
    const { adopt, styles, parts } = this.#references;
    const before = new ListTable(this.#sources.before, {
      style: (id) => styles.comparedBefore(id),
      relationship: (part, id) => parts.comparedBefore(part, id),
    });
    const result = new ListTable(this.#sources.result, {
      style: (id) => styles.comparedResult(id),
      relationship: (part, id) => parts.comparedResult(part, id),
    });
    const imports = new ImportedLists(this.#sources.result, { before, result, adopt, ids: this.#sources.ids });
    this.#tables = { before, result, imports };
    this.#takePreferred(this.#tables);
    return this.#tables;
  }

  #takePreferred({ before, result }: Tables): void {
    for (const [numId, counterpart] of this.#preferred) {
      const definition = before.definitionOf(numId);
      const mapped = result.definitionOf(counterpart);
      if (definition === undefined || mapped === undefined) continue;
      const isSaid =
        before.contentOf(before.definitions.get(definition)) === result.contentOf(result.definitions.get(mapped));
      const isList = before.contentOf(before.lists.get(numId)) === result.contentOf(result.lists.get(counterpart));
      if (!isSaid || !isList || (this.#definitions.get(definition) ?? mapped) !== mapped) continue;
      this.#pair(numId, counterpart);
      if (!this.#definitions.has(definition)) this.#definitions.set(definition, mapped);
      this.#takenDefinitions.add(mapped);
    }
  }

  #pair(numId: string, counterpart: string): string {
    this.#lists.set(numId, counterpart);
    this.#takenLists.add(counterpart);
    return counterpart;
  }

  /** The definition in the result that stands for one of before; imported when none says the same. */
  #definitionFor(tables: Tables, definition: string, numId: string): string {
    const known = this.#definitions.get(definition);
    if (known !== undefined) return known;
    const found = this.#findDefinition(tables, definition, numId);
    const mapped = found ?? tables.imports.nextDefinitionId();
    this.#definitions.set(definition, mapped);
    this.#takenDefinitions.add(mapped);
    if (found === undefined) tables.imports.importDefinition(definition, mapped);
    return mapped;
  }

  /** Of several that say the same: that of the list of the same id, the one with the same identity or id, the first. */
  #findDefinition({ before, result }: Tables, definition: string, numId: string): string | undefined {
    const content = before.contentOf(before.definitions.get(definition));
    const identity = before.identityOf(definition);
    const ids = [...result.definitions.keys()];
    const candidates = [
      result.definitionOf(numId),
      ...ids.filter((id) => identity !== undefined && result.identityOf(id) === identity),
      definition,
      ...ids,
    ];
    return candidates.find(
      (id) =>
        id !== undefined &&
        !this.#takenDefinitions.has(id) &&
        result.definitions.has(id) &&
        result.contentOf(result.definitions.get(id)) === content,
    );
  }

  /** A list of the result over a definition that overrides the same; rather the one of the same id. */
  #findList({ before, result }: Tables, numId: string, definition: string): string | undefined {
    const content = before.contentOf(before.lists.get(numId));
    const found = [numId, ...result.lists.keys()].find(
      (id) =>
        !this.#takenLists.has(id) &&
        result.definitionOf(id) === definition &&
        result.contentOf(result.lists.get(id)) === content,
    );
    return found === undefined ? undefined : this.#pair(numId, found);
  }

  #importList({ imports }: Tables, numId: string, definition: string): string {
    const id = this.#pair(numId, imports.nextListId());
    imports.importList(numId, { id, definition });
    return id;
  }
}
