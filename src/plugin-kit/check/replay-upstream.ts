// An upstream that replays a fixture's exchanges through the real upstream, for sources and for events that are fetched.
import type { CallIdentity, Provider, Upstream, UpstreamRequest } from "../../plugin/index.ts";
import type { Fetch } from "../../providers/upstream/send.ts";
import { resolveTarget } from "../../providers/upstream/target.ts";
import { pluginError, secretsOf, upstreamFor, withinDeadline } from "../../providers/upstream/upstream.ts";
import { confined } from "./confine.ts";
import { FIXTURE_NOW, type RecordedExchange } from "./fixture.ts";
import { FIXTURE_BOT_TOKEN, FIXTURE_TOKEN, fixtureAuth } from "./fixture-credential.ts";
import { recordedFetch, unsentViolations } from "./recorded-fetch.ts";
import { fieldViolations } from "./request-violations.ts";
import { withCallDeadline } from "./with-deadline.ts";

export interface Replayed<T> {
  /** What `work` resolved to, or the error that it ended with. */
  outcome: { value: T } | { error: unknown };
  violations: string[];
  /** How many requests were sent. */
  requestCount: number;
}

export interface ReplayOptions {
  provider: Provider;
  /** Whose base URL the requests have by default. */
  service: string;
  identity: CallIdentity;
  exchanges: readonly RecordedExchange[];
  /** True where every request must be a read. */
  onlyReads?: boolean;
  /** Responds in place of the exchanges. */
  fetch?: Fetch;
}

/** Runs `work` with an upstream, confined, and compares its requests with the exchanges. */
export async function replayed<T>(
  { provider, service, identity, exchanges, onlyReads = false, fetch }: ReplayOptions,
  work: (upstream: Upstream) => Promise<T>,
): Promise<Replayed<T>> {
  const violations: string[] = [];
  const pending = [...exchanges];
  let requestCount = 0;
  const context = {
    target: resolveTarget(provider, { botToken: FIXTURE_BOT_TOKEN }),
    tokens: { access: FIXTURE_TOKEN, others: otherTokens(provider), auth: fixtureAuth(provider) },
    fetch: fetch ?? recordedFetch(provider, pending, violations),
    now: () => FIXTURE_NOW,
    countRequest: (request: UpstreamRequest) => {
      requestCount++;
      violations.push(...fieldViolations(request));
      if (onlyReads && !isRead(request)) violations.push(notRead(request));
    },
  };
  const onUse = (name: string) => void violations.push(`The plugin uses ${name}, which it must not.`);
  const send = (signal: AbortSignal) => {
    const upstream = upstreamFor({ ...context, signal }, { service, tenant: identity.tenant });
    return confined(onUse, () => withinDeadline((async () => work(upstream))(), signal));
  };
  const outcome = await withCallDeadline(send).then(
    (value) => ({ value }),
    (thrown: unknown) => ({ error: pluginError(thrown, secretsOf(context)) }),
  );
  violations.push(...unsentViolations(pending));
  return { outcome, violations, requestCount };
}

/** The tokens that the provider's endpoints name, beside the integration's own. */
function otherTokens({ endpoints }: Provider): Record<string, string> {
  const names = Object.values(endpoints).flatMap(({ credential }) => credential ?? []);
  return Object.fromEntries(names.map((name) => [name, FIXTURE_TOKEN]));
}

const isRead = ({ method = "GET", safe }: UpstreamRequest) => method === "GET" || (method === "POST" && safe === true);

const notRead = ({ method, path }: UpstreamRequest) =>
  `The request ${method} ${path} is not a read: it must be a GET, or a POST with \`safe\`.`;
