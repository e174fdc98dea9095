// Tests that of several faults in one request, the first in the order of the checks is reported.

import { writeForm } from "../calls/form.ts";
import { refused } from "../calls/service.ts";
import { theme } from "../running/theme.ts";

const UNKNOWN = "cmp_00000000000000000000000000";
const BROKEN_BODY = { headers: { "content-type": "application/json" }, body: Buffer.from("{") };

export const order = theme("order", ({ service, world, test }) => {
  test("the key before the form of an id", ["5.order"], async () => {
    refused(await service.get("/v1/compare/x", { key: "nonsense" }), 401, "INVALID_API_KEY");
  });

  test("the key before the body", ["5.order"], async () => {
    refused(await service.post("/v1/compare", { key: "nonsense", ...BROKEN_BODY }), 401, "INVALID_API_KEY");
  });

  test(
    "the limit of the address before the key, the limit of the key before the form of an id",
    ["5.order"],
    async () => {
      const { key } = await world.makeOrganization();
      const api = await world.startApi({ VERSUS_REQUESTS_PER_KEY: "1", VERSUS_REQUESTS_PER_ADDRESS: "4" });
      const limited = service.at(api.url);
      refused(await limited.get("/v1/compare/x", { key }), 400, "INVALID_COMPARISON_ID");
      refused(await limited.get("/v1/compare/x", { key }), 429, "RATE_LIMITED");
      refused(await limited.get("/v1/compare/x", { key: "nonsense" }), 401, "INVALID_API_KEY");
      await limited.get("/v1/usage", { key });
      refused(await limited.get("/v1/compare/x", { key: "nonsense" }), 429, "RATE_LIMITED");
      await api.stop();
    },
  );

  test("the form of an id before a format and before a body", ["5.order"], async () => {
    refused(await service.get("/v1/compare/x?format=odt"), 400, "INVALID_COMPARISON_ID");
    refused(await service.post("/v1/compare/x/acknowledge", BROKEN_BODY), 400, "INVALID_COMPARISON_ID");
  });

  test("access before a format and before a body", ["5.order"], async () => {
    refused(await service.get(`/v1/compare/${UNKNOWN}?format=odt`), 404, "COMPARISON_NOT_FOUND");
    refused(await service.post(`/v1/compare/${UNKNOWN}/acknowledge`, BROKEN_BODY), 404, "COMPARISON_NOT_FOUND");
    refused(await service.call("DELETE", `/v1/compare/${UNKNOWN}`, BROKEN_BODY), 404, "COMPARISON_NOT_FOUND");
  });

  test("the body before the quota", ["5.order"], async () => {
    const { key } = await world.makeOrganization(["--document-limit", "0"]);
    const { headers, body } = writeForm([{ field: "colour", content: "red" }]);
    refused(await service.post("/v1/compare", { key, headers, body }), 400, "INVALID_REQUEST");
    refused(await service.postComparison({ key }), 402, "USAGE_LIMIT_REACHED");
  });
});
