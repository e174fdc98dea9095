// What a slice sees of the server: the application it registers routes on, who is calling, and what a route says of
// itself. Everything a route needs beyond that is handed in with its parts.

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

/** Routes take Zod schemas, and their handlers see what those promise. */
export type VersusApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export type Scope = "read" | "write";

/** The service account behind a key, and its organization as it stands. */
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
  /** 32 bytes, unwrapped. */
  readonly dataKey: Uint8Array;
  readonly zeroDay: boolean;
  readonly retentionDays: number | null;
  /** Documents a month; null is no limit. */
  readonly documentLimit: number | null;
  /** Edits may be built from instructions: its documents may be sent to the provider of a language model. */
  readonly instruction: boolean;
}

/** What the machine-readable description says of a route beyond its schemas. */
export interface Operation {
  /** Unique; clients are generated with it. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The refusals that are this operation's own; those of all operations are added. */
  readonly refusals?: readonly RefusalCode[];
}

/** A path that will go away: its replies and its description say so. */
export interface Retirement {
  readonly since: Date;
  /** At least a year after it. */
  readonly sunset: Date;
  readonly link: string;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** `key` (without saying so): a key is needed. `open`: anyone. */
    readonly access?: "key" | "open";
    /** The scope the key needs; without saying so `read` for GET and HEAD, else `write`. */
    readonly scope?: Scope;
    /** Not counted against the address, and answered while the service is stopping. */
    readonly unlimited?: boolean;
    /** Sends stored content as its caller reads it, so it counts among what he has open. */
    readonly streams?: boolean;
    /** The reply carries X-Engine-Version. */
    readonly readsJob?: boolean;
    /** The body is a multipart form under these rules. */
    readonly form?: FormRules;
    /** Without it the route is not described. */
    readonly operation?: Operation;
    readonly retirement?: Retirement;
  }

  interface FastifyRequest {
    /** Who is calling. Asking a route with open access is a fault. */
    readonly caller: Caller;
    /** The same, where it may not be known. */
    knownCaller: Caller | undefined;
  }
}

/** What a creating call answers. */
export interface CreatedReply {
  readonly status: 200 | 201 | 202;
  readonly body: unknown;
}

/**
 * Stores the reply of creating the owner under the call's Idempotency-Key, in the transaction that creates what it tells of: both are there
 * afterwards, or neither. Without that header it does nothing.
 */
export type Remember<Transaction> = (transaction: Transaction, reply: CreatedReply, ownerId: string) => Promise<void>;

export interface FormCreation<Transaction> {
  /** Where a file of the form is stored; `position` counts the files of its field from 0. */
  readonly objectKey: (field: string, position: number) => string;
  /** What of a text two calls must have in common to be the same; without it the text itself. */
  readonly digested?: (field: string, value: string) => string;
  /** Called once the form is complete and keeps its rules. When it throws, the files are deleted. */
  readonly create: (form: ReceivedForm, remember: Remember<Transaction>) => Promise<CreatedReply>;
  /** Turns the body of the reply, made now or earlier, into the one that this call asks for. */
  readonly answer?: (body: unknown, form: Pick<ReceivedForm, "texts">) => Promise<unknown>;
}

/**
 * Answers a creating call with a form: streams its files into the object store, creates at most once for an
 * Idempotency-Key, and leaves no file behind when nothing was created.
 */
export type CreateFromForm<Transaction> = (
  request: Pick<FastifyRequest, "id" | "raw" | "url" | "headers" | "caller" | "routeOptions">,
  reply: Pick<FastifyReply, "code" | "header">,
  creation: FormCreation<Transaction>,
) => Promise<unknown>;

/**
 * Answers a creating call with a JSON body, at most once for an Idempotency-Key. What `create` gives is remembered, so it
 * tells of what was created and holds nothing of a document.
 */
export type CreateFromBody<Transaction> = (
  /** Its body is what two calls must have in common to be the same. */
  request: Pick<FastifyRequest, "id" | "raw" | "body" | "url" | "headers" | "caller" | "routeOptions">,
  reply: Pick<FastifyReply, "code" | "header">,
  create: (remember: Remember<Transaction>) => Promise<CreatedReply>,
) => Promise<unknown>;
