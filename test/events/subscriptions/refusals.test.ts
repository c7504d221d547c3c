// A subscription that the provider refuses: its owner reads the provider's words, whatever their format, and no secret.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { answerOf, startTcpUpstream, type TcpUpstream } from "../../support/tcp-upstream.ts";
import { type FeedGateway, PUBLIC, startFeedGateway } from "./feed-gateway.ts";

setDefaultTimeout(TEST_MS);
const [lane] = laneOf(import.meta.file);
const REFUSALS: [type: string, write: (words: string) => string][] = [
  ["text/plain", (words) => words],
  ["text/plain; charset=utf-8", (words) => `${words}\r\nA second line.`],
  ["application/xml", (words) => `<?xml version="1.0"?><Error><Message>${words}</Message></Error>`],
  ["text/html", (words) => `<!doctype html><html><body><script>stop()</script><p>${words}</p></body></html>`],
  ["text/html", (words) => `<html><head><title>${words}</title></head><body><h1>Error 403</h1></body></html>`],
  ["application/json", (words) => JSON.stringify({ error: { message: words } })],
  ["application/problem+json", (words) => JSON.stringify({ message: words })],
  ["text/plain", (words) => JSON.stringify({ error: words })],
];

let upstream: TcpUpstream;
let world: FeedGateway;
beforeAll(async () => {
  upstream = await startTcpUpstream();
  world = await startFeedGateway({ lane: lane as NonNullable<typeof lane>, ...PUBLIC });
}, HOOK_MS);
afterAll(async () => {
  await world.close();
  await upstream.close();
}, HOOK_MS);

test.each(REFUSALS)("as %s", async (type, write) => {
  const sent: string[] = [];
  upstream.answer((request, wire) => {
    const { secret } = JSON.parse(request.body) as { secret: string };
    const token = request.header("authorization")?.split(" ")[1] ?? "";
    sent.push(secret, token);
    const body = write(`The key ${secret} of ${token} may not subscribe.`);
    wire.write(answerOf(403, { "content-type": type, connection: "close" }, body));
    wire.end();
  });
  world.feed.intercept = ({ path, method, authorization, json }) => {
    if (path !== "/subscriptions" || method !== "POST") return null;
    const headers = { authorization: authorization ?? "" };
    return fetch(upstream.url + path, { method, headers, body: JSON.stringify(json) });
  };
  const { integrationId } = await world.integration();
  await world.drain();
  const { state, errorCode, error } = await world.source(integrationId, "files");
  expect([state, errorCode]).toEqual(["failed", "forbidden"]);
  expect(error).toStartWith("The key [redacted] of [redacted] may not subscribe.");
  expect(sent).toHaveLength(4);
  const stored = await world.gateway.database.database.query(
    "select to_jsonb(s.*) - 'secret' as row from event_sources s where integration_id = $1::uuid union all " +
      "select to_jsonb(e.*) as row from inbox_events e where integration_id = $1::uuid",
    [integrationId],
  );
  const seen = JSON.stringify(stored) + world.gateway.logLines.join("\n");
  for (const secret of sent) expect(seen).not.toContain(secret);
});
