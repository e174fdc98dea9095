// Names the kinds of jobs that merges enqueue.

/** Opens one source; its payload names the role. */
export const verificationKind = "verify-merge-source";
/** Merges the sources, after every one of them was opened. */
export const mergeKind = "merge";
/** Converts a source to .docx before any other job uses it. */
export const mergeConversionKind = "convert-merge-source";
/** Makes one rendering of a finished merge; the payload names the format. */
export const mergeRenderingKind = "render-merge";
