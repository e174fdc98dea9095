// Defines the form field `formats`: renderings to make directly after the redline.

import { readFormats } from "../contract/formats.ts";
import type { ReceivedForm, TextRule } from "../contract/forms.ts";
import { isComparedFormat } from "./renderers.ts";

/** Returns the rule of the field. `formats` are those that this installation makes. */
export function formatsRule(formats: readonly string[]): TextRule {
  return {
    description: `Formats to make at once, as in \`format\` of the read: ${formats.join(", ")}. Others are made when a read asks for them.`,
    least: 0,
    most: formats.length,
    mostBytes: 200,
    example: "docx,pdf",
  };
}

/** Returns the requested formats that are not made with the redline. Throws UNSUPPORTED_FORMAT. */
export function askedFormats<Format extends string>(
  form: Pick<ReceivedForm, "texts">,
  formats: readonly Format[],
): Format[] {
  const given = form.texts("formats");
  const asked = given.length === 0 ? [] : readFormats(given, formats);
  return asked.filter((format) => !isComparedFormat(format));
}
