// Finds the part of the result that is the same as a part of the source.
//
// Most pictures of deleted content still exist in the result. Two parts are the same if bytes and content type are
// equal and relationships with the same ids lead to the same parts. The part with the same name is checked first. Only
// if it differs are all parts of the content type unpacked.

import type { Package } from "../../ooxml/parts/package.ts";
import { foldName } from "../../ooxml/parts/part-names.ts";
import type { Relationship } from "../../ooxml/parts/relationships.ts";
import { readPart } from "../../ooxml/parts/same-parts.ts";
import { sameBytes } from "../../ooxml/same-bytes.ts";

interface PartPair {
  readonly before: string;
  readonly result: string;
}

export class PartTwins {
  readonly #before: Package;
  readonly #result: Package;
  readonly #found = new Map<string, string | undefined>();
  /** Maps a content type to the parts of the result. `#sizes` has the sizes of the parts that were checked. */
  #byType: ReadonlyMap<string | undefined, readonly string[]> | undefined;
  readonly #sizes = new Map<string, number>();

  constructor(before: Package, result: Package) {
    this.#before = before;
    this.#result = result;
  }

  /** Returns the part of the result that is the same as a part of the source, or undefined. */
  find(part: string): string | undefined {
    const key = foldName(part);
    if (!this.#found.has(key)) this.#found.set(key, this.#search(part));
    return this.#found.get(key);
  }

  #search(part: string): string | undefined {
    if (this.#result.has(part) && this.#isSame({ before: part, result: part }, new Set())) return part;
    const bytes = readPart(this.#before, part);
    if (bytes === undefined) return undefined;
    this.#byType ??= Map.groupBy(this.#result.partNames, (name) => this.#result.contentType(name));
    const candidates = this.#byType.get(this.#before.contentType(part)) ?? [];
    return candidates.find(
      (candidate) =>
        this.#sizeOf(candidate) === bytes.length && this.#isSame({ before: part, result: candidate }, new Set()),
    );
  }

  #sizeOf(part: string): number {
    const known = this.#sizes.get(part) ?? readPart(this.#result, part)?.length ?? -1;
    this.#sizes.set(part, known);
    return known;
  }

  /** True if two parts are the same. Parts may form a circle, so a pair that is being compared counts as the same. */
  #isSame(pair: PartPair, seen: Set<string>): boolean {
    const key = `${foldName(pair.before)} ${foldName(pair.result)}`;
    if (seen.has(key)) return true;
    seen.add(key);
    if (this.#before.contentType(pair.before) !== this.#result.contentType(pair.result)) return false;
    const bytes = readPart(this.#before, pair.before);
    const other = readPart(this.#result, pair.result);
    // If neither part can be unpacked, the parts are the same if their names are.
    const isEqual =
      bytes === undefined || other === undefined
        ? bytes === other && foldName(pair.before) === foldName(pair.result)
        : sameBytes(bytes, other);
    return isEqual && this.#leadsToSame(pair, seen);
  }

  #leadsToSame({ before, result }: PartPair, seen: Set<string>): boolean {
    const own = this.#before.relationships(before);
    const others = new Map(this.#result.relationships(result).map((other) => [other.id.toLowerCase(), other]));
    if (own.length !== others.size) return false;
    return own.every((relationship) => {
      const other = others.get(relationship.id.toLowerCase());
      return other !== undefined && this.#isSameTarget(relationship, other, seen);
    });
  }

  #isSameTarget(own: Relationship, other: Relationship, seen: Set<string>): boolean {
    if (own.kind !== other.kind || own.isExternal !== other.isExternal) return false;
    const isInside =
      own.part !== undefined && other.part !== undefined && this.#before.has(own.part) && this.#result.has(other.part);
    return isInside ? this.#isSame({ before: own.part, result: other.part }, seen) : own.target === other.target;
  }
}
