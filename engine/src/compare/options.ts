// Re-exports the options that the engine reads, and their defaults.
//
// The table is `language/option-table.ts`.

import { allDefaults, type CompareOptions } from "../language/option-table.ts";

export type { CompareOptions };

/** The defaults of the options that a comparison reads. */
export const defaultOptions: CompareOptions = allDefaults;
