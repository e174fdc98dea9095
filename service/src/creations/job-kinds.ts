// The kinds of jobs that creations hand in.

export const creationKind = "create";
