// Reads the comments of a source file as text.

/** A comment without its markers. Consecutive `//` lines are one comment. */
export interface Comment {
  /** The line on which the comment begins, from 1. */
  readonly line: number;
  readonly text: string;
}

const instruction = /^(?:biome-ignore|@ts-|size: |@vitest|#region|#endregion|eslint|c8 )/;

/**
 * Returns the comments of `source` that occupy lines of their own. Comments after code, and instructions to tools such as
 * `biome-ignore`, are left out.
 */
export function readComments(source: string): Comment[] {
  const comments: Comment[] = [];
  let open: { line: number; texts: string[]; kind: "lines" | "block" } | undefined;
  const close = (): void => {
    if (open !== undefined) comments.push({ line: open.line, text: open.texts.join("\n").trim() });
    open = undefined;
  };
  for (const [index, line] of source.split("\n").entries()) {
    const text = line.trim();
    if (open?.kind === "block") {
      const end = text.indexOf("*/");
      open.texts.push((end < 0 ? text : text.slice(0, end)).replace(/^\* ?/, ""));
      if (end >= 0) close();
    } else if (text.startsWith("//") && !instruction.test(text.slice(2).trim())) {
      open ??= { line: index + 1, texts: [], kind: "lines" };
      open.texts.push(text.slice(2).replace(/^ /, ""));
    } else {
      close();
      if (!text.startsWith("/*")) continue;
      const end = text.indexOf("*/");
      const body = (end < 0 ? text : text.slice(0, end)).replace(/^\/\*+ ?/, "");
      open = { line: index + 1, texts: [body], kind: "block" };
      if (end >= 0) close();
    }
  }
  close();
  return comments.filter(({ text }) => text !== "");
}
