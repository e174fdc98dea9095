// Records how splits divide an uploaded paragraph: the characters of each part.
//
// The first part has the name of the paragraph. Each other part has the name of the split that it begins with.

import type { TextRange } from "./text/match-text.ts";
import type { TextPoint } from "./text/protected-text.ts";
import type { UploadedPlace } from "./uploaded.ts";

export interface Part {
  /** The group (`groupOf`) of the paragraph that the split made of the part; undefined for the first part. */
  readonly group: string | undefined;
  readonly from: number;
  readonly to: number;
}

interface NewSplit {
  readonly offset: number;
  readonly side: TextPoint["side"];
  /** The number of characters of the paragraph. */
  readonly length: number;
  readonly group: string;
}

export class Halves {
  readonly #parts = new Map<UploadedPlace, readonly Part[]>();
  readonly #places = new Map<string, UploadedPlace>();

  /** Records that a paragraph is split. A second split at the same position gives an empty part. */
  split(place: UploadedPlace, { offset, side, length, group }: NewSplit): void {
    const parts = this.#parts.get(place) ?? [{ group: undefined, from: 0, to: length }];
    // A point belongs to the character on its side.
    const isHere = ({ from, to }: Part): boolean =>
      side === "before" ? from < offset && offset <= to : from <= offset && offset < to;
    const split = parts.flatMap((part): readonly Part[] =>
      isHere(part)
        ? [
            { ...part, to: offset },
            { group, from: offset, to: part.to },
          ]
        : [part],
    );
    this.#parts.set(place, split);
    this.#places.set(group, place);
  }

  /**
   * Returns the parts from `first` through `last`; undefined unless both exist in this order. The first part has no
   * group.
   */
  between(place: UploadedPlace, first: string | undefined, last: string): readonly Part[] | undefined {
    const parts = this.#parts.get(place) ?? [];
    const [from, to] = [first, last].map((group) => parts.findIndex((part) => part.group === group));
    return from! < 0 || to! < 0 || from! >= to! ? undefined : parts.slice(from, to! + 1);
  }

  /** Records that consecutive parts are joined again. The joined part has the name of the first. */
  join(place: UploadedPlace, joined: readonly Part[]): void {
    const whole = { ...joined[0]!, to: joined.at(-1)!.to };
    const groups = new Set(joined.slice(1).map(({ group }) => group));
    const parts = this.#parts.get(place) ?? [];
    this.#parts.set(
      place,
      parts
        .filter(({ group }) => group === undefined || !groups.has(group))
        .map((one) => (one.group === whole.group ? whole : one)),
    );
  }

  /** Returns the names that splits gave to parts of a paragraph, including parts that were joined again. */
  groupsOf(place: UploadedPlace): readonly string[] {
    return [...this.#places].flatMap(([group, one]) => (one === place ? [group] : []));
  }

  /**
   * Returns the characters of a part that a split made; undefined if it was joined again, or was not made by a split.
   */
  rangeOf(group: string): TextRange | undefined {
    const place = this.#places.get(group);
    const part = place === undefined ? undefined : this.#parts.get(place)?.find((one) => one.group === group);
    return place === undefined || part === undefined ? undefined : { place, from: part.from, to: part.to };
  }
}
