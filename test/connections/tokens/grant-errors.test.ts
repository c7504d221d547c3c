// Errors of a token endpoint: a revoked grant, an expired grant, or an error that is not the grant's.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { OAuth, Provider } from "../../../src/plugin/index.ts";
import { type AcmeGateway, acme, connected, startAcmeGateway } from "../../support/acme.ts";
import { HOOK_MS, integrationOf, logged, TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { codeOf } from "../../support/responses.ts";
import { jsonAnswer } from "../../support/tcp-upstream.ts";

setDefaultTimeout(TEST_MS);

/** Acme, whose errors have a more specific `code`, alone or beside `error`. */
const plugin: Provider = {
  ...acme,
  auth: {
    oauth2: {
      ...(acme.auth.oauth2 as OAuth),
      tokenError: (json) => {
        if (json.code === "unreadable") throw new TypeError("This response cannot be read.");
        return json.code as string | undefined;
      },
      deadGrantErrors: ["gone", "listed_twice"],
      expiredGrantErrors: ["run_out", "listed_twice"],
      clientErrors: ["bad_client"],
    },
  },
};
const EXPIRED = ["401 INTEGRATION_EXPIRED", "expired"];
const REVOKED = ["401 INTEGRATION_REVOKED", "revoked"];
const REFUSED = ["502 PROVIDER_ERROR", "active"];
const LATER = ["503 PROVIDER_UNAVAILABLE", "active"];
const CASES: [title: string, json: object, outcome: string[], code: string | null, status?: number][] = [
  ["the provider's own code for an expired grant", { code: "run_out" }, EXPIRED, "run_out"],
  ["invalid_grant, with the code of an expired grant", { error: "invalid_grant", code: "run_out" }, EXPIRED, "run_out"],
  ["the code of an expired grant as error", { error: "run_out" }, EXPIRED, "run_out"],
  ["a code that is listed for both", { code: "listed_twice" }, EXPIRED, "listed_twice"],
  ["the provider's own code for a revoked grant", { code: "gone" }, REVOKED, "gone"],
  ["invalid_grant as code", { code: "invalid_grant" }, REVOKED, "invalid_grant"],
  ["invalid_grant, with an unknown code", { error: "invalid_grant", code: "odd" }, REVOKED, "odd"],
  ["invalid_grant, with a code that is not a text", { error: "invalid_grant", code: 7 }, REVOKED, "invalid_grant"],
  [
    "invalid_grant in a response that the plugin cannot read",
    { error: "invalid_grant", code: "unreadable" },
    REVOKED,
    "invalid_grant",
  ],
  ["the code of an unknown client", { code: "bad_client" }, REFUSED, null],
  ["invalid_grant, with the code of an unknown client", { error: "invalid_grant", code: "bad_client" }, REFUSED, null],
  ["an unknown code", { code: "odd" }, REFUSED, null],
  ["an unknown code with 500", { code: "odd" }, LATER, null, 500],
  ["the code of an expired grant with 500", { code: "run_out" }, EXPIRED, "run_out", 500],
];

for (const lane of LANES) {
  describe(`an error of a token endpoint on ${lane}`, () => {
    let it: AcmeGateway;
    beforeAll(async () => {
      it = await startAcmeGateway({ lane }, plugin);
    }, HOOK_MS);
    afterAll(() => it.close(), HOOK_MS);

    test.each(CASES)("R-22: %s", async (_, json, outcome, code, httpStatus = 400) => {
      const { key, integrationId } = await connected(it.gateway, plugin, "refresh-token");
      it.upstream.answer((request, wire) => {
        wire.write(request.path === "/token" ? jsonAnswer(json, httpStatus) : jsonAnswer({ message: "expired" }, 401));
        wire.end();
      });
      const response = await it.gateway.call("GET", "/api/v1/acme/items/7", { key });
      const { status } = await integrationOf(it.gateway, key, "acme");
      expect([codeOf(response), status]).toEqual(outcome);
      const ended = logged(it.gateway, "integration_ended").filter((line) => line.integration_id === integrationId);
      expect(ended.map(({ reason }) => reason)).toEqual(code === null ? [] : [code]);
    });

    test("S-66: an error code that repeats the refresh token is logged without it", async () => {
      const { key, integrationId } = await connected(it.gateway, plugin, "refresh-token-of-ada");
      it.upstream.answer((request, wire) => {
        const tokenError = jsonAnswer({ error: "invalid_grant", code: "no refresh-token-of-ada" }, 400);
        wire.write(request.path === "/token" ? tokenError : jsonAnswer({}, 401));
        wire.end();
      });
      expect(codeOf(await it.gateway.call("GET", "/api/v1/acme/items/7", { key }))).toBe("401 INTEGRATION_REVOKED");
      const ended = logged(it.gateway, "integration_ended").filter((line) => line.integration_id === integrationId);
      expect(ended).toHaveLength(1);
      expect(JSON.stringify(it.gateway.logLines)).not.toContain("refresh-token-of-ada");
    });
  });
}
