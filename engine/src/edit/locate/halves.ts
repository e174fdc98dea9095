// What splits make of an uploaded paragraph: which of its characters stand in which part. The first part has the name of the paragraph, each
// other one that of the split it begins with.

import type { TextRange } from "./text/match-text.ts";
import type { UploadedPlace } from "./uploaded.ts";

interface Part {
  /** What finds the paragraph that the request made of it; undefined for the first part. */
  readonly group: string | undefined;
  readonly from: number;
  readonly to: number;
}

export class Halves {
  readonly #parts = new Map<UploadedPlace, readonly Part[]>();
  readonly #places = new Map<string, UploadedPlace>();

  /** Notes that a paragraph is split at a place strictly inside one of its parts. */
  split(place: UploadedPlace, { offset, length, group }: { offset: number; length: number; group: string }): void {
    const parts = this.#parts.get(place) ?? [{ group: undefined, from: 0, to: length }];
    const split = parts.flatMap((part): readonly Part[] => {
      const isHere = part.from < offset && offset < part.to;
      return isHere
        ? [
            { ...part, to: offset },
            { group, from: offset, to: part.to },
          ]
        : [part];
    });
    this.#parts.set(place, split);
    this.#places.set(group, place);
  }

  /** The names of the parts of a paragraph, without the first. */
  groupsOf(place: UploadedPlace): readonly string[] {
    return (this.#parts.get(place) ?? []).flatMap(({ group }) => (group === undefined ? [] : [group]));
  }

  /** The characters of a part that a split made; undefined for any other new paragraph. */
  rangeOf(group: string): TextRange | undefined {
    const place = this.#places.get(group);
    const part = place === undefined ? undefined : this.#parts.get(place)?.find((one) => one.group === group);
    return place === undefined || part === undefined ? undefined : { place, from: part.from, to: part.to };
  }
}
