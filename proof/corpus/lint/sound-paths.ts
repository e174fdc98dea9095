// Lists the documents that Word wrote and that the format validator accepts, by the manifest.
//
// The linter is measured by these documents, because Word does not refuse or repair its own output. Other programs
// have changed many of them later without changing the named producer. The bar allows for those.

const WORD = "Microsoft Office Word";

export function readSoundPaths(manifest: string): Set<string> {
  const [header = "", ...lines] = manifest.split(/\r?\n/).filter((line) => line !== "");
  const columns = header.split("\t");
  const cellsOf = (line: string, column: string): string => line.split("\t")[columns.indexOf(column)] ?? "";
  const sound = lines.filter(
    (line) => cellsOf(line, "producer").includes(WORD) && cellsOf(line, "sdk_errors").trim() === "0",
  );
  return new Set(sound.map((line) => cellsOf(line, "path")));
}
