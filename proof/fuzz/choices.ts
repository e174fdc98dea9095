// The choices of a generator: each has a name and a likelihood, is noted when taken, and can be forced by making it
// the focus of a case, so that no listed feature stays out of a run by bad luck.

import type { Random } from "../runner/random.ts";

export class Choices<Feature extends string> {
  readonly random: Random;
  readonly taken = new Set<string>();
  readonly #focus: string | undefined;

  constructor(random: Random, focus: string | undefined) {
    this.random = random;
    this.#focus = focus;
  }

  /** Whether to do what the feature names: in this share of the calls, and always in a case that is about it. */
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
