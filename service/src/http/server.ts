// Builds the HTTP server: the order of checks, and the routes that every installation has.
//
// Order of checks: request id, TLS, the address's rate, key, organization, the key's rate, its scope. A POST that does
// not delete also needs a clock that agrees with the database's. Then, at the route: the form of the id in the path and
// access to the object (onRequest), parameters, body, quota (handler).

import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { ApiError, unavailable } from "../contract/api-error.ts";
import type { Caller, VersusApp } from "../contract/app.ts";
import { ENGINE_VERSION_HEADER } from "../contract/engine-version.ts";
import { limits } from "../contract/limits.ts";
import { auditRequest } from "./audit-requests.ts";
import { authenticator, requireScope } from "./authenticate.ts";
import { registerBodies } from "./bodies.ts";
import { registerChangelog } from "./changelog.ts";
import { bodyCreator } from "./create-from-body.ts";
import { formCreator } from "./create-from-form.ts";
import { signedCursors } from "./cursors.ts";
import { registerDocsPages } from "./docs-pages.ts";
import { limitStreams } from "./download/open-streams.ts";
import { downloadSigner } from "./download/signed-addresses.ts";
import { registerDownloads } from "./downloads.ts";
import { envelopeOf, replyWithError } from "./error-replies.ts";
import { registerHealth } from "./health.ts";
import { registerDescription } from "./openapi.ts";
import type { Standing } from "./rate/leased-buckets.ts";
import { addressLimiter, keyLimiter, rateHeaders, requireToken } from "./rate-limits.ts";
import { REQUEST_ID_HEADER, requestIds } from "./request-ids.ts";
import { logRequest, QuietLog, whereItHappened } from "./request-log.ts";
import { retirementHeaders } from "./retirement.ts";
import { RouteList } from "./route-list.ts";
import { RunningClaims } from "./running-claims.ts";
import type { ServerParts } from "./server-parts.ts";
import { keyRing } from "./signing-keys.ts";
import { traceRequests } from "./trace-requests.ts";
import { requireTls, securityHeaders, transportOptions } from "./transport.ts";

/** A connection without a byte for so long is closed. */
const silentMilliseconds = 120_000;
/** Maximum time in which a whole request arrives, with the largest form over a slow line. */
const requestMilliseconds = 30 * 60_000;
/** Maximum length of one part of a path: file names may have 150 characters of several bytes each. */
const longestPathPart = 1000;

/**
 * Returns the server with every route registered; the caller calls `listen`. Throws if the configuration is not safe.
 */
export function buildServer(parts: ServerParts): VersusApp {
  const app = openServer(parts);
  app.decorateRequest("knownCaller", undefined);
  app.decorateRequest("caller", {
    getter(this: FastifyRequest): Caller {
      if (this.knownCaller === undefined) throw new Error("a route with open access has no caller");
      return this.knownCaller;
    },
  });
  const routes = new RouteList();
  app.addHook("onRoute", (route) => routes.add(route));
  app.setErrorHandler(replyWithError);
  app.setNotFoundHandler((request) => {
    throw routes.refusalFor(request.url);
  });
  traceRequests(app, parts.tracing);
  addChecks(app, parts);
  app.addHook("onResponse", (request, reply, done) => {
    logRequest(request, reply);
    auditRequest(request, reply, parts);
    const route = request.routeOptions.url ?? "none";
    parts.onAnswered?.(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  limitStreams(app, parts.config.streamLimits);
  registerBodies(app);
  registerRoutes(app, parts, routes);
  return app;
}

function openServer(parts: ServerParts): VersusApp {
  const nameRequest = requestIds(parts.clock, parts.random);
  const app = Fastify({
    ...transportOptions(parts.config),
    ...(parts.logger === undefined ? {} : { loggerInstance: parts.logger }),
    bodyLimit: limits.jsonBytes,
    clientErrorHandler: (_, socket) => {
      if (!socket.writable) return;
      const id = nameRequest({ headers: {} });
      const body = JSON.stringify(envelopeOf(new ApiError("INVALID_REQUEST", "The request is not valid HTTP."), id));
      const head = ["HTTP/1.1 400 Bad Request", "Connection: close", "Content-Type: application/json; charset=utf-8"];
      const lengths = [`X-Request-Id: ${id}`, `Content-Length: ${Buffer.byteLength(body)}`];
      socket.end([...head, ...lengths, "", body].join("\r\n"));
    },
    connectionTimeout: silentMilliseconds,
    frameworkErrors: (error, request, reply) => void replyToBadAddress(error, request, reply),
    genReqId: nameRequest,
    logController: new QuietLog(),
    requestTimeout: requestMilliseconds,
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestPathPart },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  // The same schemas type the answers of handlers. Tests also check the replies against them.
  app.setSerializerCompiler(parts.checksReplies === true ? serializerCompiler : () => JSON.stringify);
  return app;
}

// No hook runs for an unreadable address, so the request id is added to its reply here.
function replyToBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header(REQUEST_ID_HEADER, request.id);
  return replyWithError(error, request, reply);
}

// These checks wait only for a key or a token that must be read. Most requests pass without waiting.
function addChecks(app: VersusApp, parts: ServerParts): void {
  const { config, clock } = parts;
  const limitAddress = addressLimiter(config.rateLimits, clock);
  const limitKey = keyLimiter(config.rateLimits, parts.buckets, clock);
  const authenticate = authenticator({ ...config, findKey: parts.findKey, clock });
  const headers = securityHeaders(config);
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
  });
  // Closing ends idle connections. A connection that is answered later would be kept for the client's next request,
  // which no route takes, and the process would wait for it for over a minute.
  app.addHook("onResponse", (_, __, done) => {
    if (isStopping) app.server.closeIdleConnections();
    done();
  });

  const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller): void | Promise<void> => {
    request.knownCaller = caller;
    const { scope, deletes = false } = request.routeOptions.config;
    const proceed = (standing: Standing | undefined): void => {
      if (standing !== undefined) {
        reply.headers(rateHeaders(standing));
        requireToken(standing);
      }
      requireScope(caller, scope ?? (request.method === "GET" || request.method === "HEAD" ? "read" : "write"));
      if (request.method === "POST" && !deletes) parts.requireAgreement();
    };
    const standing = limitKey({ keyId: caller.keyId, creates: request.method === "POST" });
    return standing instanceof Promise ? standing.then(proceed) : proceed(standing);
  };
  const check = (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    const { unlimited = false, access = "key", retirement, readsJob } = request.routeOptions.config;
    reply.header(REQUEST_ID_HEADER, request.id).headers(headers);
    if (retirement !== undefined) reply.headers(retirementHeaders(retirement));
    if (readsJob === true) reply.header(ENGINE_VERSION_HEADER, config.engineVersion);
    if (unlimited) return;
    if (isStopping) throw unavailable();
    requireTls(request, config);
    limitAddress(request.ip);
    if (request.is404 || access === "open") return;
    const caller = authenticate(request.headers.authorization);
    return caller instanceof Promise
      ? caller.then((found) => admit(request, reply, found))
      : admit(request, reply, caller);
  };
  app.addHook("onRequest", (request, reply, done) => {
    const checking = check(request, reply);
    if (checking === undefined) done();
    else checking.then(() => done(), done);
  });
}

function registerRoutes(app: VersusApp, parts: ServerParts, routes: RouteList): void {
  const { config, clock } = parts;
  const keys = keyRing(config);
  const signDownload = downloadSigner({ downloadUrl: config.downloadUrl, keys, clock });
  const report = (problem: unknown) => app.log.error(whereItHappened(problem, "none"), "claims");
  const claims = new RunningClaims({ ...parts, report });
  app.addHook("onClose", async () => claims.close());
  const createFromForm = formCreator({ ...parts, claims });
  const createFromBody = bodyCreator({ ...parts, claims });
  const cursors = signedCursors(keys);
  const own = { signDownload, cursors, createFromForm, createFromBody };
  registerHealth(app, parts);
  registerDownloads(app, parts, keys);
  registerChangelog(app);
  for (const register of parts.routes) register(app, { ...parts, ...own });
  const describe = registerDescription(app, config, routes);
  registerDocsPages(app, describe, parts.texts ?? []);
}
