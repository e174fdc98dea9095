// Escapes text so that every tag in the Markdown is markup (docs/design/render.md).
//
// Characters with a meaning in Markdown or HTML get a backslash, also in an HTML table. Without the backslashes the
// text is the original, so an agent can copy it into a selector. A line break is a tag, because a raw one would end the
// paragraph.

const SPECIAL = /[\\[\]*_`|<&]|^#/g;
const BREAKS: Readonly<Record<string, string>> = { "\n": "<br/>", "\f": '<br class="page"/>', "\r": "&#13;" };

export function escapeText(text: string): string {
  return text.replace(SPECIAL, "\\$&").replace(/[\n\f\r]/g, (character) => BREAKS[character] ?? "");
}

/** Escapes an attribute's value. A pipe would end a cell, and a line break would end the tag's line. */
export function escapeAttribute(value: string): string {
  const safe = value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
  return safe.replace(/[\x00-\x1f|]/g, entity);
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
