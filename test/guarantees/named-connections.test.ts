// N-1: the identity acted on is the one named, always: random calls, renames, reconnects and choices against a model of a few lines.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sealTokens } from "../../src/connections/tokens/sealed-tokens.ts";
import { mcpSender } from "../agents/mcp/message.ts";
import { acme } from "../support/acme.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { random } from "../support/random.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";

setDefaultTimeout(900_000);
const CALLS = Number(process.env.CALLS ?? 3_000);
/** Calls between two changes, on average. */
const CALLS_PER_CHANGE = 4;
const NAMES = ["default", "work", "private", "school", "a", "b"];
const TOOL = "acme_get_item";
/** The doors of a call: its path, the raw proxy, the tool by name, and the tool over /mcp. */
const DOORS = ["path", "raw", "name", "mcp"] as const;

interface Known {
  id: string;
  token: string;
  isDefault: boolean;
}

for (const lane of laneOf(import.meta.file)) {
  const upstream = recordingProvider(() => Response.json({ id: 1, title: "one" }));
  let gateway: TestGateway;
  beforeAll(async () => {
    const settings = { acme: { clientId: "client", clientSecret: "secret" } };
    gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
  }, 60_000);
  afterAll(() => gateway.close());

  test(`N-1: ${CALLS} calls act as the connection that they name on ${lane}`, async () => {
    const { below, oneOf } = random(33);
    const { userId, email, key } = await gateway.user({
      tier: "team",
      permissions: ["*", "proxy.use"],
    });
    await gateway.admin("PATCH", `/users/${email}`, { overrides: { minute: 1_000_000, day: 10_000_000 } });
    const owner = { userId, accountId: null };
    const known = new Map<string, Known>();
    let count = 0;

    const reconnect = async ({ id }: Known) => {
      const { database, deps } = { database: gateway.database.database, deps: gateway.app.deps };
      const token = `token-${count++}`;
      const sealed = sealTokens(deps, id, { accessToken: token });
      await database.query("update connections set epoch = epoch + 1, access_token = $2 where id = $1::uuid", [
        id,
        sealed.accessToken,
      ]);
      await gateway.heard();
      return token;
    };
    const change = (id: string, body: object) => gateway.call("PUT", `/api/v1/integrations/${id}`, { key, body });
    const CHANGES: readonly (() => Promise<unknown>)[] = [
      async () => {
        const name = oneOf(NAMES);
        if (known.has(name)) return;
        const id = await insertGrant(gateway, owner, "acme", { name });
        const made = { id, token: "", isDefault: false };
        known.set(name, { ...made, token: await reconnect(made) });
      },
      async () => {
        const name = oneOf(NAMES);
        const one = known.get(name);
        if (one) known.set(name, { ...one, token: await reconnect(one) });
      },
      async () => {
        const [from, to] = [oneOf(NAMES), oneOf(NAMES)];
        const one = known.get(from);
        if (!one || from === to) return;
        const { status } = await change(one.id, { name: to });
        expect(status).toBe(known.has(to) ? 409 : 200);
        if (status !== 200) return;
        known.delete(from);
        known.set(to, one);
      },
      async () => {
        const name = oneOf(NAMES);
        const one = known.get(name);
        if (!one) return;
        const isDefault = below(3) > 0;
        expect((await change(one.id, { is_default: isDefault })).status).toBe(200);
        if (isDefault) for (const [other, its] of known) known.set(other, { ...its, isDefault: false });
        known.set(name, { ...one, isDefault });
      },
      async () => {
        const one = known.get(oneOf(NAMES));
        if (!one || known.size < 2) return;
        expect((await gateway.call("DELETE", `/api/v1/integrations/${one.id}`, { key })).status).toBe(200);
        for (const [name, { id }] of known) if (id === one.id) known.delete(name);
      },
    ];
    /** What a call has to come to: a token, or the code of its error. */
    const expected = (name: string | null): string => {
      if (name !== null) return known.get(name)?.token ?? "PERMISSION_DENIED";
      if (known.size === 0) return "PERMISSION_DENIED";
      const chosen = known.size === 1 ? [...known.values()][0] : [...known.values()].find(({ isDefault }) => isDefault);
      return chosen?.token ?? "CONNECTION_AMBIGUOUS";
    };
    const mcp = mcpSender(gateway, { key });
    /** The code of the error, or the empty text. */
    const through = async (door: (typeof DOORS)[number], name: string | null): Promise<string> => {
      const headers: Record<string, string> = name === null ? {} : { "x-connection": name };
      const args = { id: "1", ...(name !== null && { connection: name }) };
      if (door === "mcp") {
        const { result } = (await mcp("tools/call", { name: TOOL, arguments: args })).json;
        return result.isError ? (/^[A-Z_]+/.exec(result.content[0].text)?.[0] ?? "") : "";
      }
      const response =
        door === "name"
          ? await gateway.call("POST", `/api/v1/tools/${TOOL}/execute`, { key, body: { arguments: args } })
          : await gateway.call("GET", `/api/v1/acme/${door === "raw" ? "proxy/" : ""}items/1`, { key, headers });
      return response.status === 200 ? "" : response.json.code;
    };
    const call = async (name: string | null): Promise<string> => {
      const from = upstream.requests.length;
      const code = await through(oneOf(DOORS), name);
      const tokens = upstream.requests.slice(from).map(({ token }) => token);
      expect(tokens.length).toBe(code === "" ? 1 : 0);
      return tokens[0] ?? code;
    };
    const wrong: string[] = [];
    let acted = 0;
    for (let done = 0; done < CALLS; done++) {
      if (below(CALLS_PER_CHANGE) === 0) await oneOf(CHANGES)();
      const name = below(3) === 0 ? null : oneOf(NAMES);
      const [got, wanted] = [await call(name), expected(name)];
      if (got !== wanted) wrong.push(`call ${done} of ${name}: ${got} is not ${wanted}`);
      if (wanted.startsWith("token-")) acted++;
    }
    expect(wrong).toEqual([]);
    // A run whose calls were all refused would prove nothing.
    expect(acted).toBeGreaterThan(CALLS / 3);
  });
}
