// The kinds of jobs that merges hand in.

/** Opens one source; its payload names the role. */
export const verificationKind = "verify-merge-source";
/** Follows when every source was opened. */
export const mergeKind = "merge";
/** Converts a source to .docx, before any other job uses it. */
export const mergeConversionKind = "convert-merge-source";
