// Builds file names: of uploads, of two uploads with equal names, and of artifacts.
//
// The name of an artifact contains only letters and digits of any script, space and ._-(), so that it is safe in a
// header, an address and a file system. It has at most 150 characters and keeps its end. Characters are code points;
// none is cut.

import {
  type ComparisonFormat,
  comparisonFormats,
  type EditFormat,
  type EditRendering,
  editFormats,
  editRenderings,
  type MergeFormat,
  mergeFormats,
} from "./formats.ts";
import { limits } from "./limits.ts";

/**
 * Returns the last segment of the name or path of an upload, without control characters and at most 255 characters
 * long. May be empty.
 */
export function uploadedName(given: string): string {
  const last = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1);
  const shown = last
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Bidi_Control}\uFFFD-\uFFFF]/gu, "")
    .trim();
  return keepEnd(shown, extensionOf(shown), limits.fileNameCharacters);
}

/** Returns the extension with its dot, in lower case, or an empty string. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
}

/** Makes equal names different: each repeated name gets ` (2)`, ` (3)` and so on before its extension. */
export function disambiguate(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count++) free = withCount(name, count);
    taken.add(free);
    return free;
  });
}

export function comparisonArtifactName(modifiedName: string, format: ComparisonFormat): string {
  return artifactName(modifiedName, comparisonFormats[format]);
}

export function mergeArtifactName(originalName: string, format: MergeFormat): string {
  return artifactName(originalName, mergeFormats[format]);
}

/** Returns the file name of a version of a stored document; `versionName` has no extension. */
export function versionFileName(versionName: string, format: string): string {
  return artifactName(`${versionName}.docx`, { suffix: `.${format}` });
}

/** Returns the file name of the version's history as a Word document. */
export function versionHistoryName(versionName: string): string {
  return artifactName(`${versionName}.docx`, { suffix: "-history.docx" });
}

/** Returns the file name of a rendering of the version's redline. */
export function versionRedlineName(versionName: string, format: ComparisonFormat): string {
  return comparisonArtifactName(`${versionName}.docx`, format);
}

/** Returns the name without its extension. */
export function stemOf(name: string): string {
  return name.slice(0, name.length - extensionOf(name).length);
}

export function editArtifactName(sourceName: string, format: EditFormat): string {
  return artifactName(sourceName, editFormats[format]);
}

/** Returns the file name of a rendering of an edit's redline. `editedName` is that of the edited document. */
export function editRenderingName(editedName: string, format: EditRendering): string {
  return artifactName(editedName, editRenderings[format]);
}

function artifactName(sourceName: string, { suffix }: { readonly suffix: string }): string {
  return keepEnd(`${safeStem(sourceName)}${suffix}`, suffix, limits.artifactNameCharacters);
}

/** Returns the file name of a document whose changes were accepted or rejected. */
export function decidedName(sourceName: string): string {
  return artifactName(sourceName, { suffix: "-decided.docx" });
}

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

/** Shortens the name to `most` characters by cutting the part before `end`. */
function keepEnd(name: string, end: string, most: number): string {
  const characters = [...name];
  if (characters.length <= most) return name;
  const kept = [...name.slice(name.length - end.length)].slice(-most);
  return [...characters.slice(0, most - kept.length), ...kept].join("");
}
