// Describes a failure: what is wrong, in which file, and what to do about it.
//
// The engine reports the problem of a document, not which of the documents has it. Comparisons need not keep track:
// after a failure, each file is opened again alone. A failure of the result belongs to no file.

import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { documentProblems, Failure } from "@versus/engine/tasks";
import { STANDARD_STREAM } from "../files/read-input.ts";
import { printable } from "./printable.ts";

/** A file as the command line named it and as it was read. */
export interface Source {
  /** As it was given on the command line. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Returns two lines for each file that fails alone. If none does, returns two lines for all of them together. */
export function failureWords(failure: Failure, sources: readonly Source[]): string {
  const found = sources.flatMap((source) => {
    const own = failureOf(source, failure);
    return own === undefined ? [] : [wordsOf(own, nameOf(source))];
  });
  return found.length > 0 ? found.join("\n") : wordsOf(failure, sources.map(nameOf).join(", "));
}

/** Returns the failure of a file alone: when it is opened, or when the part is read in which the comparison failed. */
function failureOf({ bytes }: Source, { code, place }: Failure): Failure | undefined {
  try {
    const { package: opened } = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
    const part = place.part ?? "";
    if (opened.has(part)) code === "XML_INVALID" ? opened.tree(part) : opened.bytes(part);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function wordsOf({ code, message }: Failure, name: string): string {
  return `${name}: ${message}\n${documentProblems[code].mend}`;
}

function nameOf({ path }: Source): string {
  return path === STANDARD_STREAM ? "standard input" : printable(path);
}
