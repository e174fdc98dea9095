// Defines the formats of results and of file content, and reads the `format` parameter.

import { ApiError, quote } from "./api-error.ts";

interface FormatRow {
  /** The end of the file name, after the stem of the source's name. */
  readonly suffix: string;
  readonly mediaType: string;
  readonly meaning: string;
}

export const mediaTypes = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pdf: "application/pdf",
  md: "text/markdown; charset=utf-8",
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  html: "text/html; charset=utf-8",
} as const;

/** The lists of changes of a comparison or a merge, which are made when a read asks for them. */
export const scheduleFormats = {
  schedule: {
    suffix: "-changes.docx",
    mediaType: mediaTypes.docx,
    meaning: "Word document with a table of the changes by clause",
  },
  schedule_csv: {
    suffix: "-changes.csv",
    mediaType: mediaTypes.csv,
    meaning: "the same table as CSV, in UTF-8 with a byte order mark",
  },
} as const satisfies Record<string, FormatRow>;

export type ScheduleFormat = keyof typeof scheduleFormats;

/** The formats of a comparison, in the order in which they are listed; the first is the default. */
export const comparisonFormats = {
  docx: {
    suffix: "-redline.docx",
    mediaType: mediaTypes.docx,
    meaning: "Word document with tracked changes",
  },
  pdf: { suffix: "-redline.pdf", mediaType: mediaTypes.pdf, meaning: "PDF of the redline" },
  pdf_changed_pages_only: {
    suffix: "-redline-changed-pages.pdf",
    mediaType: mediaTypes.pdf,
    meaning: "PDF of only the pages that changed",
  },
  md: { suffix: "-redline.md", mediaType: mediaTypes.md, meaning: "Markdown of the redline" },
  json: { suffix: "-redline.json", mediaType: mediaTypes.json, meaning: "the redline as JSON" },
  viewer: {
    suffix: "-redline.html",
    mediaType: mediaTypes.html,
    meaning: "the redline as one self-contained HTML file",
  },
  ...scheduleFormats,
} as const satisfies Record<string, FormatRow>;

export type ComparisonFormat = keyof typeof comparisonFormats;

export const comparisonFormatNames = Object.keys(comparisonFormats) as readonly ComparisonFormat[];

/** Returns the media type of a format of the table, or undefined for an unknown format. */
export function mediaTypeIn(table: Readonly<Record<string, FormatRow>>, format: string): string | undefined {
  return Object.hasOwn(table, format) ? table[format]?.mediaType : undefined;
}

/** The formats of a merge; the first is the default. */
export const mergeFormats = {
  docx: {
    suffix: "-merged.docx",
    mediaType: mediaTypes.docx,
    meaning: "Word document with the changes of every revision tracked under its author, and conflicts marked",
  },
  pdf: {
    suffix: "-merged.pdf",
    mediaType: mediaTypes.pdf,
    meaning: "PDF of the merged redline, with a colour for each author and the comments at the end",
  },
  pdf_changed_pages_only: {
    suffix: "-merged-changed-pages.pdf",
    mediaType: mediaTypes.pdf,
    meaning: "PDF of only the pages that changed",
  },
  md: { suffix: "-merged.md", mediaType: mediaTypes.md, meaning: "Markdown of the merged redline" },
  json: {
    suffix: "-merged.json",
    mediaType: mediaTypes.json,
    meaning: "the merged redline as JSON, with its conflicts",
  },
  viewer: {
    suffix: "-merged.html",
    mediaType: mediaTypes.html,
    meaning: "the merged redline as one self-contained HTML file, with a card for each conflict",
  },
  ...scheduleFormats,
} as const satisfies Record<string, FormatRow>;

export type MergeFormat = keyof typeof mergeFormats;

export const mergeFormatNames = Object.keys(mergeFormats) as [MergeFormat, ...MergeFormat[]];

/** The outputs of an edit; the first is the default. */
export const editFormats = {
  docx: { suffix: "-edited.docx", meaning: "the document with the changes applied" },
  redline: { suffix: "-edited-redline.docx", meaning: "the document with every change as a tracked change" },
} as const;

export type EditFormat = keyof typeof editFormats;

export const editFormatNames = Object.keys(editFormats) as [EditFormat, ...EditFormat[]];

/** The renderings of an edit's redline, which are made when a read asks for them. */
export const editRenderings = {
  pdf: { suffix: "-redline.pdf", mediaType: mediaTypes.pdf, meaning: "PDF of the redline" },
  pdf_changed_pages_only: {
    suffix: "-redline-changed-pages.pdf",
    mediaType: mediaTypes.pdf,
    meaning: "PDF of only the pages that changed",
  },
} as const satisfies Record<string, FormatRow>;

export type EditRendering = keyof typeof editRenderings;

/** Everything that a read of an edit may ask for: its outputs, then the renderings. */
export const editReadFormats = { ...editFormats, ...editRenderings } as const;

export type EditReadFormat = keyof typeof editReadFormats;

export const editReadFormatNames = Object.keys(editReadFormats) as [EditReadFormat, ...EditReadFormat[]];

export function isEditRendering(format: EditReadFormat): format is EditRendering {
  return Object.hasOwn(editRenderings, format);
}

/** The forms in which a file's content is read; the first is the default. */
export const contentFormatNames = ["md", "json", "staged"] as const;

/**
 * Returns the formats that a `format` parameter requests, in the requested order and without duplicates. The parameter
 * may be repeated, comma-separated or both. Without it, returns the first accepted format. Throws UNSUPPORTED_FORMAT.
 */
export function readFormats<Format extends string>(
  asked: string | readonly string[] | undefined,
  accepted: readonly Format[],
): Format[] {
  const names = asked === undefined ? accepted.slice(0, 1) : [asked].flat().flatMap((value) => value.split(","));
  const formats = names.map((name) => {
    const format = accepted.find((candidate) => candidate === name.trim());
    if (format === undefined) throw unsupported(name.trim(), accepted);
    return format;
  });
  return [...new Set(formats)];
}

function unsupported(name: string, accepted: readonly string[]): ApiError {
  return new ApiError("UNSUPPORTED_FORMAT", `Unknown format ${quote(name)}. The formats are ${accepted.join(", ")}.`);
}
