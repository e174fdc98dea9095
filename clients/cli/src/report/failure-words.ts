// What is wrong, in which file, and what to do about it.
//
// The engine says what is wrong with a document, not which of the two it was. Rather than make every comparison keep track,
// each file is opened again, alone, once one of them has failed. A fault of the result is nobody's file.

import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { documentProblems, Failure } from "@versus/engine/tasks";
import { STANDARD_STREAM } from "../files/read-input.ts";
import { printable } from "./printable.ts";

/** A file as it was asked for and read. */
export interface Source {
  /** As it was given on the command line. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Two lines for each file that is at fault; for both together when neither is, alone. */
export function failureWords(failure: Failure, sources: readonly Source[]): string {
  const found = sources.flatMap((source) => {
    const own = failureOf(source, failure);
    return own === undefined ? [] : [wordsOf(own, nameOf(source))];
  });
  return found.length > 0 ? found.join("\n") : wordsOf(failure, sources.map(nameOf).join(", "));
}

/** How a file fails by itself: when it is opened, or when the part is read in which the comparison failed. */
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
