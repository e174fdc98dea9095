// Imports content of any number of sources into one result.
//
// Each source has its own ids of styles, lists and notes, so each has its own `Adoption`.

import type { WordDocument } from "../../document/open-document.ts";
import type { Notice } from "../../failures/failure.ts";
import type { Source } from "../content/source.ts";
import { Adoption } from "./adoption.ts";
import { ResultIds } from "./result-ids.ts";

export class Importer {
  readonly #result: WordDocument;
  readonly #ids: ResultIds;
  readonly #lists: ReadonlyMap<Source, ReadonlyMap<string, string>>;
  readonly #adoptions = new Map<Source, Adoption>();

  /** `lists` maps each source to its lists that are lists of the result, by numId. */
  constructor(result: WordDocument, lists: ReadonlyMap<Source, ReadonlyMap<string, string>>) {
    this.#result = result;
    this.#ids = new ResultIds(result);
    this.#lists = lists;
  }

  from(source: Source): Adoption {
    const known = this.#adoptions.get(source);
    if (known !== undefined) return known;
    const adoption = new Adoption({
      ...{ before: source.document, result: this.#result, ids: this.#ids },
      onRenamed: (name, renamed) => source.formats.renameImported(name, renamed),
    });
    adoption.preferLists(this.#lists.get(source) ?? new Map());
    this.#adoptions.set(source, adoption);
    return adoption;
  }

  /** One notice for each part that could not be copied, because it is missing or cannot be unpacked. */
  get notices(): readonly Notice[] {
    return [...this.#adoptions.values()].flatMap(({ notices }) => notices);
  }
}
