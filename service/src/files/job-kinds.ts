// The kinds of jobs that files hand in.

/** Reads a file, so that its content can be given out and its paragraphs named. */
export const preparationKind = "prepare-file";
