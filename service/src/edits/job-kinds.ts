// Names the kinds of jobs that edits enqueue.

export const editKind = "edit";
