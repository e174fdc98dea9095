// Implements `corpus convert-doc`: converts every .doc file of the corpus as the service does.
//
// Every file must convert, with three exceptions. It is not an OLE file, it is under rights management, or LibreOffice
// alone does not open it either (for example because of a password). The converted document must contain every word
// that LibreOffice exports as plain text.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { convertWordBinary, findOffice, Office } from "@versus/service/convert";
import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import { type Command, type CorpusRun, chooseFiles } from "../command.ts";
import { type CorpusFile, extensionOf } from "../manifest.ts";
import { exportTexts } from "./export-texts.ts";
import { lostWords } from "./lost-words.ts";

export const convertDoc: Command = {
  name: "convert-doc",
  purpose: "every .doc converts or says why not, and no word is lost",
  keeps: false,
  run: runConvertDoc,
};

const LIMITS = { memoryMegabytes: 1024, seconds: 120, recycleAfter: 100 };
const ENDS = ["converted", "protected", "unreadable", "failed"] as const;

/** The name of a stream that documents under rights management contain. */
const MANAGED = Buffer.from("DRMContent", "utf16le");
const isOle = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

interface DocResult {
  readonly path: string;
  readonly end: (typeof ENDS)[number];
  readonly seconds: number;
  readonly problem: string | undefined;
}

async function runConvertDoc(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const installation = findOffice("soffice");
  if (installation === undefined) throw new Error("LibreOffice is not installed (libreoffice-writer-nogui)");
  const files = chooseFiles(
    run,
    corpus.files.filter((file) => extensionOf(file) === "doc"),
    { kind: "all" },
  );
  const texts = exportTexts(files.map(({ path }) => join(corpus.root, path)));
  const office = new Office({ installation, mode: "bubblewrap", processes: options.jobs, ...LIMITS });
  try {
    const results: DocResult[] = [];
    const waiting = [...files];
    const work = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        results.push(await convertOne(file, { root: corpus.root, office, texts }));
      }
    };
    await Promise.all(Array.from({ length: options.jobs }, work));
    return reportDocs(results, corpus.kind);
  } finally {
    await office.close();
  }
}

interface Surroundings {
  readonly root: string;
  readonly office: Office;
  /** Maps a path to the text that LibreOffice alone exports. Files that LibreOffice does not open are missing. */
  readonly texts: ReadonlyMap<string, string>;
}

async function convertOne({ path }: CorpusFile, { root, office, texts }: Surroundings): Promise<DocResult> {
  const file = join(root, path);
  const bytes = readFileSync(file);
  const start = performance.now();
  const converted = await convertWordBinary(bytes, { office }, new AbortController());
  const seconds = (performance.now() - start) / 1000;
  const text = texts.get(file);
  return { path, end: converted.kind, seconds, problem: problemOf() };

  function problemOf(): string | undefined {
    if (converted.kind !== "converted") {
      // LibreOffice opens text and XML under any name. For a file under rights management, it shows the page that
      // says so.
      const isExpected = text === undefined || !isOle(bytes) || bytes.includes(MANAGED);
      return isExpected ? undefined : `${converted.kind}, but LibreOffice by itself opens it`;
    }
    const lost = lostWords(text ?? "", converted.bytes, path);
    return lost.length === 0 ? undefined : `${lost.length} words are lost: ${lost.slice(0, 5).join(" ")}`;
  }
}

function reportDocs(results: readonly DocResult[], corpus: string): Report {
  const wrong = results.filter(({ problem }) => problem !== undefined);
  const times = results.map(({ seconds }) => seconds).sort((one, other) => one - other);
  const count = (end: DocResult["end"]): number => results.filter((result) => result.end === end).length;
  const slowest = times.at(-1) ?? 0;
  const median = times[Math.floor(times.length / 2)] ?? 0;
  return {
    text: [
      formatTable(
        ["end", "files"],
        ENDS.map((end) => [end, count(end)]),
      ),
      ...results.filter(({ end }) => end !== "converted").map(({ path, end }) => `${end}: ${path}`),
      ...wrong.map(({ path, problem }) => `failed: ${path}: ${problem}`),
      `median ${median.toFixed(2)} s, slowest ${slowest.toFixed(2)} s`,
    ],
    tally: { passed: results.length - wrong.length, failed: wrong.length },
    figures: {
      corpus,
      files: results.length,
      median,
      slowest,
      ...Object.fromEntries(ENDS.map((end) => [end, count(end)])),
    },
    bar: {
      wanted: "every file converts without losing a word, or is protected or broken",
      isMet: results.length > 0 && wrong.length === 0,
    },
  };
}
