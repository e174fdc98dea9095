// Writes the changelog of a release: the entries under "Unreleased" get the version and the day.

const unreleased = "## Unreleased\n";

/** Throws an error if nothing is under "Unreleased". */
export function releasedChangelog(text: string, version: string, day: string): string {
  const at = text.indexOf(unreleased);
  const next = text.indexOf("\n## ", at + unreleased.length);
  const entries = at < 0 ? "" : text.slice(at + unreleased.length, next < 0 ? undefined : next).trim();
  if (entries === "") throw new Error('CHANGELOG.md has nothing under "Unreleased": say what this release changes.');
  const rest = next < 0 ? "" : `\n${text.slice(next + 1)}`;
  return `${text.slice(0, at)}${unreleased}\n## ${version}, ${day}\n\n${entries}\n${rest}`;
}
