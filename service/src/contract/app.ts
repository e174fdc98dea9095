// Defines the interface between slices and the server: the application, the caller and route options.
//
// Everything else that a route needs is passed in with its parts.

import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { RefusalCode } from "./errors.ts";
import type { FormRules, ReceivedForm } from "./forms.ts";

/** The application on which slices register routes. Routes take Zod schemas, which type their handlers. */
export type VersusApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export type Scope = "read" | "write";

/** The service account of a key, and the current state of its organization. */
export interface Caller {
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly accountId: string;
  /** The address of the service account. */
  readonly address: string;
  readonly organization: CallerOrganization;
}

export interface CallerOrganization {
  readonly organizationId: string;
  /** 32 bytes, decrypted. */
  readonly dataKey: Uint8Array;
  readonly zeroDay: boolean;
  readonly retentionDays: number | null;
  /** Documents per month; null means no limit. */
  readonly documentLimit: number | null;
  /** True if edits may be built from instructions. Documents may then be sent to the provider of a language model. */
  readonly instruction: boolean;
}

/** The description of a route in the OpenAPI document, in addition to its schemas. */
export interface Operation {
  /** Unique. Generated clients use it as the name of the operation. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The refusals of this operation only; those of every operation are added. */
  readonly refusals?: readonly RefusalCode[];
}

/** A path that will be removed. Its replies and its description announce this. */
export interface Retirement {
  readonly since: Date;
  /** At least one year after `since`. */
  readonly sunset: Date;
  readonly link: string;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** `key` requires a key; `open` permits everyone. The default is `key`. */
    readonly access?: "key" | "open";
    /** The scope that the key needs. The default is `read` for GET and HEAD, otherwise `write`. */
    readonly scope?: Scope;
    /** True for a route that deletes content. The route is answered even while the clocks disagree (CLK-3). */
    readonly deletes?: boolean;
    /** True for a route that needs no key, no TLS and no rate limit, and is answered while the service is stopping. */
    readonly unlimited?: boolean;
    /**
     * True for a route that streams stored content as fast as its caller reads. It counts against the limit of open
     * streams.
     */
    readonly streams?: boolean;
    /** True if the reply carries X-Engine-Version. */
    readonly readsJob?: boolean;
    /** The rules of the multipart form that is the body. */
    readonly form?: FormRules;
    /** A route without it is absent from the OpenAPI description. */
    readonly operation?: Operation;
    readonly retirement?: Retirement;
  }

  interface FastifyRequest {
    /** Throws on a route with open access. */
    readonly caller: Caller;
    /** The caller; undefined on a route with open access, and until the key was checked. */
    knownCaller: Caller | undefined;
  }
}

/** The reply to a creating call. */
export interface CreatedReply {
  readonly status: 200 | 201 | 202;
  readonly body: unknown;
}

/**
 * Stores the reply under the Idempotency-Key of the call, in the transaction that creates the owner. Both are stored or
 * neither is. Without that header, nothing is stored.
 */
export type Remember<Transaction> = (transaction: Transaction, reply: CreatedReply, ownerId: string) => Promise<void>;

export interface FormCreation<Transaction> {
  /** Returns the key under which a file of the form is stored; `position` counts the files of its field from 0. */
  readonly objectKey: (field: string, position: number) => string;
  /** Returns the part of a text that decides whether two calls are the same. The default is the text itself. */
  readonly digested?: (field: string, value: string) => string;
  /** Called after the form was received and passed its rules. If it throws, the files are deleted. */
  readonly create: (form: ReceivedForm, remember: Remember<Transaction>) => Promise<CreatedReply>;
  /** Converts the body of the reply, whether new or stored earlier, into the body that this call requests. */
  readonly answer?: (body: unknown, form: Pick<ReceivedForm, "texts">) => Promise<unknown>;
}

/**
 * Answers a creating call that has a form. Streams its files into the object store and creates at most one owner per
 * Idempotency-Key. If nothing is created, the files are deleted.
 */
export type CreateFromForm<Transaction> = (
  request: Pick<FastifyRequest, "id" | "raw" | "url" | "headers" | "caller" | "routeOptions">,
  reply: Pick<FastifyReply, "code" | "header">,
  creation: FormCreation<Transaction>,
) => Promise<unknown>;

/**
 * Answers a creating call that has a JSON body. Creates at most one owner per Idempotency-Key. The result of `create`
 * is stored, so it describes the created object and contains no content of a document.
 */
export type CreateFromBody<Transaction> = (
  /** Two calls with the same Idempotency-Key and path are the same call if their bodies are equal. */
  request: Pick<FastifyRequest, "id" | "raw" | "body" | "url" | "headers" | "caller" | "routeOptions">,
  reply: Pick<FastifyReply, "code" | "header">,
  create: (remember: Remember<Transaction>) => Promise<CreatedReply>,
) => Promise<unknown>;
