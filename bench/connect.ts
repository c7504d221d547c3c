// The connect flow of a caller and a browser: start a session, return with a code.
import { type LoadResult, summarize } from "./load.ts";

const START = "/api/v1/integrations/connect";

/** Throws unless the grant was stored. A key's flows are of one person: another one would be asked whether to replace the first. */
export async function connectOnce(port: number, key: string): Promise<void> {
  const base = `http://127.0.0.1:${port}`;
  const started = await fetch(base + START, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ provider: "bench", redirect_url: "http://localhost/done" }),
  });
  const { data } = (await started.json()) as { data?: { connect_url: string } };
  const state = new URL(data?.connect_url ?? "about:blank").searchParams.get("state");
  const back = await fetch(`${base}/api/v1/connect/callback?code=${key.slice(-16)}&state=${state}`, {
    redirect: "manual",
  });
  const outcome = new URL(back.headers.get("location") ?? "about:blank").searchParams.get("status");
  if (outcome !== "success") throw new Error(`A connect flow ended with ${started.status} and ${back.status}.`);
}

/** Runs flows for `seconds`, `connections` of them at a time. */
export async function connectLoad(options: {
  port: number;
  keys: string[];
  connections: number;
  seconds: number;
}): Promise<LoadResult> {
  const { port, keys, connections, seconds } = options;
  const latencies: number[] = [];
  let failed = 0;
  let next = 0;
  const endAt = performance.now() + seconds * 1000;
  const worker = async () => {
    while (performance.now() < endAt) {
      const startedAt = performance.now();
      await connectOnce(port, keys[next++ % keys.length] as string).catch(() => failed++);
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return summarize(latencies, seconds, failed);
}
