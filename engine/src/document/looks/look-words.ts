// Writes a field of a look in words: `size 11 pt`, `bold`, `not bold`, `indent left 36 pt`.

/** Fields in twips, by their first word. */
const IN_TWIPS: ReadonlySet<string> = new Set(["indent", "space", "letter-spacing", "position"]);

export function fieldWords(field: string, value: string | undefined): string {
  if (value === "on") return field;
  if (value === undefined) return field.startsWith("size") ? `${field} 10 pt` : `no ${field}`;
  if (field === "size" || field === "size cs") return `${field} ${Number(value) / 2} pt`;
  if (IN_TWIPS.has(field.split(" ")[0]!) && /^-?\d+$/.test(value)) return `${field} ${Number(value) / 20} pt`;
  if (field === "label" || field === "label-look") return "label";
  return `${field} ${value}`;
}
