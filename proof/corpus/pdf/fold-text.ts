// Reduces text to the characters that a PDF keeps.
//
// White space and characters that no font shows are removed. All text gets one case, because formatting can draw
// small letters as capitals. Compatibility forms and kinds of hyphen become equal.

export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{White_Space}\p{Cf}\p{Cc}\p{Co}]/gu, "")
    .replace(/[\u2010-\u2012\u2212]/g, "-")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC");
}

/** Returns the characters in sorted order, so that equal results mean equal counts of each character. */
export function countCharacters(text: string): string {
  return [...text].sort().join("");
}
