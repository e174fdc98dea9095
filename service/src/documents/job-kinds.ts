// Names the kinds of jobs that documents enqueue, except redlines (comparisons/job-kinds.ts).

/** Opens the file of a version, or makes a version from its merge. */
export const versionKind = "prepare-version";
/** Makes the history of a version. */
export const historyKind = "make-history";
/** Makes one rendering of a version; its payload names the format. */
export const versionRenderingKind = "render-version";
/** Converts a source to .docx before any other job uses it. */
export const versionConversionKind = "convert-version";
