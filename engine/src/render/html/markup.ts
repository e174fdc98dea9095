// Writes HTML: escapes all text and attribute values of a fragment, and gives class names (HTM-20).

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Escapes text, or the value of an attribute in double quotes. Characters that XML allows and HTML forbids become
 * U+FFFD.
 */
export function escapeHtml(text: string): string {
  // Most text has none of these characters and is returned unchanged.
  if (!/[&<>"'\0-\x08\x0b\x0c\x0e-\x1f]/.test(text)) return text;
  const shown = text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!);
  return shown.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, "\ufffd");
}

/** Returns an attribute after a blank; an empty string without a value. */
export function attribute(name: string, value: string | number | undefined): string {
  return value === undefined || value === "" ? "" : ` ${name}="${escapeHtml(String(value))}"`;
}

/** Gives class names to declarations. Equal declarations share a class, so no element has an inline style. */
export class StyleSheet {
  readonly #names = new Map<string, string>();
  readonly #rules: string[] = [];

  /** Returns the class of some declarations; an empty string without declarations. */
  name(prefix: string, declarations: string): string {
    if (declarations === "") return "";
    const key = `${prefix} ${declarations}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `${prefix}${this.#names.size + 1}`;
    this.#names.set(key, name);
    this.#rules.push(`.${name}{${declarations}}`);
    return name;
  }

  add(rule: string): void {
    this.#rules.push(rule);
  }

  get text(): string {
    return this.#rules.join("\n");
  }
}

/** Returns a class attribute. Empty names are skipped. */
export function classes(...names: readonly string[]): string {
  let joined = "";
  for (const name of names) if (name !== "") joined = joined === "" ? name : `${joined} ${name}`;
  return attribute("class", joined);
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const three = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const four = DIGITS[three >> 18]! + DIGITS[(three >> 12) & 63]! + DIGITS[(three >> 6) & 63]! + DIGITS[three & 63]!;
    parts.push(left > 2 ? four : left === 2 ? `${four.slice(0, 3)}=` : `${four.slice(0, 2)}==`);
  }
  return parts.join("");
}
