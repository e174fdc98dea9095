// Writes HTML in which text can never become markup: values are escaped unless they are HTML already.

/** HTML that this service wrote. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

export function html(pieces: TemplateStringsArray, ...values: readonly Value[]): Html {
  const written = values.map((value, position) => asHtml(value) + (pieces[position + 1] ?? ""));
  return new Html((pieces[0] ?? "") + written.join(""));
}

export const nothing: Html = new Html("");

function asHtml(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(({ text }) => text).join("");
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
