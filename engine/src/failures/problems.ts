// Lists the problems of documents, one row per code.
//
// A code says what is wrong with a document, for the person who sent it. The error page, the reference topic and the job's
// `upstream_code` are made from these rows. Codes are never renamed.

export interface DocumentProblem {
  /** One sentence about what is wrong. */
  readonly meaning: string;
  /** One sentence about what the sender can do. */
  readonly mend: string;
}

export const documentProblems = {
  ENCRYPTED: {
    meaning: "The document is password-protected or rights-managed.",
    mend: "Save it without a password, and try again.",
  },
  PACKAGE_INVALID: {
    meaning: "This is not a .docx file, or it is damaged.",
    mend: "Save it as .docx in a word processor, and try again.",
  },
  XML_INVALID: {
    meaning: "The document contains XML that is not well-formed.",
    mend: "Save it as .docx in a word processor, and try again.",
  },
  TOO_MANY_PARTS: {
    meaning: "The document contains too many parts.",
    mend: "Remove unused media, or split the document.",
  },
  EXPANDS_TOO_LARGE: {
    meaning: "The document is too large when it is unpacked.",
    mend: "Reduce or remove large media, or split the document.",
  },
  DOCUMENT_TOO_COMPLEX: {
    meaning: "The result would be too large for documents of this size.",
    mend: "Remove comments or tracked changes that overlap in great number, or split the documents.",
  },
  OUTPUT_NOT_REVERSIBLE: {
    meaning: "The result was withheld because accepting or rejecting all its changes would not restore the documents.",
    mend: "This is our fault. Please report it, with the documents if you may share them.",
  },
  OUTPUT_INVALID: {
    meaning: "The result was withheld because it would not be a valid Word document.",
    mend: "This is our fault. Please report it, with the documents if you may share them.",
  },
} as const satisfies Record<string, DocumentProblem>;

export type ProblemCode = keyof typeof documentProblems;
