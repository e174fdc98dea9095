// What splits make of an uploaded paragraph: which of its characters stand in which part. The first part has the name of the paragraph, each
// other one that of the split it begins with.

import type { TextRange } from "./text/match-text.ts";
import type { TextPoint } from "./text/protected-text.ts";
import type { UploadedPlace } from "./uploaded.ts";

export interface Part {
  /** What finds the paragraph that the request made of it; undefined for the first part. */
  readonly group: string | undefined;
  readonly from: number;
  readonly to: number;
}

interface NewSplit {
  readonly offset: number;
  readonly side: TextPoint["side"];
  /** How many characters the paragraph has. */
  readonly length: number;
  readonly group: string;
}

export class Halves {
  readonly #parts = new Map<UploadedPlace, readonly Part[]>();
  readonly #places = new Map<string, UploadedPlace>();

  /** Notes that a paragraph is split; one that is split at the same place again has an empty part there. */
  split(place: UploadedPlace, { offset, side, length, group }: NewSplit): void {
    const parts = this.#parts.get(place) ?? [{ group: undefined, from: 0, to: length }];
    // The place is beside the character that it was named by.
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

  /** The parts of a paragraph from one to another; undefined unless both are there, in order. The first part has no name. */
  between(place: UploadedPlace, first: string | undefined, last: string): readonly Part[] | undefined {
    const parts = this.#parts.get(place) ?? [];
    const [from, to] = [first, last].map((group) => parts.findIndex((part) => part.group === group));
    return from! < 0 || to! < 0 || from! >= to! ? undefined : parts.slice(from, to! + 1);
  }

  /** Notes that parts which follow each other are one again: it has the name of the first. */
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

  /** The names that splits gave to parts of a paragraph, whatever became of them. */
  groupsOf(place: UploadedPlace): readonly string[] {
    return [...this.#places].flatMap(([group, one]) => (one === place ? [group] : []));
  }

  /** The characters of a part that a split made; undefined for any other new paragraph. */
  rangeOf(group: string): TextRange | undefined {
    const place = this.#places.get(group);
    const part = place === undefined ? undefined : this.#parts.get(place)?.find((one) => one.group === group);
    return place === undefined || part === undefined ? undefined : { place, from: part.from, to: part.to };
  }
}
