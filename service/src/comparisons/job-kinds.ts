// The kinds of jobs that comparisons hand in.

export const comparisonKind = "compare";
/** Makes one rendering of a comparison that is there; its payload names the format. */
export const renderingKind = "render-comparison";
