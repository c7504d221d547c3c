// The load of the try: reads and writes in turn through one door, each with a request id, and what became of them.
import { sendRaw } from "../support/raw-http.ts";

const LOOPS = 8;
const DELAY_MS = 40;
const MAX_FAILURES = 20;

export interface Calls {
  /** Request ids of the calls with status 200. */
  acknowledged: string[];
  outcomes: Record<string, number>;
  /** The first ones, with their time. */
  failures: string[];
  /** Makes calls until it is stopped; resolves when the last has ended. */
  run(url: string): Promise<void>;
  stop(): void;
}

export function callsBehind(keys: readonly string[]): Calls {
  const acknowledged: string[] = [];
  const outcomes: Record<string, number> = {};
  const failures: string[] = [];
  let isStopped = false;
  let begun = 0;
  const one = async (url: string) => {
    const i = begun++;
    const id = `try-${i}`;
    const isWrite = i % 2 === 1;
    const body = JSON.stringify({ name: id });
    const outcome = await sendRaw(url, {
      method: isWrite ? "POST" : "GET",
      target: isWrite ? "/api/v1/stub/things" : "/api/v1/stub/thing",
      headers: [
        `Authorization: Bearer ${keys[i % keys.length]}`,
        `X-Request-Id: ${id}`,
        ...(isWrite ? ["Content-Type: application/json", `Content-Length: ${body.length}`] : []),
      ],
      ...(isWrite && { writeBody: (socket) => void socket.write(body) }),
    }).then(
      ({ status, headers, body }) =>
        status === 200 ? "200" : `${status} ${headers.get("x-error-code") ?? body.slice(0, 80)}`,
      (error) => `no response: ${error}`,
    );
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (outcome === "200") acknowledged.push(id);
    else if (failures.length < MAX_FAILURES) failures.push(`${new Date().toISOString()} ${id} ${outcome}`);
  };
  const loop = async (url: string) => {
    while (!isStopped) {
      await one(url);
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    }
  };
  return {
    acknowledged,
    outcomes,
    failures,
    run: async (url) => void (await Promise.all(Array.from({ length: LOOPS }, () => loop(url)))),
    stop() {
      isStopped = true;
    },
  };
}
