// Defines the options of a merge: options of a comparison, in words for a merge.

import { optionTable } from "./option-table.ts";

const { formatting, ignore_formatting, pdf_legend } = optionTable;

export const mergeOptionTable = {
  formatting: {
    values: formatting.values,
    default: formatting.default,
    does: "Mark formatting that looks different in a revision (visible), every difference of direct formatting (all), or none (ignore). Formatting that is not marked is that of the original.",
  },
  ignore_formatting: {
    values: ignore_formatting.values,
    default: ignore_formatting.default,
    does: "The same as formatting: ignore. Do not mark formatting changes; the draft has the formatting of the original.",
  },
  pdf_legend: {
    values: pdf_legend.values,
    default: pdf_legend.default,
    does: "End the PDFs with a legend that explains the marks, counts the changes and names the documents and their authors.",
  },
} as const;

export const mergeOptionNames = Object.keys(mergeOptionTable) as readonly (keyof typeof mergeOptionTable)[];

export const defaultFormatting = mergeOptionTable.formatting.default;
