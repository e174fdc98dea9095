// Text as far as a PDF keeps it: without white space, in one case (capitals of formatting are drawn as capitals), with
// compatibility forms and kinds of hyphen alike, and without what no font shows.

export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{White_Space}\p{Cf}\p{Cc}\p{Co}]/gu, "")
    .replace(/[\u2010-\u2012\u2212]/g, "-")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC");
}

/** How often each character occurs, in a form that can be compared. */
export function countCharacters(text: string): string {
  return [...text].sort().join("");
}
