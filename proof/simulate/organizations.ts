// Makes organizations of unequal size that submit comparisons, and assigns each to one cell for good.
//
// Their shares fall as one over their rank: the largest of two thousand has an eighth of all comparisons. They are
// assigned in an order that the seed draws, each to the cell that has the least at that moment. None is moved later.

import { seededRandom, shuffle } from "../runner/random.ts";

export interface Organization {
  /** Rank by size; 0 for the largest. */
  readonly rank: number;
  /** Share of all comparisons, from 0 to 1. */
  readonly share: number;
}

export function makeOrganizations(count: number): Organization[] {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight, rank) => ({ rank, share: weight / sum }));
}

/** Returns the organizations of each cell. */
export function placeOnCells(organizations: readonly Organization[], cells: number, seed: number): Organization[][] {
  const placed = Array.from({ length: cells }, (): Organization[] => []);
  const loads = placed.map(() => 0);
  for (const organization of shuffle(organizations, seededRandom(seed, "placement"))) {
    const least = loads.indexOf(Math.min(...loads));
    placed[least]!.push(organization);
    loads[least]! += organization.share;
  }
  return placed;
}

export function shareOf(organizations: readonly Organization[]): number {
  return organizations.reduce((sum, { share }) => sum + share, 0);
}
