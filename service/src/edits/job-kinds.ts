// The kinds of jobs that edits hand in.

export const editKind = "edit";
