// The gateway of `bench/mcp.ts`, in a process of its own: users who have connected Google, Slack, GitHub and the stub's provider.
import { BUILT_IN, startTestGateway } from "../test/support/gateway.ts";
import { insertGrant } from "../test/support/test-partners.ts";
import bench from "./plugins/bench/index.ts";

/** Enough for a second of calls each minute: a user of the largest tier has 1,000. */
const USERS = 150;
const THING = JSON.stringify({ id: 1, title: "A thing", state: "open", body: "x".repeat(600) });

const plugins = [...BUILT_IN, bench] as typeof BUILT_IN;
const settings = Object.fromEntries(plugins.map(({ id }) => [id, { clientId: "client", clientSecret: "secret" }]));
const gateway = await startTestGateway({
  lane: "postgres",
  plugins,
  settings,
  env: { LOG_LEVEL: "error" },
  fetch: async () => new Response(THING, { headers: { "content-type": "application/json" } }),
});
const keys: string[] = [];
for (let i = 0; i < USERS; i++) {
  const { userId, key } = await gateway.user();
  for (const { id } of plugins) await insertGrant(gateway, { userId, accountId: null }, id);
  keys.push(key);
}
console.log(JSON.stringify({ port: Number(new URL(gateway.url).port), keys }));
