// Defines a fuzz target: how its inputs are made, checked, shrunk and shown.

import type { Random } from "../runner/random.ts";
import type { Shrinkable } from "./shrink.ts";

/** Counts by name: features that were hit, and exceptions that were allowed. */
export class Counts {
  readonly byName = new Map<string, number>();

  add(name: string, times = 1): void {
    this.byName.set(name, (this.byName.get(name) ?? 0) + times);
  }
}

export interface Target<Input> {
  readonly name: string;
  /** Features that a run of at least `CYCLE` cases must hit. Each is the focus of one case in every `CYCLE` cases. */
  readonly features: readonly string[];
  /** Names of the differences that are allowed and counted. */
  readonly exceptions: readonly string[];
  /** Makes the input of a case. `focus` is a feature that the input should have, if that can be chosen. */
  generate(random: Random, focus: string | undefined): Input;
  /**
   * Throws a PropertyBroken, or an error of the engine, if a property does not hold. Adds the features it meets to
   * `counts`.
   */
  check(input: Input, counts: Counts): void;
  readonly shrinking: Shrinkable<Input>;
  /** Returns the input as text that a person can read and put into a test. */
  show(input: Input): string;
}

/** Number of cases in which each feature of a target is the focus once. */
export const CYCLE = 200;

export function focusOf(features: readonly string[], caseNumber: number): string | undefined {
  return features[caseNumber % CYCLE];
}

/** The error for a property that does not hold. Shrinking treats two failures of one property as the same failure. */
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
