// Checks replies against /openapi.json: the operation, the status and the shape must be described.

import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Reply } from "./request.ts";

interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly security?: unknown;
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>;
  };
}

export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly needsKey: boolean;
  /** True if its body is a form; such a call creates something. */
  readonly takesForm: boolean;
}

export class Description {
  readonly #api: OpenApi;
  readonly #ajv: Ajv2020;
  readonly #checks = new Map<object, ValidateFunction>();

  constructor(api: OpenApi) {
    this.#api = api;
    this.#ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    this.#ajv.addSchema({ $id: "api:", components: api.components });
  }

  operations(): DescribedOperation[] {
    return Object.entries(this.#api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security, requestBody }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        needsKey: security !== undefined,
        takesForm: requestBody?.content["multipart/form-data"] !== undefined,
      })),
    );
  }

  /** Throws an error if an example does not match its schema. Returns the number of examples. */
  checkExamples(): number {
    const examples = Object.entries(this.#api.components.schemas).flatMap(([name, schema]) =>
      ((schema as { readonly examples?: readonly unknown[] }).examples ?? []).map((example) => ({ name, example })),
    );
    for (const { name, example } of examples) {
      const check = this.#checkOf(this.#api.components.schemas[name]!);
      assert.ok(check(example), `${name}: ${this.#ajv.errorsText(check.errors)}`);
    }
    return examples.length;
  }

  /** Throws an error if the reply does not match the description. */
  check(method: string, url: string, reply: Reply): void {
    const path = new URL(url).pathname;
    const operation = this.#operation(method, path);
    if (operation === undefined) {
      // Not an operation of the description, so it must be a refusal or one of the pages.
      if (reply.status >= 400 && method !== "HEAD") this.#fits(this.#api.components.schemas.ErrorResponse!, reply);
      return;
    }
    const described = operation.responses[reply.status];
    assert.ok(described, `${operation.operationId} describes no ${reply.status} (${reply.json?.error?.code})`);
    for (const [name, { $ref }] of Object.entries(described.headers ?? {})) {
      const { required = false } = this.#api.components.headers[$ref.split("/").at(-1) ?? ""] ?? {};
      assert.ok(!required || reply.headers[name.toLowerCase()], `the header ${name} is missing`);
    }
    if (method === "HEAD") return;
    const type = reply.headers["content-type"]?.split(";", 1)[0] ?? "";
    const content = described.content?.[type];
    assert.ok(content, `${operation.operationId} describes no ${type}`);
    if (type === "application/json") this.#fits(content.schema, reply);
  }

  #operation(method: string, path: string): OperationObject | undefined {
    const parts = path.split("/");
    const fits = (template: string): boolean => {
      const pieces = template.split("/");
      return (
        pieces.length === parts.length &&
        pieces.every((piece, index) => piece.startsWith("{") || piece === parts[index])
      );
    };
    // A path with fewer ids is preferred.
    const found = Object.keys(this.#api.paths)
      .filter(fits)
      .sort((one, other) => one.split("{").length - other.split("{").length);
    return this.#api.paths[found[0] ?? ""]?.[method.toLowerCase()];
  }

  /** True if a value matches the schema with this name. */
  accepts(name: string, value: unknown): boolean {
    return this.#checkOf(this.#api.components.schemas[name]!)(value);
  }

  #fits(schema: object, reply: Reply): void {
    const check = this.#checkOf(schema);
    if (!check(reply.json)) assert.fail(`not as described: ${this.#ajv.errorsText(check.errors)} in ${reply.body}`);
  }

  #checkOf(schema: object): ValidateFunction {
    let check = this.#checks.get(schema);
    if (check === undefined) {
      const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api:#/');
      check = this.#ajv.compile(JSON.parse(text));
      this.#checks.set(schema, check);
    }
    return check;
  }
}
