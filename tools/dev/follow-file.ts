// Follows a file: reads appended text line by line.

import { closeSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

export interface FollowedFile {
  /** Reads to the end and then stops. */
  end(): void;
}

const PAUSE_MILLISECONDS = 100;
const PIECE_BYTES = 65_536;

/** Calls `onLine` for each complete line. The file must exist. */
export function followFile(path: string, onLine: (line: string) => void): FollowedFile {
  const file = openSync(path, "r");
  const decoder = new StringDecoder("utf8");
  const piece = Buffer.alloc(PIECE_BYTES);
  let rest = "";
  const look = () => {
    for (let size = readSync(file, piece); size > 0; size = readSync(file, piece)) {
      const lines = (rest + decoder.write(piece.subarray(0, size))).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    }
  };
  const timer = setInterval(look, PAUSE_MILLISECONDS);
  return {
    end: () => {
      clearInterval(timer);
      look();
      closeSync(file);
    },
  };
}
