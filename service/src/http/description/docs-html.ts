// Writes the description as a page. It reads the same OpenAPI object that is served, so the two say the same.

import { refusals } from "../../contract/errors.ts";
import { Html, html, nothing } from "./html.ts";
import type { JsonSchema, OpenApi, OperationObject, ParameterObject, ResponseObject } from "./openapi-shape.ts";

/** An operation with its place. */
interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

/** `style` and `script` stand in the page as they are. */
export function writeDocsPage(api: OpenApi, parts: { readonly style: string; readonly script: string }): string {
  const entries = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = api.tags.map(({ name }) => ({
    name,
    entries: entries.filter(({ operation }) => operation.tags[0] === name),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Versus API</title>
<style>${new Html(parts.style)}</style>
</head>
<body>
<nav aria-label="Operations">
<p class="title">Versus API <span>${String(api.info.version)}</span></p>
${groups.map(({ name, entries: listed }) => html`<p class="group">${name}</p><ul>${listed.map(navigationItem)}</ul>`)}
<p class="group">More</p>
<ul><li><a href="#schemas">Shapes</a></li><li><a href="#errors">Errors</a></li>
<li><a href="/changelog">Changes</a></li><li><a href="/openapi.json">openapi.json</a></li></ul>
</nav>
<main>
<h1>Versus API</h1>
<p>${String(api.info.description)}</p>
<dl>${api.servers.map(({ url, description }) => html`<dt>${description}</dt><dd><code>${url}</code></dd>`)}</dl>
<p><label>Your API key, kept in this page alone: <input id="key" type="password" autocomplete="off" size="60"></label></p>
${groups.map(({ name, entries: listed }) => html`<h2>${name}</h2>${listed.map(operationArticle)}`)}
<h2 id="schemas">Shapes</h2>
${Object.entries(api.components.schemas).map(schemaArticle)}
<h2 id="errors">Errors</h2>
${errorTable()}
</main>
<script>${new Html(parts.script)}</script>
</body>
</html>
`.text;
}

function navigationItem({ operation, method, path }: Entry): Html {
  return html`<li><a href="#${operation.operationId}">${methodLabel(method)} <code>${path}</code></a></li>`;
}

function methodLabel(method: string): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`;
}

function operationArticle(entry: Entry): Html {
  const { path, method, operation } = entry;
  const { operationId: id, summary, description, parameters, requestBody, responses, deprecated } = operation;
  return html`<article id="${id}">
<h3>${methodLabel(method)} <code>${path}</code>${deprecated ? html` <em>deprecated</em>` : nothing}</h3>
<p>${summary}</p>
${description === undefined ? nothing : html`<p>${description}</p>`}
${parameters.length === 0 ? nothing : parameterTable(parameters)}
${requestBody === undefined ? nothing : bodyTables(requestBody.content)}
<h4>Replies; refusals carry an <a href="#schema-ErrorResponse">ErrorResponse</a></h4>
<table><tbody>${Object.entries(responses).map(responseRow)}</tbody></table>
${tryForm(entry)}
</article>`;
}

function parameterTable(parameters: readonly ParameterObject[]): Html {
  const rows = parameters.map(
    (parameter) => html`<tr><th scope="row"><code>${parameter.name}</code></th>
<td>${parameter.in}${parameter.required ? ", required" : ""}</td><td>${kindOf(parameter.schema)}</td>
<td>${parameter.description ?? ""}</td></tr>`,
  );
  return html`<h4>Parameters</h4><table><tbody>${rows}</tbody></table>`;
}

function bodyTables(content: Readonly<Record<string, { readonly schema: JsonSchema }>>): Html {
  const bodies = Object.entries(content).map(
    ([type, { schema }]) => html`<h4>Body <code>${type}</code></h4>${shapeOf(schema)}`,
  );
  return html`${bodies}`;
}

function responseRow([status, { description, content = {} }]: [string, ResponseObject]): Html {
  const isRefusal = Number(status) >= 400;
  const shapes = isRefusal ? [] : Object.values(content).map(({ schema }) => kindOf(schema));
  return html`<tr><th scope="row">${status}</th><td>${description} ${shapes}</td></tr>`;
}

function schemaArticle([name, schema]: [string, JsonSchema]): Html {
  const examples = (schema.examples ?? []) as readonly unknown[];
  const shown = examples.map((example) => html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`);
  const words = typeof schema.description === "string" ? html`<p>${schema.description}</p>` : nothing;
  return html`<article id="schema-${name}"><h3>${name}</h3>${words}${shapeOf(schema)}${shown}</article>`;
}

/** The fields of an object, or what else a schema is. */
function shapeOf(schema: JsonSchema): Html {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) return html`<p>${kindOf(schema)}</p>`;
  const required = (schema.required ?? []) as readonly string[];
  const rows = properties.map(
    ([
      name,
      field,
    ]) => html`<tr><th scope="row"><code>${name}</code></th><td>${required.includes(name) ? "required" : ""}</td>
<td>${kindOf(field)}</td><td>${typeof field.description === "string" ? field.description : ""}${innerShape(field)}</td></tr>`,
  );
  return html`<table><tbody>${rows}</tbody></table>`;
}

function innerShape(field: JsonSchema): Html {
  return field.properties === undefined ? nothing : shapeOf(field);
}

/** A schema in a few words. */
function kindOf(schema: JsonSchema): Html {
  const reference = typeof schema.$ref === "string" ? (schema.$ref.split("/").at(-1) ?? "") : undefined;
  if (reference !== undefined) return html`<a href="#schema-${reference}">${reference}</a>`;
  if (Array.isArray(schema.anyOf)) return joined(schema.anyOf.map(kindOf), " or ");
  if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`;
  if (Array.isArray(schema.enum))
    return joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      " · ",
    );
  if (schema.type === "array") return html`list of ${kindOf((schema.items ?? {}) as JsonSchema)}`;
  const word =
    schema.format === "binary" ? "file" : schema.format === "date-time" ? "time" : String(schema.type ?? "any");
  return html`${word}`;
}

function joined(pieces: readonly Html[], separator: string): Html {
  return html`${pieces.flatMap((piece, position) => (position === 0 ? [piece] : [html`${separator}`, piece]))}`;
}

function errorTable(): Html {
  const rows = Object.entries(refusals).map(
    ([code, { status, meaning, retry, mend }]) => html`<tr><th scope="row"><code>${code}</code></th><td>${status}</td>
<td>${meaning} ${mend}</td><td>${retry === "later" ? "retry later" : ""}</td></tr>`,
  );
  return html`<table><tbody>${rows}</tbody></table>`;
}

/** A form that sends the operation; the script fills in the rest. */
function tryForm({ path, method, operation }: Entry): Html {
  const asked = operation.parameters.filter(({ name }) => name !== "Authorization" && name !== "X-Request-Id");
  const fields = asked.map(({ name, in: place }) => inputOf({ name, place, type: "text" }));
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return html`<details><summary>Try it</summary>
<form data-method="${method.toUpperCase()}" data-path="${path}" data-body="${type ?? ""}">
${fields}${type === "multipart/form-data" ? formInputs(body?.schema ?? {}) : nothing}
${type === "application/json" ? html`<label>body <textarea name="json" rows="6"></textarea></label>` : nothing}
<button>Send</button>
<output></output>
</form></details>`;
}

function formInputs(schema: JsonSchema): Html {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const inputs = fields.map(([name, field]) => {
    const one = (field.type === "array" ? field.items : field) as JsonSchema;
    return inputOf({ name, place: "form", type: one.format === "binary" ? "file" : "text" });
  });
  return html`${inputs}`;
}

function inputOf({ name, place, type }: { name: string; place: string; type: "text" | "file" }): Html {
  return html`<label>${name} <input name="${name}" data-in="${place}" type="${type}"></label>
`;
}
