// Whatever lives long ends with its right, at the replica that did not hear of it first: nothing here waits for a look by the minute.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { headersOf, messageOf } from "../agents/mcp/message.ts";
import { granted } from "../agents/oauth-server/mcp-client.ts";
import { type SignedIn, signedIn } from "../dashboard/browser.ts";
import { LANES } from "../support/database.ts";
import type { TestGateway } from "../support/gateway.ts";
import { startTwoGateways, type TwoGateways } from "../support/two-gateways.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);
/** The promise is a second; a busy machine may take longer, and the look by the minute much longer. */
const BOUND_MS = 10_000;

for (const lane of LANES) {
  describe(`lost rights on ${lane}`, () => {
    let both: TwoGateways;
    let one: TestGateway;
    let two: TestGateway;
    beforeAll(async () => {
      both = await startTwoGateways({ lane });
      ({ one, two } = both);
    }, 60_000);
    afterAll(() => both.close());

    /** Opens something long at the second replica. */
    const open = async (path: string, init: RequestInit) => {
      const response = await fetch(two.url + path, init);
      expect(response.status).toBe(200);
      const state = { isOver: false };
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      const drain = async () => {
        while (!(await reader.read()).done);
      };
      const over = () => {
        state.isOver = true;
      };
      void drain().then(over, over);
      return { state, close: () => reader.cancel() };
    };
    const stream = (key: string, headers: Record<string, string> = {}) =>
      open("/api/v1/inbox/stream", { headers: { authorization: `Bearer ${key}`, ...headers } });
    const listener = (key: string) => {
      const message = messageOf("subscriptions/listen", { notifications: { toolsListChanged: true } });
      const headers = {
        ...headersOf(message),
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        host: new URL(one.url).host,
      };
      return open("/mcp", { method: "POST", headers, body: JSON.stringify(message) });
    };

    const sql = (text: string, values: string[]) => both.one.database.database.query(text, values);
    const byKey: [string, (user: { keyId: string; email: string; userId: string }) => Promise<unknown>][] = [
      ["its key is revoked", ({ keyId }) => one.admin("DELETE", `/keys/${keyId}`)],
      [
        "its key's permissions are narrowed",
        ({ keyId }) => sql("update api_keys set permissions = '{gmail.read}' where id = $1::text::uuid", [keyId]),
      ],
      ["its user is past due", ({ email }) => one.admin("PATCH", `/users/${email}`, { payment_state: "past_due" })],
      ["its user is erased", ({ email }) => one.admin("DELETE", `/users/${email}`)],
    ];

    test.each(byKey)(
      "S-39, R-32: a stream ends at the other replica when %s, and another user's stays",
      async (_, lose) => {
        const [user, other] = [await one.user(), await one.user()];
        const [own, others] = [await stream(user.key), await stream(other.key)];
        await lose(user);
        await until(() => own.state.isOver, BOUND_MS);
        await two.heard();
        expect(others.state.isOver).toBe(false);
        await others.close();
      },
    );

    const ofPartner: [string, (partner: { email: string; key: string }, accountId: string) => Promise<unknown>][] = [
      ["its account is deleted", ({ key }, id) => one.call("DELETE", `/api/v1/accounts/${id}`, { key })],
      ["its partner is suspended", ({ email }) => one.admin("PATCH", `/partners/${email}`, { status: "suspended" })],
    ];

    test.each(ofPartner)("S-39: an account's stream ends at the other replica when %s", async (_, lose) => {
      const partner = await one.partner();
      const accountId = await one.account(partner.key, "account");
      const own = await stream(partner.key, { "x-account-id": "account" });
      await lose(partner, accountId);
      await until(() => own.state.isOver, BOUND_MS);
    });

    const ofGrant: [string, (person: SignedIn, access: string, clientId: string) => Promise<unknown>][] = [
      [
        "its grant is ended",
        (_person, token, clientId) =>
          fetch(`${one.url}/oauth/revoke`, {
            method: "POST",
            body: new URLSearchParams({ token, client_id: clientId }),
          }),
      ],
      ["its person is disabled", ({ personId }) => one.admin("PATCH", `/people/${personId}`, { disabled: true })],
      [
        "its person no longer acts for the user",
        ({ personId, userId }) => one.admin("DELETE", `/people/${personId}/users/${userId}`),
      ],
      [
        "its person is only a viewer of the team",
        ({ personId }) => sql("update people_users set role = 'viewer' where person_id = $1::text::uuid", [personId]),
      ],
    ];

    test.each(ofGrant)("S-39: an MCP client's listener ends at the other replica when %s", async (_, lose) => {
      const person = await signedIn(one);
      const { access, clientId } = await granted(one, person);
      const listening = await listener(access);
      await lose(person, access, clientId);
      await until(() => listening.state.isOver, BOUND_MS);
    });

    test("S-39: a stream and a listener end with their key's expiry, of which nobody tells", async () => {
      const { email } = await one.user();
      const expires_at = new Date(one.clock.now() + 3_600_000).toISOString();
      const { key } = (await one.admin("POST", "/keys", { user: email, expires_at })).json.data;
      const [own, listening] = [await stream(key), await listener(key)];
      two.clock.move(3_600_000);
      await until(() => own.state.isOver && listening.state.isOver, BOUND_MS);
    });
  });
}
