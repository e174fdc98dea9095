// Reads the list of a corpus, MANIFEST.tsv.
//
// The file has one line per document, and its first line names the columns.

/** One file of the corpus. */
export interface CorpusFile {
  /** Path from the root of the corpus, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** Features that a scan of the XML found, with their counts: `table=2,footnote=1`. */
  readonly features: ReadonlyMap<string, number>;
  readonly producer: string;
}

const COLUMNS = ["path", "bytes", "features", "producer"] as const;
type Column = (typeof COLUMNS)[number];

/** Reads a manifest. Throws if a column that we read is missing, or if a line has no path. */
export function readManifest(text: string): CorpusFile[] {
  const [header = "", ...lines] = text.split(/\r?\n/).filter((line) => line !== "");
  const names = header.split("\t");
  const missing = COLUMNS.find((column) => !names.includes(column));
  if (missing !== undefined) throw new Error(`The manifest has no column "${missing}"`);
  return lines.map((line) => {
    const cells = line.split("\t");
    return readLine((column) => cells[names.indexOf(column)] ?? "");
  });
}

function readLine(cell: (column: Column) => string): CorpusFile {
  if (cell("path") === "") throw new Error("A line of the manifest has no path");
  return {
    path: cell("path"),
    bytes: Number(cell("bytes")),
    features: readFeatures(cell("features")),
    producer: cell("producer"),
  };
}

/** A feature without a count occurs once. */
function readFeatures(list: string): Map<string, number> {
  const entries = list.split(",").filter((entry) => entry !== "");
  return new Map(
    entries.map((entry) => {
      const [name = "", count] = entry.split("=");
      return [name, count === undefined ? 1 : Number(count)];
    }),
  );
}

/** Returns `docx/tables` for a file of that folder, `pairs` for any pair. */
export function categoryOf({ path }: CorpusFile): string {
  const [top = "", second = ""] = path.split("/");
  return top === "docx" ? `${top}/${second}` : top;
}

/** Returns the extension in lower case, without its dot. */
export function extensionOf({ path }: CorpusFile): string {
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}
