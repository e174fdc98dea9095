// Writes lists from a small notation, for tests.
//
// A level is its label, its format (default: decimal) and settings: `(%2) lowerLetter start=3 restart=0 legal hidden
// style=Heading1`. An item names a list and a level: `1:0` is the first level of list 1.

/** Returns an abstract list with its levels, the first one first. `before` is XML before the levels, such as w:styleLink. */
export function abstractList(id: number, levels: readonly string[], before = ""): string {
  const written = levels.map((level, index) => levelXml(level, index)).join("");
  return `<w:abstractNum w:abstractNumId="${id}">${before}${written}</w:abstractNum>`;
}

export function levelXml(notation: string, index: number): string {
  const [label = "", ...words] = notation.split(" ");
  const settings = new Map(words.map((word) => word.split("=") as [string, string | undefined]));
  const [format = "decimal"] = words.filter((word) => !/=|^(?:legal|hidden)$/.test(word));
  const element = (name: string, setting: string): string =>
    settings.has(setting) ? `<w:${name} w:val="${settings.get(setting)}"/>` : "";
  return [
    `<w:lvl w:ilvl="${index}"><w:start w:val="${settings.get("start") ?? 1}"/><w:numFmt w:val="${format}"/>`,
    element("lvlRestart", "restart"),
    element("pStyle", "style"),
    settings.has("legal") ? "<w:isLgl/>" : "",
    `<w:lvlText w:val="${label.replaceAll("_", " ")}"/>`,
    settings.has("hidden") ? "<w:rPr><w:vanish/></w:rPr>" : "",
    "</w:lvl>",
  ].join("");
}

/** Returns a list of an abstract list. `overrides` is XML. */
export function list(numId: number, abstractNumId: number, overrides = ""): string {
  return `<w:num w:numId="${numId}"><w:abstractNumId w:val="${abstractNumId}"/>${overrides}</w:num>`;
}

export function startAt(level: number, start: number): string {
  return `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`;
}

/**
 * Returns the paragraphs of a notation such as `1:0 1:1 -`. A dash is a paragraph without a list; another word is a paragraph
 * of that style.
 */
export function items(notation: string): string {
  return notation.split(" ").map(item).join("");
}

function item(word: string): string {
  const [numId, level] = word.split(":");
  if (word === "-") return "<w:p/>";
  if (level === undefined) return `<w:p><w:pPr><w:pStyle w:val="${word}"/></w:pPr></w:p>`;
  return `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr></w:pPr></w:p>`;
}
