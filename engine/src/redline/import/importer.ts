// Brings content of any number of documents into one: each source has names of its own, so each has an adoption of its own.

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

  /** The lists of each source that are lists of the result, by numId. */
  constructor(result: WordDocument, lists: ReadonlyMap<Source, ReadonlyMap<string, string>>) {
    this.#result = result;
    this.#ids = new ResultIds(result);
    this.#lists = lists;
  }

  from(source: Source): Adoption {
    const known = this.#adoptions.get(source);
    if (known !== undefined) return known;
    const adoption = new Adoption({ before: source.document, result: this.#result, ids: this.#ids });
    adoption.preferLists(this.#lists.get(source) ?? new Map());
    this.#adoptions.set(source, adoption);
    return adoption;
  }

  /** One for each part that could not be copied: it is missing, or does not unpack. */
  get notices(): readonly Notice[] {
    return [...this.#adoptions.values()].flatMap(({ notices }) => notices);
  }
}
