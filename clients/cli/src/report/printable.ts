// Escapes the characters of foreign text that control a terminal.
//
// Bidirectional controls are included, because they change the order in which a reader sees the text.

/** Every control character and bidirectional control, and the separators that some terminals treat as line breaks. */
const STEERING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Returns the name on one line, with characters that steer a terminal as `\u202E`. */
export function printable(name: string): string {
  return name.replace(STEERING, escaped);
}

/** Returns the text with its lines and tabs; the other characters that steer a terminal are written as `\u202E`. */
export function printableText(text: string): string {
  return text.replace(STEERING, (character) =>
    character === "\n" || character === "\t" ? character : escaped(character),
  );
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
