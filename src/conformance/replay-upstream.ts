// An upstream that replays a fixture's exchanges through the real call path, for sources and for events that are fetched.
import type { CallIdentity, Provider, Upstream, UpstreamRequest, UpstreamResponse } from "../plugin/index.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { execute } from "../upstream/execute.ts";
import { resolveTarget } from "../upstream/target.ts";
import { confined } from "./confine.ts";
import {
  type Exchange,
  FIXTURE_BOT_TOKEN,
  FIXTURE_NOW,
  FIXTURE_TOKEN,
  fieldViolations,
  recordedFetch,
  unsentViolations,
} from "./fixture.ts";

export interface Replayed<T> {
  /** What `work` resolved to, or the error that it ended with. */
  outcome: { value: T } | { error: Error };
  violations: string[];
  /** How many requests were sent. */
  requestCount: number;
}

export interface ReplayOptions {
  provider: Provider;
  /** Whose base URL the requests have by default. */
  service: string;
  identity: CallIdentity;
  exchanges: readonly Exchange[];
  /** True where every request must be a read. */
  onlyReads?: boolean;
}

/** Runs `work` with an upstream, confined, and compares its requests with the exchanges. */
export async function replayed<T>(
  { provider, service, identity, exchanges, onlyReads = false }: ReplayOptions,
  work: (upstream: Upstream) => Promise<T>,
): Promise<Replayed<T>> {
  const violations: string[] = [];
  const pending = [...exchanges];
  let requestCount = 0;
  let value: { value: T } | undefined;
  const endpoint = workOf(provider, service, async (upstream) => {
    value = { value: await work(upstream) };
  });
  const call = { params: {}, query: {}, body: {}, page: { limit: 1, position: null }, identity };
  const running = () =>
    execute(endpoint, call, {
      target: resolveTarget(provider, { botToken: FIXTURE_BOT_TOKEN }),
      tokens: { access: FIXTURE_TOKEN, others: otherTokens(provider) },
      fetch: recordedFetch(pending, violations),
      signal: AbortSignal.timeout(5_000),
      now: () => FIXTURE_NOW,
      countRequest: (request) => {
        requestCount++;
        violations.push(...fieldViolations(request));
        if (onlyReads && !isRead(request)) violations.push(notRead(request));
      },
    });
  const onUse = (name: string) => void violations.push(`The plugin uses ${name}, which it must not.`);
  const error = await confined(onUse, running).then(
    () => null,
    (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
  );
  violations.push(...unsentViolations(pending));
  const outcome = error ? { error } : (value as { value: T });
  return { outcome, violations, requestCount };
}

/** An endpoint whose `run` is the work: only endpoints have an upstream. */
function workOf(provider: Provider, service: string, work: (upstream: Upstream) => Promise<void>): RegisteredEndpoint {
  const run = async (_: unknown, upstream: Upstream): Promise<UpstreamResponse> => {
    await work(upstream);
    return { status: 204, headers: new Headers(), json: null };
  };
  const def = { method: "GET", path: "/", permission: "", description: "", returns: { kind: "deleted" }, run } as const;
  return { provider, key: "source", service, def } as unknown as RegisteredEndpoint;
}

/** The tokens that the provider's endpoints name, beside the integration's own. */
function otherTokens({ endpoints }: Provider): Record<string, string> {
  const names = Object.values(endpoints).flatMap(({ credential }) => credential ?? []);
  return Object.fromEntries(names.map((name) => [name, FIXTURE_TOKEN]));
}

const isRead = ({ method = "GET", safe }: UpstreamRequest) => method === "GET" || (method === "POST" && safe === true);

const notRead = ({ method, path }: UpstreamRequest) =>
  `The request ${method} ${path} is no read: it must be a GET, or a POST that says safe.`;
