// Registers the bodies that the server reads: JSON and multipart forms.
//
// JSON is parsed before the handler runs; a form is left to its reader. A route takes one or the other. A route with a
// form and a schema of its body takes either.

import type { FastifyRequest } from "fastify";
import { ApiError } from "../contract/api-error.ts";
import type { VersusApp } from "../contract/app.ts";
import { isFormType } from "../contract/forms.ts";
import { requireWritable } from "../contract/writable-json.ts";

export function registerBodies(app: VersusApp): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // A call without a body may still have a Content-Type.
    if (body === "") return done(null, undefined);
    return parseJson(request, String(body), (error, value) => {
      if (error !== null) return done(error);
      try {
        requireWritable(String(body), value);
      } catch (problem) {
        return done(problem as Error);
      }
      return done(null, value);
    });
  });
  app.addContentTypeParser("multipart/form-data", (_, __, done) => done(null));

  app.addHook("preParsing", (request, _, payload, done) => {
    if (!request.is404) checkType(request);
    done(null, payload);
  });
}

function checkType(request: FastifyRequest): void {
  const { config, schema } = request.routeOptions;
  const { form } = config;
  const { "content-type": type, "content-length": length } = request.headers;
  if (length === "0") delete request.headers["content-type"];
  const isForm = isFormType(type);
  if (form !== undefined && schema?.body === undefined && !isForm) {
    throw new ApiError("UNSUPPORTED_MEDIA_TYPE", "The Content-Type must be multipart/form-data.");
  }
  if (form === undefined && isForm) {
    throw new ApiError(
      "UNSUPPORTED_MEDIA_TYPE",
      "This operation does not accept multipart/form-data; send application/json.",
    );
  }
}
