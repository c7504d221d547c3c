// What a provider's token endpoint says of a grant that it no longer renews: taken back, run out, or no fault of the grant's.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Provider } from "../../src/plugin/index.ts";
import { type AcmeGateway, acme, connected, startAcmeGateway } from "../support/acme.ts";
import { codeOf } from "../support/answers.ts";
import { HOOK_MS, integrationOf, logged, TEST_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { jsonAnswer } from "../support/tcp-upstream.ts";

setDefaultTimeout(TEST_MS);

/** Acme, whose errors have a finer `code`, or only that. */
const plugin: Provider = {
  ...acme,
  oauth: {
    ...acme.oauth,
    tokenError: (json) => {
      if (json.code === "unreadable") throw new TypeError("This answer cannot be read.");
      return json.code as string | undefined;
    },
    deadGrantErrors: ["gone", "listed_twice"],
    expiredGrantErrors: ["run_out", "listed_twice"],
    clientErrors: ["bad_client"],
  },
};
const EXPIRED = ["401 INTEGRATION_EXPIRED", "expired"];
const REVOKED = ["401 INTEGRATION_REVOKED", "revoked"];
const REFUSED = ["502 PROVIDER_ERROR", "active"];
const LATER = ["503 PROVIDER_UNAVAILABLE", "active"];
const CASES: [said: string, json: object, outcome: string[], code: string | null, status?: number][] = [
  ["a code of its own for a grant that has run out", { code: "run_out" }, EXPIRED, "run_out"],
  [
    "invalid_grant, and more finely that it has run out",
    { error: "invalid_grant", code: "run_out" },
    EXPIRED,
    "run_out",
  ],
  ["a grant that has run out, in the member error", { error: "run_out" }, EXPIRED, "run_out"],
  ["what is listed as both", { code: "listed_twice" }, EXPIRED, "listed_twice"],
  ["a code of its own for a grant that is gone", { code: "gone" }, REVOKED, "gone"],
  ["invalid_grant in the other member", { code: "invalid_grant" }, REVOKED, "invalid_grant"],
  ["invalid_grant, and a code that nobody knows", { error: "invalid_grant", code: "odd" }, REVOKED, "odd"],
  ["invalid_grant, and a code that is no text", { error: "invalid_grant", code: 7 }, REVOKED, "invalid_grant"],
  [
    "invalid_grant in an answer that the plugin cannot read",
    { error: "invalid_grant", code: "unreadable" },
    REVOKED,
    "invalid_grant",
  ],
  ["that the client is not known", { code: "bad_client" }, REFUSED, null],
  [
    "invalid_grant, and more finely that it is the client's",
    { error: "invalid_grant", code: "bad_client" },
    REFUSED,
    null,
  ],
  ["a code that means neither", { code: "odd" }, REFUSED, null],
  ["a code with 500", { code: "odd" }, LATER, null, 500],
  ["a code for a grant that has run out, with 500", { code: "run_out" }, EXPIRED, "run_out", 500],
];

for (const lane of LANES) {
  describe(`a token endpoint that answers on ${lane}`, () => {
    let it: AcmeGateway;
    beforeAll(async () => {
      it = await startAcmeGateway({ lane }, plugin);
    }, HOOK_MS);
    afterAll(() => it.close(), HOOK_MS);

    test.each(CASES)("R-22: %s", async (_, json, outcome, code, status = 400) => {
      const { key, integrationId } = await connected(it.gateway, plugin, "refresh-token");
      it.upstream.answer((request, wire) => {
        wire.write(request.path === "/token" ? jsonAnswer(json, status) : jsonAnswer({ message: "expired" }, 401));
        wire.end();
      });
      const answer = await it.gateway.call("GET", "/api/v1/acme/items/7", { key });
      const { status: left } = await integrationOf(it.gateway, key, "acme");
      expect([codeOf(answer), left]).toEqual(outcome);
      const ended = logged(it.gateway, "integration_ended").filter((line) => line.integration_id === integrationId);
      expect(ended.map(({ reason }) => reason)).toEqual(code === null ? [] : [code]);
    });

    test("S-66: a code that repeats the refresh token is told without it", async () => {
      const { key, integrationId } = await connected(it.gateway, plugin, "refresh-token-of-ada");
      it.upstream.answer((request, wire) => {
        const told = jsonAnswer({ error: "invalid_grant", code: "no refresh-token-of-ada" }, 400);
        wire.write(request.path === "/token" ? told : jsonAnswer({}, 401));
        wire.end();
      });
      expect(codeOf(await it.gateway.call("GET", "/api/v1/acme/items/7", { key }))).toBe("401 INTEGRATION_REVOKED");
      const ended = logged(it.gateway, "integration_ended").filter((line) => line.integration_id === integrationId);
      expect(ended).toHaveLength(1);
      expect(JSON.stringify(it.gateway.logLines)).not.toContain("refresh-token-of-ada");
    });
  });
}
