// Names the kinds of jobs that creations enqueue.

export const creationKind = "create";
