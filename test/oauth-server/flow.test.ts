// Sign-in of MCP clients from the first request to the last: consent, code, tokens, rotation, revocation.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type SignedIn, signedIn } from "../dashboard/browser.ts";
import { TEST_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import {
  AUTHORIZE,
  authorizePath,
  callAsClient,
  codeForm,
  consentTo,
  exchange,
  granted,
  newClient,
  pkce,
  post,
  REDIRECT,
  refreshForm,
  resourceAt,
} from "./mcp-client.ts";

setDefaultTimeout(TEST_MS);
const TOKEN = /^mcp_at_[0-9A-Za-z]{49}$/;

for (const lane of LANES) {
  describe(`sign-in of MCP clients on ${lane}`, () => {
    let gateway: TestGateway;
    let person: SignedIn;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      person = await signedIn(gateway);
    }, 60_000);
    afterAll(() => gateway.close());
    const works = async (access: string) => (await callAsClient(gateway.app, access, "list_integrations")).status;

    test("a person lets a client in, and its token is a caller's", async () => {
      const { clientId, access, refresh } = await granted(gateway, person);
      expect(access).toMatch(TOKEN);
      const response = await callAsClient(gateway.app, access, "list_integrations");
      expect([response.status, response.headers.get("x-ratelimit-limit")]).toEqual([200, "1000"]);
      expect(gateway.logLines.join("")).not.toContain(access);
      expect(gateway.logLines.join("")).not.toContain(refresh);
      const rows = await gateway.database.database.query<{ key_id: string }>(
        "select key_id from usage_entries where user_id = $1 and endpoint = '/api/v1/integrations'",
        [person.userId],
      );
      const [grant] = await gateway.database.database.query<{ id: string; client_id: string }>(
        "select id, client_id from mcp_grants where user_id = $1",
        [person.userId],
      );
      expect(grant?.client_id).toBe(clientId);
      expect(rows).toEqual([{ key_id: grant?.id as string }]);
    });
  });
}
