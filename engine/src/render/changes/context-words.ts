// Cuts the text beside a change to the part that a reader needs.

/** Maximum number of characters on each side. */
export const CONTEXT = 40;

/** Returns the start of a text. A longer text is cut before a word. */
export function startOf(text: string): string {
  const letters = [...text];
  return letters.length <= CONTEXT
    ? text
    : letters
        .slice(0, CONTEXT)
        .join("")
        .replace(/\s+\S*$/, "");
}

/** Returns the end of a text. A longer text is cut after a word. */
export function endOf(text: string): string {
  const letters = [...text];
  return letters.length <= CONTEXT
    ? text
    : letters
        .slice(-CONTEXT)
        .join("")
        .replace(/^\S*\s+/, "");
}
