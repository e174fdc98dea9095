// `corpus convert-doc`: every .doc of the corpus, converted as the service does it.
//
// A file with a password must be told as protected; every other must convert, unless LibreOffice by itself does not open it
// either. The words that LibreOffice exports as plain text must all be in the converted document.

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

/** A stream of documents under rights management. */
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
  /** What LibreOffice exports by itself, by path; nothing of a file that it does not open. */
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
      // LibreOffice opens text and XML under any name, and of a file under rights management the page that says so.
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
