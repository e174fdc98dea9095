// Names the kinds of jobs that comparisons enqueue.

export const comparisonKind = "compare";
/** Makes the redline of a version of a stored document. */
export const redlineKind = "compare-versions";
/** Makes one rendering of a finished comparison; the payload names the format. */
export const renderingKind = "render-comparison";
/** Makes the view of a comparison that was stored with a fragment, before views existed. */
export const viewKind = "view-comparison";
/** Converts a source to .docx before any other job uses it. */
export const comparisonConversionKind = "convert-comparison-source";
