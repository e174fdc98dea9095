// Names the kinds of jobs that files enqueue.

/** Reads a file, so that its content can be returned and its paragraphs can be named. */
export const preparationKind = "prepare-file";
/** Converts a source to .docx before any other job uses it. */
export const fileConversionKind = "convert-file";
