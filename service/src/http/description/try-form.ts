// Writes the form that sends an operation from the reference page; the page's script adds the rest.

import { type Html, html, nothing } from "./html.ts";
import type { JsonSchema, OpenApi } from "./openapi-shape.ts";
import type { Entry } from "./reference-markdown.ts";

export function tryForm({ path, method, operation }: Entry, schemas: OpenApi["components"]["schemas"]): Html {
  const asked = operation.parameters.filter(({ name }) => name !== "Authorization" && name !== "X-Request-Id");
  const fields = asked.map(({ name, in: place }) => inputOf({ name, place, type: "text" }));
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const schema = body?.schema ?? {};
  return html`<details><summary>Try it</summary>
<form data-method="${method.toUpperCase()}" data-path="${path}" data-body="${type ?? ""}">
${fields}${type === "multipart/form-data" ? formInputs(schema) : nothing}
${type === "application/json" ? html`<label>body <textarea name="json" rows="14">${exampleOf(schema, schemas)}</textarea></label>` : nothing}
<button>Send</button>
<output></output>
</form></details>`;
}

/** Returns the example of the shape of a body. */
function exampleOf(schema: JsonSchema, schemas: OpenApi["components"]["schemas"]): string {
  const name = typeof schema.$ref === "string" ? (schema.$ref.split("/").at(-1) ?? "") : "";
  const [example] = (schemas[name]?.examples ?? schema.examples ?? []) as readonly unknown[];
  return example === undefined ? "" : JSON.stringify(example, null, 2);
}

function formInputs(schema: JsonSchema): Html {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const inputs = fields.map(([name, field]) => {
    const one = (field.type === "array" ? field.items : field) as JsonSchema;
    const [example = ""] = (one.examples ?? []) as readonly string[];
    return inputOf({ name, place: "form", type: one.format === "binary" ? "file" : "text", example });
  });
  return html`${inputs}`;
}

interface Input {
  readonly name: string;
  readonly place: string;
  readonly type: "text" | "file";
  readonly example?: string;
}

function inputOf({ name, place, type, example = "" }: Input): Html {
  const hint = example === "" ? nothing : html` placeholder="${example}"`;
  return html`<label>${name} <input name="${name}" data-in="${place}" type="${type}"${hint}></label>
`;
}
