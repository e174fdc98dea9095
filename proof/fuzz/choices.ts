// Makes the choices of a generator and notes the features that were chosen.
//
// Each choice has a name and a probability. A case can have one feature as its focus, which forces that choice. So no
// listed feature is missing from a run by bad luck.

import type { Random } from "../runner/random.ts";

export class Choices<Feature extends string> {
  readonly random: Random;
  readonly taken = new Set<string>();
  readonly #focus: string | undefined;

  constructor(random: Random, focus: string | undefined) {
    this.random = random;
    this.#focus = focus;
  }

  /**
   * Returns true with probability `share`, and always if the feature is the focus of the case. Notes the feature if
   * true.
   */
  takes(feature: Feature, share: number): boolean {
    const isTaken = this.random.chance(share) || this.isAbout(feature);
    if (isTaken) this.taken.add(feature);
    return isTaken;
  }

  isAbout(feature: Feature): boolean {
    return this.#focus === feature;
  }

  note(feature: Feature): void {
    this.taken.add(feature);
  }
}
