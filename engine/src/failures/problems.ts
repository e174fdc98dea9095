// The table of document problems: one row is the whole story of a code.
//
// A code names what is wrong with a document for whoever sent it; the error page, the reference
// topic and the job's `upstream_code` all come from these rows. Codes are never renamed.

export interface Problem {
  /** One sentence: what is wrong. */
  readonly meaning: string;
  /** One sentence: what the sender can do about it. */
  readonly mend: string;
}

export const documentProblems = {
  ENCRYPTED: {
    meaning: "The document is encrypted.",
    mend: "Open it with its password, save it without one, and send that copy.",
  },
  PACKAGE_INVALID: {
    meaning: "The file is not a well-formed Word package.",
    mend: "Open it in a word processor, save it again as .docx, and send that copy.",
  },
  XML_INVALID: {
    meaning: "A part of the package is not well-formed XML.",
    mend: "Open it in a word processor, save it again as .docx, and send that copy.",
  },
  TOO_MANY_PARTS: {
    meaning: "The package holds more parts than we read.",
    mend: "Remove unused media, or split the document.",
  },
  EXPANDS_TOO_LARGE: {
    meaning: "The document, unpacked, is larger than we read.",
    mend: "Reduce or remove large media, or split the document.",
  },
  OUTPUT_NOT_REVERSIBLE: {
    meaning: "Accepting or rejecting the changes of the result would not give the documents it was made from.",
    mend: "Nothing is wrong with your request; report it with the two documents if you may share them.",
  },
  OUTPUT_INVALID: {
    meaning: "The result would not be a well-formed Word document.",
    mend: "Nothing is wrong with your request; report it with the two documents if you may share them.",
  },
} as const satisfies Record<string, Problem>;

export type ProblemCode = keyof typeof documentProblems;
