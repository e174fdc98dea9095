// How text is written so that every tag in the Markdown is markup (spec 3, section 8).
//
// Characters that mean something to Markdown get a backslash, those that mean something to HTML an entity. In an HTML
// table there is no Markdown, so there all get entities. A line break is a tag, for a raw one ends the paragraph.

/** Where text stands: among Markdown, or in an HTML table. */
export type Surroundings = "markdown" | "html";

const MARKDOWN = /[\\[\]*_`|]|^#/g;
const BREAKS: Readonly<Record<string, string>> = { "\n": "<br/>", "\f": '<br class="page"/>', "\r": "&#13;" };

export function escapeText(text: string, surroundings: Surroundings): string {
  const safe = text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const escaped = safe.replace(MARKDOWN, (character) =>
    surroundings === "markdown" ? `\\${character}` : entity(character),
  );
  return escaped.replace(/[\n\f\r]/g, (character) => BREAKS[character] ?? "");
}

/** A pipe would end a cell and a line break the tag's line, even in an attribute. */
export function escapeAttribute(value: string): string {
  const safe = value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
  return safe.replace(/[\x00-\x1f|]/g, entity);
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
