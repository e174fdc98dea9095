// Names the kinds of jobs that edits enqueue.

export const editKind = "edit";
/** Makes one rendering of the redline of a finished edit; the payload names the format. */
export const editRenderingKind = "render-edit";
