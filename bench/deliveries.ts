// Measures deliveries in and what follows from them: rate, CPU, and the time to inbox, stream and outgoing request.
// bun bench/deliveries.ts [seconds of each measurement, default 5]
import { testPostgres } from "../test/support/postgres.ts";
import { until } from "../test/support/until.ts";
import { loadRequests, requestText } from "./load.ts";
import { measured } from "./measure.ts";
import { watchNoise } from "./noise.ts";
import { type RunningGateway, startGateway, startStub, stopAll } from "./processes.ts";
import { deliver, delivery, identitiesOf, inboxLoad, signatureOf, startReceiver } from "./webhooks.ts";

const seconds = Number(process.argv[2] ?? 5);
const CONNECTIONS = 32;
const OWNERS = 20;
/** Deliveries a second while latencies are measured: far below what saturates. */
const GENTLE_RATE = 50;

/** Reads a stream's events; calls `onEvent` with the id of each thing. */
async function follow(port: number, key: string, onEvent: (id: string) => void): Promise<() => void> {
  const stop = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/inbox/stream`, {
    headers: { authorization: `Bearer ${key}` },
    signal: stop.signal,
  });
  void (async () => {
    let rest = "";
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + new TextDecoder().decode(chunk)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("data:")) onEvent(JSON.parse(line.slice(5)).payload?.id);
      }
    }
  })().catch(() => {});
  return () => stop.abort();
}

const percentile = (values: readonly number[], part: number) =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN).toFixed(1);

/** Milliseconds from sending to the stream and to the outgoing request, by id. */
async function latencies(gateway: RunningGateway, key: string, user: string) {
  const sentAt = new Map<string, number>();
  const [streamed, pushed]: [number[], number[]] = [[], []];
  const note = (list: number[]) => (id: string) => {
    const at = sentAt.get(id);
    if (at !== undefined) list.push(performance.now() - at);
  };
  const [onStream, onPush] = [note(streamed), note(pushed)];
  const receiver = await startReceiver(gateway, [key]);
  receiver.onEvent = onPush;
  const stop = await follow(gateway.port, key, onStream);
  const responded: number[] = [];
  const total = GENTLE_RATE * seconds;
  for (let i = 0; i < total; i++) {
    const sent = delivery(user);
    sentAt.set(sent.id, performance.now());
    void deliver(gateway.port, sent).then(() => responded.push(performance.now() - (sentAt.get(sent.id) as number)));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / GENTLE_RATE));
  }
  await until(() => streamed.length >= total && pushed.length >= total, 30_000);
  stop();
  receiver.stop();
  return { accepted: responded, stream: streamed, outgoing: pushed };
}

/** The baseline: the same signature checked by a bare server, which stores nothing. */
const bare = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const isSigned = signatureOf(await request.bytes()) === request.headers.get("x-bench-signature");
    return new Response("", { status: isSigned ? 200 : 401 });
  },
});
const bareLoad = () =>
  loadRequests({ port: bare.port as number, connections: CONNECTIONS, seconds }, () => {
    const { body, headers } = delivery("nobody");
    return requestText({ port: bare.port as number, path: "/", body, headers });
  });
const noise = watchNoise("The bare server");
await bareLoad();
const stubUrl = await startStub();
for (const kind of ["Postgres", "embedded"]) {
  const baseline = await bareLoad();
  noise.note(baseline.perSecond);
  console.log(`bare server in this process: ${Math.round(baseline.perSecond)}/s, p99 ${baseline.p99Ms.toFixed(1)} ms`);
  const databaseUrl = kind === "Postgres" ? await (await testPostgres()).createDatabase() : null;
  const gateway = await startGateway({ baseUrl: stubUrl, databaseUrl, users: OWNERS, hasWebhooks: true });
  const users = await identitiesOf(gateway, gateway.keys);
  const { result, cpuUs, databaseUs } = await measured(gateway.pid, { warmUp: seconds, seconds }, (seconds) =>
    inboxLoad(gateway, { connections: CONNECTIONS, seconds, users }),
  );
  console.log(
    `${kind}: ${Math.round(result.perSecond)} deliveries/s until the last is in its inbox (${(result.perSecond / baseline.perSecond).toFixed(2)} of bare), ` +
      `accepted p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms, ${result.failed} failed; ` +
      `CPU µs each: gateway ${Math.round(cpuUs)}, database ${kind === "Postgres" ? Math.round(databaseUs) : "-"}`,
  );
  const gentle = await latencies(gateway, gateway.keys[0] as string, users[0] as string);
  for (const [what, values] of Object.entries(gentle)) {
    console.log(
      `  ${what}: p50 ${percentile(values, 0.5)} ms, p99 ${percentile(values, 0.99)} ms, of ${values.length}`,
    );
  }
  gateway.stop();
}
noise.note((await bareLoad()).perSecond);
console.log(noise.verdict());
bare.stop();
stopAll();
process.exit(0);
