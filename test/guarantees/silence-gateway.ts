// A gateway with every provider, whose requests go nowhere, for watching its event loop.
import { builtInPlugins } from "../support/built-in.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { GITHUB_SECRET } from "./silence-cases.ts";

export async function startSilenceGateway(): Promise<TestGateway> {
  const client = { clientId: "client", clientSecret: "secret" };
  return startTestGateway({
    // The embedded database would take its statements' time from this thread.
    lane: "postgres",
    env: { TRUST_PROXY: "1" },
    plugins: await builtInPlugins(),
    settings: { google: client, github: { ...client, webhookSecret: GITHUB_SECRET } },
    fetch: async () => Response.json({ id: "1", threadId: "2", labelIds: [] }),
  });
}
