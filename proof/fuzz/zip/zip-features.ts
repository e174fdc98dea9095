// Lists what a run of the zip target must meet: features of archives and outcomes.
//
// Mutations are listed in `mutate-zip.ts`.

export const archiveFeatures = [
  "a Word package",
  "many entries",
  "a folder",
  "a stored entry",
  "a deflated entry",
  "an empty entry",
  "an entry that shrinks a lot",
  "a data descriptor",
  "extra fields",
  "an entry comment",
  "an archive comment",
  "bytes in front",
  "a name in UTF-8",
  "a name in an old code page",
  "a long name",
  "tight limits",
] as const;
export type ArchiveFeature = (typeof archiveFeatures)[number];

export const outcomeFeatures = [
  "opened",
  "refused",
  "opened though mutated",
  "an entry refused",
  "written and read again",
  "an entry replaced",
  "opened as a document",
  "a document changed and saved",
  "refused for a limit",
] as const;
