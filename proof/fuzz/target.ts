// What a fuzz target is: how its inputs are made, what must hold of each, and how one is made smaller and shown.

import type { Random } from "../runner/random.ts";
import type { Shrinkable } from "./shrink.ts";

/** Counts by name: features hit, exceptions allowed. */
export class Counts {
  readonly byName = new Map<string, number>();

  add(name: string, times = 1): void {
    this.byName.set(name, (this.byName.get(name) ?? 0) + times);
  }
}

export interface Target<Input> {
  readonly name: string;
  /** What a run must hit: each at least once in every `CYCLE` cases. */
  readonly features: readonly string[];
  /** Names of the exceptions that are allowed, and counted. */
  readonly exceptions: readonly string[];
  /** Makes the input of a case. `focus` is a feature it should have, if that can be chosen. */
  generate(random: Random, focus: string | undefined): Input;
  /** Throws a PropertyBroken, or whatever the engine throws, when something does not hold. Tells what it met. */
  check(input: Input, counts: Counts): void;
  readonly shrinking: Shrinkable<Input>;
  /** The input in text that a person can read and put into a test. */
  show(input: Input): string;
}

/** Each feature of a target is the focus of one case in so many. */
export const CYCLE = 200;

export function focusOf(features: readonly string[], caseNumber: number): string | undefined {
  return features[caseNumber % CYCLE];
}

/** A property that did not hold. Two failures of one property are taken for one and the same while shrinking. */
export class PropertyBroken extends Error {
  readonly property: string;

  constructor(property: string, detail: string) {
    super(detail === "" ? property : `${property}: ${detail}`);
    this.name = "PropertyBroken";
    this.property = property;
  }
}

/** Throws unless the property holds. */
export function demand(holds: boolean, property: string, detail: () => string = () => ""): asserts holds {
  if (!holds) throw new PropertyBroken(property, detail());
}
