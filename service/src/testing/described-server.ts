// Starts the server with every route of the service, to test its description and pages.
//
// The routes have no parts behind them, because the pages and the description need none.

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
