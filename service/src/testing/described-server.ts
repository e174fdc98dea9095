// The server with every route of the service, for tests of what it says about itself. Nothing is behind the routes: the
// pages and the description need no parts.

import { startTestServer, type TestServer } from "../http/testing/test-server.ts";
import { referenceTexts, type SliceParts, sliceRoutes } from "../register-slices.ts";

export function startDescribedServer(): TestServer {
  const receiver = { isAllowed: () => false, resolve: async () => [] };
  const parts = { renderers: [], documentsAtOnce: 1, receiver } as unknown as SliceParts;
  return startTestServer({
    texts: referenceTexts,
    routes: [(app, given) => sliceRoutes({ ...given, ...parts }).forEach((register) => void register(app, given))],
  });
}
