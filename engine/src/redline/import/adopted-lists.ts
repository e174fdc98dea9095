// Maps the lists that copied content refers to: found in the result, else imported.
//
// The caller may name pairs of lists, because paired paragraphs show paired lists. Other lists are found by their
// content: the definition with all its levels, and the overrides of the list. Lists with the same definition share a
// counter, so lists and definitions are paired one to one. Two lists of the source never become one, and two that share
// a definition still do. A definition that only points to another one through a numbering style counts as that other
// one.

import { ensure } from "../../failures/failure.ts";
import type { AdoptedParts } from "./adopted-parts.ts";
import type { AdoptedStyles } from "./adopted-styles.ts";
import { ImportedLists } from "./imported-lists.ts";
import { ListTable } from "./list-table.ts";
import type { Adopt, AdoptionSources } from "./sources.ts";

/** The numId that takes a paragraph out of the list of its style. */
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
  /** Maps ids in the source to ids in the result. */
  readonly #lists = new Map<string, string>();
  readonly #definitions = new Map<string, string>();
  /** Ids in the result that are paired already. */
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

  /**
   * Returns the id in the result of a list of the source. A list that the source lacks shows no number, so it becomes
   * 0.
   */
  idFor(numId: string): string {
    if (numId === NO_LIST) return numId;
    const tables = this.#open();
    const known = this.#lists.get(numId);
    if (known !== undefined) return known;
    const definition = tables.before.definitionOf(numId);
    if (definition === undefined) return NO_LIST;
    const mapped = this.#definitionFor(tables, definition, numId);
    // Importing a definition imports the styles of its levels, and one of these may refer to this list.
    return this.#lists.get(numId) ?? this.#findList(tables, numId, mapped) ?? this.#importList(tables, numId, mapped);
  }

  /** Like `idFor`, but undefined for a list that would have to be imported. */
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

  /** Returns the id of a list of the result, or 0 for a missing list, which shows no number. */
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

  /** Returns the definition in the result for one of the source, and imports it if none has the same content. */
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

  /**
   * Returns a definition of the result that has the same content and is not paired yet; undefined if no definition
   * fits. Candidates in order: that of the list with the same id, one with the same w:nsid, the one with the same id,
   * any.
   */
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

  /**
   * Returns a list of the result that has the definition and the same overrides and is not paired yet; undefined if
   * no list fits. A list with the same id comes first.
   */
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
