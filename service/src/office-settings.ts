// Defines the settings of the programs that convert files: LibreOffice, and those that read scans.

import { availableParallelism } from "node:os";
import { byDefault, matching, wholeNumber } from "./setting.ts";

const most = 1_000_000_000;

export const officeSettings = {
  office: {
    name: "VERSUS_OFFICE",
    meaning:
      "The LibreOffice program that converts files. A worker without it converts nothing, and such files wait for a process that has it.",
    read: matching(/^[^\0]+$/, "the name or path of a program"),
    absent: byDefault("soffice"),
  },
  officeProcesses: {
    name: "VERSUS_OFFICE_PROCESSES",
    meaning:
      "The number of files that one process converts at the same time, each with its own LibreOffice. 0 in a worker leaves conversions to processes with `--role converter`.",
    read: readOfficeProcesses,
    absent: byDefault("cores"),
  },
  officeMegabytes: {
    name: "VERSUS_OFFICE_MEGABYTES",
    meaning:
      "The memory of one LibreOffice, in megabytes. A file that needs more fails; a LibreOffice that keeps more than half is replaced.",
    read: wholeNumber({ least: 256, most: 1_000_000 }),
    absent: byDefault("1024"),
  },
  officeSeconds: {
    name: "VERSUS_OFFICE_SECONDS",
    meaning: "The time for one conversion, in seconds. A file that needs longer fails.",
    read: wholeNumber({ least: 1, most: 3000 }),
    absent: byDefault("120"),
  },
  officeDocuments: {
    name: "VERSUS_OFFICE_DOCUMENTS",
    meaning: "The number of files that one LibreOffice converts before a fresh one replaces it.",
    read: wholeNumber({ least: 1, most }),
    absent: byDefault("100"),
  },
  ocrPages: {
    name: "VERSUS_OCR_PAGES",
    meaning:
      "The number of scanned pages in one PDF whose words are recognized, for organizations that have it switched on (`versus organizations set --ocr on`). A PDF with more scanned pages fails.",
    read: wholeNumber({ least: 1, most: 2000 }),
    absent: byDefault("100"),
  },
  ocrSeconds: {
    name: "VERSUS_OCR_SECONDS",
    meaning:
      "The time for recognizing the scanned pages of one PDF, in seconds. A PDF that needs longer fails. A page takes 2 to 4 seconds of one core.",
    read: wholeNumber({ least: 1, most: 3000 }),
    absent: byDefault("400"),
  },
} as const;

function readOfficeProcesses(text: string): number {
  return text === "cores" ? availableParallelism() : wholeNumber({ least: 0, most: 1000 })(text);
}
