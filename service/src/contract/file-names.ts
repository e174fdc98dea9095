// Names of files: of uploads as they arrive, of two uploads that are called the same, and of what we make from them.
//
// A name that we make holds letters and digits of any script, space and ._-() alone, so that it is safe in a header, in
// an address and on a disk; it has at most 150 characters, its end kept. Characters are code points: none is cut in two.

import {
  type ComparisonFormat,
  comparisonFormats,
  type EditFormat,
  editFormats,
  type MergeFormat,
  mergeFormats,
} from "./formats.ts";
import { limits } from "./limits.ts";

/** The last part of a name or path that came with an upload, without what cannot be shown; empty when nothing is left. */
export function uploadedName(given: string): string {
  const last = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1);
  const shown = last
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Bidi_Control}\uFFFD-\uFFFF]/gu, "")
    .trim();
  return keepEnd(shown, extensionOf(shown), limits.fileNameCharacters);
}

/** The extension with its dot, in lower case; empty for a name without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
}

/** The same names, each later one that was there before with ` (2)`, ` (3)` before its extension. */
export function disambiguate(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count++) free = withCount(name, count);
    taken.add(free);
    return free;
  });
}

/** The name of a rendering of a comparison. */
export function comparisonArtifactName(modifiedName: string, format: ComparisonFormat): string {
  return artifactName(modifiedName, comparisonFormats[format]);
}

/** The name of a rendering of a merge. */
export function mergeArtifactName(originalName: string, format: MergeFormat): string {
  return artifactName(originalName, mergeFormats[format]);
}

/** The name of a version of a stored document as it is given out; its name has no extension. */
export function versionFileName(versionName: string, format: string): string {
  return artifactName(`${versionName}.docx`, { suffix: `.${format}` });
}

/** The name of its history as a Word document. */
export function versionHistoryName(versionName: string): string {
  return artifactName(`${versionName}.docx`, { suffix: "-history.docx" });
}

/** The name of a rendering of its redline. */
export function versionRedlineName(versionName: string, format: ComparisonFormat): string {
  return comparisonArtifactName(`${versionName}.docx`, format);
}

/** A file's name without its extension. */
export function stemOf(name: string): string {
  return name.slice(0, name.length - extensionOf(name).length);
}

/** The name of an output of an edit. */
export function editArtifactName(sourceName: string, format: EditFormat): string {
  return artifactName(sourceName, editFormats[format]);
}

function artifactName(sourceName: string, { suffix }: { readonly suffix: string }): string {
  return keepEnd(`${safeStem(sourceName)}${suffix}`, suffix, limits.artifactNameCharacters);
}

/** The name of a document whose changes were decided. */
export function decidedName(sourceName: string): string {
  return artifactName(sourceName, { suffix: "-decided.docx" });
}

/** The name of the PDF of a selective comparison. */
export function selectiveArtifactName({ original, modified }: { original: string; modified: string }): string {
  const suffix = ".pdf";
  return keepEnd(`${safeStem(original)}-vs-${safeStem(modified)}${suffix}`, suffix, limits.artifactNameCharacters);
}

function safeStem(name: string): string {
  const safe = stemOf(name)
    .toWellFormed()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, "_");
  return safe.trim() === "" ? "document" : safe;
}

function withCount(name: string, count: number): string {
  const end = name.slice(name.length - extensionOf(name).length);
  return `${name.slice(0, name.length - end.length)} (${count})${end}`;
}

/** Cut to `most` characters in front of its end. */
function keepEnd(name: string, end: string, most: number): string {
  const characters = [...name];
  if (characters.length <= most) return name;
  const kept = [...name.slice(name.length - end.length)].slice(-most);
  return [...characters.slice(0, most - kept.length), ...kept].join("");
}
