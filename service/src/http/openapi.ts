// Writes the OpenAPI 3.1 description from the registered routes: their schemas, forms and refusals.
//
// The description therefore says what the code checks.

import { z } from "zod";
import type { Operation, VersusApp } from "../contract/app.ts";
import { type RefusalCode, refusals } from "../contract/errors.ts";
import type { FileRule, FormRules, TextRule } from "../contract/forms.ts";
import { ErrorResponse } from "../contract/schemas.ts";
import { apiVersion } from "./changelog.ts";
import { type Direction, NamedSchemas } from "./description/named-schemas.ts";
import type {
  Content,
  JsonSchema,
  OpenApi,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from "./description/openapi-shape.ts";
import type { ListedRoute, RouteList } from "./route-list.ts";
import type { ServerConfig } from "./server-parts.ts";

/** Registers /openapi.json. Returns the function that gives its content, once every route is registered. */
export function registerDescription(app: VersusApp, config: ServerConfig, routes: RouteList): () => OpenApi {
  let written: OpenApi | undefined;
  const describe = (): OpenApi => {
    written ??= describeApi(routes.routes, config);
    return written;
  };
  app.addHook("onReady", async () => void describe());
  app.get("/openapi.json", { config: { access: "open" } }, async () => describe());
  return describe;
}

function describeApi(routes: readonly ListedRoute[], { baseUrls }: Pick<ServerConfig, "baseUrls">): OpenApi {
  const schemas = new NamedSchemas();
  const paths: Record<string, Record<string, OperationObject>> = {};
  const tags = new Set<string>();
  for (const route of routes) {
    const { operation } = route.config ?? {};
    const method = route.methods.find((name) => name !== "HEAD");
    if (operation === undefined || method === undefined) continue;
    const path = route.url.replace(/:([A-Za-z_]+)/g, "{$1}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(route, operation, schemas) };
    tags.add(operation.tag);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Versus",
      version: apiVersion,
      description: "Compares, merges, edits and creates Word documents. Every change is a real tracked change.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: serversOf(baseUrls),
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.all(),
      headers: headerComponents,
      securitySchemes: { ApiKey: { type: "http", scheme: "bearer", description: keyText } },
    },
  };
}

/** Returns one server if both regions have the same address. */
function serversOf({ us, uk }: ServerConfig["baseUrls"]): OpenApi["servers"] {
  if (us === uk) return [{ url: us, description: "United States and United Kingdom" }];
  return [
    { url: us, description: "United States" },
    { url: uk, description: "United Kingdom" },
  ];
}

function describeOperation(route: ListedRoute, operation: Operation, schemas: NamedSchemas): OperationObject {
  const { config = {} } = route;
  const needsKey = config.access !== "open";
  const body = requestBodyOf(route, schemas);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    ...(config.retirement === undefined ? {} : { deprecated: true }),
    // The key is marked optional, here and as a parameter; without one the answer is 401.
    ...(needsKey ? { security: [{ ApiKey: [] }, {}] } : {}),
    parameters: parametersOf(route, schemas),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...successesOf(route, schemas), ...refusalsOf(route, operation, schemas) },
  };
}

function parametersOf({ schema = {}, config = {} }: ListedRoute, schemas: NamedSchemas): ParameterObject[] {
  const needsKey = config.access !== "open";
  return [
    ...fieldsOf("path", schema.params, schemas),
    ...fieldsOf("query", schema.querystring, schemas),
    ...(needsKey ? [headerParameter("Authorization", keyText)] : []),
    ...(config.form === undefined ? [] : [headerParameter("Idempotency-Key", idempotencyText)]),
    headerParameter("X-Request-Id", "1 to 128 visible ASCII characters, echoed on the reply; generated if omitted."),
  ];
}

const keyText =
  "`Bearer <API_KEY>`. Needed: a request without a valid key answers 401. (It is marked optional because the specification of the interface marks it so.)";

const idempotencyText =
  "1 to 255 visible ASCII characters. A repeated request with the same key, path and body gets the first reply again, for 24 hours.";

function headerParameter(name: string, description: string): ParameterObject {
  return { name, in: "header", required: false, description, schema: { type: "string" } };
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

function fieldsOf(place: "path" | "query", schema: unknown, schemas: NamedSchemas): ParameterObject[] {
  if (!(schema instanceof z.ZodType)) return [];
  const { properties = {}, required = [] } = schemas.of(schema, "input") as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(typeof description === "string" ? { description } : {}),
    schema: rest,
  }));
}

function requestBodyOf({ schema = {}, config = {} }: ListedRoute, schemas: NamedSchemas) {
  const content = schema.body === undefined ? {} : contentOf(schema.body, schemas, "input");
  if (config.form !== undefined) {
    return { required: true, content: { ...content, ...formContent(config.form, schemas) } };
  }
  if (!(schema.body instanceof z.ZodType)) return undefined;
  return { required: !schema.body.safeParse(undefined).success, content };
}

function formContent({ files, texts, choices = [] }: FormRules, schemas: NamedSchemas): Content {
  const fields = Object.entries<FileRule | TextRule>({ ...files, ...texts });
  const schema: JsonSchema = {
    type: "object",
    required: fields.filter(([name, { least }]) => least > 0 && !choices.flat().includes(name)).map(([name]) => name),
    properties: Object.fromEntries(fields.map(([name, rule]) => [name, fieldSchema(rule, schemas)])),
    ...(choices.length === 0 ? {} : { allOf: choices.map(exactlyOne) }),
    additionalProperties: false,
  };
  return { "multipart/form-data": { schema } };
}

function exactlyOne(fields: readonly string[]): JsonSchema {
  return { oneOf: fields.map((field) => ({ required: [field] })) };
}

function fieldSchema(rule: FileRule | TextRule, schemas: NamedSchemas): JsonSchema {
  const { description, least, most } = rule;
  const one: JsonSchema =
    "extensions" in rule
      ? { type: "string", format: "binary" }
      : {
          type: "string",
          ...(rule.values === undefined ? {} : { enum: rule.values }),
          ...(rule.mostCharacters === undefined ? {} : { maxLength: rule.mostCharacters }),
          ...(rule.json === undefined
            ? {}
            : { contentMediaType: "application/json", contentSchema: schemas.of(rule.json, "input") }),
          ...(rule.example === undefined ? {} : { examples: [rule.example] }),
        };
  if (most === 1) return { ...one, description };
  return { type: "array", items: one, minItems: least, maxItems: most, description };
}

function successesOf({ schema = {}, config = {} }: ListedRoute, schemas: NamedSchemas): Record<string, ResponseObject> {
  const headers = headersOf({
    isCounted: config.access !== "open",
    adds: [...(config.readsJob ? jobReadHeaders : []), ...(config.form === undefined ? [] : creationHeaders)],
  });
  const responses = Object.entries((schema.response ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    responses.map(([status, response]) => [
      status,
      { description: successWords[status] ?? "Done.", headers, content: contentOf(response, schemas, "output") },
    ]),
  );
}

const successWords: Readonly<Record<string, string>> = {
  200: "OK.",
  201: "Created.",
  202: "Accepted; read it again until it is ready.",
  503: "Not ready.",
};

/** `shape` is a schema of JSON, or an object with one schema for each content type. */
function contentOf(shape: unknown, schemas: NamedSchemas, direction: Direction): Content {
  if (shape instanceof z.ZodType) return { "application/json": { schema: schemas.of(shape, direction) } };
  const { content } = shape as { content: Record<string, { schema: z.ZodType }> };
  const described = Object.entries(content).map(([type, { schema }]) => [
    type,
    { schema: schemas.of(schema, direction) },
  ]);
  return Object.fromEntries(described);
}

function refusalsOf(
  { schema = {}, config = {} }: ListedRoute,
  operation: Operation,
  schemas: NamedSchemas,
): Record<string, ResponseObject> {
  const needsKey = config.access !== "open";
  const takesBody = config.form !== undefined || schema.body !== undefined;
  const takesInput = needsKey || takesBody || schema.params !== undefined || schema.querystring !== undefined;
  const codes = new Set<RefusalCode>([
    ...(operation.refusals ?? []),
    ...(takesBody ? (["INVALID_REQUEST", "UNSUPPORTED_MEDIA_TYPE"] as const) : []),
    ...(schema.body === undefined ? [] : (["REQUEST_TOO_LARGE"] as const)),
    ...(config.form === undefined ? [] : (["IDEMPOTENCY_CONFLICT", "CONTENT_DELETED"] as const)),
    ...(needsKey ? (["INVALID_API_KEY", "API_KEY_ORG_MISMATCH", "INSUFFICIENT_SCOPE"] as const) : []),
    ...(takesInput ? (["VALIDATION_ERROR"] as const) : []),
    ...(config.unlimited ? [] : (["RATE_LIMITED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"] as const)),
  ]);
  const statuses = [...new Set([...codes].map((code) => refusals[code].status))].sort((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: [...codes]
          .filter((code) => refusals[code].status === status)
          .map(inWords)
          .join(" "),
        headers: headersOf({ isCounted: needsKey && status !== 401, adds: refusalHeaders[status] ?? [] }),
        content: { "application/json": { schema: schemas.of(ErrorResponse, "output") } },
      },
    ]),
  );
}

function inWords(code: RefusalCode): string {
  return `${code}: ${refusals[code].meaning}`;
}

interface HeaderRow {
  /** The name in a reply. */
  readonly name: string;
  readonly description: string;
  readonly schema: { readonly type: "string" | "integer" };
  /** True if every reply for which it is described has it. */
  readonly required: boolean;
}

const text = { type: "string" } as const;
const number = { type: "integer" } as const;

/** Maps names of the description to headers. */
const headerRows = {
  RequestId: {
    name: "X-Request-Id",
    description: "The id of the request: yours, or one that was generated.",
    schema: text,
    required: true,
  },
  RateLimit: {
    name: "RateLimit-Limit",
    description: "How many requests a minute are allowed, by the limit that is nearest.",
    schema: number,
    required: false,
  },
  RateLimitRemaining: {
    name: "RateLimit-Remaining",
    description: "How many requests are left now.",
    schema: number,
    required: false,
  },
  RateLimitReset: {
    name: "RateLimit-Reset",
    description: "Seconds until all requests are allowed again.",
    schema: number,
    required: false,
  },
  RetryAfter: {
    name: "Retry-After",
    description: "Seconds to wait before you try again.",
    schema: number,
    required: true,
  },
  RetryWhileProcessing: {
    name: "Retry-After",
    description: "While processing: seconds to wait before the next read.",
    schema: number,
    required: false,
  },
  EngineVersion: {
    name: "X-Engine-Version",
    description:
      "The version of the engine that made the result, or of the running engine if there is no result yet. One version always makes the same result from the same documents.",
    schema: text,
    required: true,
  },
  IdempotencyReplayed: {
    name: "Idempotency-Replayed",
    description: "true if this is the stored reply of an earlier request with the same Idempotency-Key.",
    schema: text,
    required: false,
  },
  Authenticate: {
    name: "WWW-Authenticate",
    description: "Always Bearer: send the key as `Authorization: Bearer <API_KEY>`.",
    schema: text,
    required: true,
  },
} as const satisfies Record<string, HeaderRow>;

type HeaderKey = keyof typeof headerRows;

const countHeaders: readonly HeaderKey[] = ["RateLimit", "RateLimitRemaining", "RateLimitReset"];
const jobReadHeaders: readonly HeaderKey[] = ["EngineVersion", "RetryWhileProcessing"];
const creationHeaders: readonly HeaderKey[] = ["IdempotencyReplayed"];
const refusalHeaders: Readonly<Record<number, readonly HeaderKey[]>> = {
  401: ["Authenticate"],
  429: ["RetryAfter"],
  503: ["RetryAfter"],
};

const headerComponents = Object.fromEntries(
  Object.entries<HeaderRow>(headerRows).map(([key, { name: _, ...described }]) => [key, described]),
);

interface ReplyHeaders {
  /** True if the call counts against the limits of a key. */
  readonly isCounted: boolean;
  /** Headers in addition to those of every reply. */
  readonly adds: readonly HeaderKey[];
}

function headersOf({ isCounted, adds }: ReplyHeaders): Record<string, { readonly $ref: string }> {
  const keys: readonly HeaderKey[] = ["RequestId", ...(isCounted ? countHeaders : []), ...adds];
  return Object.fromEntries(keys.map((key) => [headerRows[key].name, { $ref: `#/components/headers/${key}` }]));
}
