// The kinds of jobs that comparisons hand in.

export const comparisonKind = "compare";
/** Makes the redline of a version of a stored document. */
export const redlineKind = "compare-versions";
/** Makes one rendering of a comparison that is there; its payload names the format. */
export const renderingKind = "render-comparison";
/** Converts a source to .docx, before any other job uses it. */
export const comparisonConversionKind = "convert-comparison-source";
