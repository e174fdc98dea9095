// The documents that Word wrote and the validator of the format finds nothing wrong with, by the manifest.
//
// They are what the linter is measured by: Word does not refuse or repair what it wrote itself. Many were changed by
// other programs since, which the producer they name does not tell; the bar leaves room for those.

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
