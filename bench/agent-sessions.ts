// What a call of an agent session costs beside the same call of its key: the two by turns in one process, so that noise meets both.
// bun bench/agent-sessions.ts [calls of each, default 4000]
import { acme } from "../test/support/acme.ts";
import { startTestGateway } from "../test/support/gateway.ts";
import { insertGrant, recordingProvider } from "../test/support/test-partners.ts";

const CALLS = Number(process.argv[2] ?? 4_000);
const WARM_UP = 500;

const upstream = recordingProvider(() => Response.json({ id: 1, title: "one" }));
const gateway = await startTestGateway({
  lane: "embedded",
  plugins: [acme],
  settings: { acme: { clientId: "client", clientSecret: "secret" } },
  fetch: upstream.fetch,
});
const { userId, email, key } = await gateway.user();
await gateway.admin("PATCH", `/users/${email}`, { overrides: { minute: 1_000_000_000, day: 1_000_000_000 } });
await insertGrant(gateway, { userId, accountId: null }, "acme");

const sessionWith = async (body: object): Promise<string> => {
  const made = await gateway.call("POST", "/api/v1/agent-sessions", { key, body: { ...body, expires_in: 86_400 } });
  if (made.status !== 200) throw new Error(made.text);
  return made.json.data.token;
};
const bounded = {
  allow: ["acme:items.read"],
  deny: ["acme_delete_item"],
  connections: ["acme:default"],
  constraints: { acme_get_item: { id: { in: ["1", "2"] } } },
};
const callers = new Map([
  ["key", key],
  ["session", await sessionWith({})],
  ["session with lists, a connection and a constraint", await sessionWith(bounded)],
  [
    "the same with limits",
    await sessionWith({ ...bounded, limits: { calls: 1_000_000, calls_per_minute: 1_000_000 } }),
  ],
]);
const times = new Map([...callers.keys()].map((name) => [name, [] as number[]]));
for (let i = -WARM_UP; i < CALLS; i++) {
  // Each comes first equally often.
  const turn = [...callers].map((_, at, all) => all[(at + i + WARM_UP) % all.length] as [string, string]);
  for (const [name, token] of turn) {
    const startedAt = performance.now();
    const { status } = await gateway.call("GET", "/api/v1/acme/items/1", { key: token });
    if (status !== 200) throw new Error(`${name} got ${status}`);
    if (i >= 0) times.get(name)?.push(performance.now() - startedAt);
  }
}
const median = (of: readonly number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] as number;
const ofKey = median(times.get("key") as number[]);
console.log("| caller | median ms | of a key's |");
console.log("| --- | --- | --- |");
for (const [name, of] of times)
  console.log(`| ${name} | ${median(of).toFixed(3)} | ${(median(of) / ofKey).toFixed(3)} |`);
await gateway.close();
process.exit(0);
