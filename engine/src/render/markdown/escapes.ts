// How text is written so that every tag in the Markdown is markup (docs/design/render.md).
//
// Characters that mean something to Markdown or HTML get a backslash, also in an HTML table: dropping backslashes gives the
// text back, so that what an agent copies matches as a selector. A line break is a tag, for a raw one ends the paragraph.

const SPECIAL = /[\\[\]*_`|<&]|^#/g;
const BREAKS: Readonly<Record<string, string>> = { "\n": "<br/>", "\f": '<br class="page"/>', "\r": "&#13;" };

export function escapeText(text: string): string {
  return text.replace(SPECIAL, "\\$&").replace(/[\n\f\r]/g, (character) => BREAKS[character] ?? "");
}

/** A pipe would end a cell and a line break the tag's line, even in an attribute. */
export function escapeAttribute(value: string): string {
  const safe = value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
  return safe.replace(/[\x00-\x1f|]/g, entity);
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
