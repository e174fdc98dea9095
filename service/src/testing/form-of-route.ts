// Makes a form for a route from the route's own rules.
//
// It contains documents for the required files, the examples of the texts, and the id of an upload where the route asks
// for one.

import type { FormRules } from "../contract/forms.ts";
import { documentOf } from "../jobs/testing/documents.ts";

/** Part of the name of every file that is sent. */
export const marker = "quagmire";

const paragraphs = Array.from({ length: 12 }, (_, at) => `Paragraph ${at} of the lease.`);

export interface FormChoice {
  /** Makes an upload. Returns its id. */
  readonly upload: () => Promise<string>;
  /** True for a form that differs from the usual one and has the same meaning. */
  readonly isOther?: boolean;
}

export async function formOf(rules: FormRules, { upload, isOther = false }: FormChoice): Promise<FormData> {
  const chosen = new Set((rules.choices ?? []).map(([usual]) => usual));
  const others = new Set((rules.choices ?? []).flatMap(([, ...names]) => names));
  const isNeeded = (name: string, least: number) => !others.has(name) && (least > 0 || chosen.has(name));
  const form = new FormData();
  for (const [name, { least }] of Object.entries(rules.files)) {
    if (!isNeeded(name, least)) continue;
    const content = documentOf(...paragraphs, name) as Uint8Array<ArrayBuffer>;
    const fileName = `${marker}${isOther ? "-2" : ""}.docx`;
    for (let count = 0; count < Math.max(1, least); count++) form.append(name, new Blob([content]), fileName);
  }
  for (const [name, { least, example }] of Object.entries(rules.texts)) {
    if (!isNeeded(name, least)) continue;
    const value = name === "file_id" ? await upload() : example;
    if (value === undefined) throw new Error(`the form needs ${name}, and has no example of it`);
    form.append(name, isOther && name !== "file_id" && value.startsWith("[") ? `${value} ` : value);
  }
  return form;
}
