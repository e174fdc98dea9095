// The kinds of jobs that files hand in.

/** Reads a file, so that its content can be given out and its paragraphs named. */
export const preparationKind = "prepare-file";
/** Converts a source to .docx, before any other job uses it. */
export const fileConversionKind = "convert-file";
