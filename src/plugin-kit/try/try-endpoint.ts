// One real call of an endpoint, as the gateway would make it, with everything that was sent and came back.

import { readArguments } from "../../agents/tools/arguments.ts";
import { fetchIdentity } from "../../connections/oauth/identity.ts";
import { AppError, type InputError, StartupError } from "../../foundation/errors.ts";
import type { AnyCall, CallIdentity, Provider } from "../../plugin/index.ts";
import { itemStreamData } from "../../providers/calls/item-stream.ts";
import { exchange, type Grant } from "../../providers/exchange/exchange.ts";
import { isRefused } from "../../providers/exchange/identity-checks.ts";
import { buildRegistry, LIST_LIMIT, type RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { tokenNameOf } from "../../providers/upstream/credential.ts";
import { decoding } from "../../providers/upstream/decode.ts";
import { type ExecuteContext, execute, type Result } from "../../providers/upstream/execute.ts";
import { type FailureDetail, UpstreamFailure } from "../../providers/upstream/failure.ts";
import type { Fetch } from "../../providers/upstream/send.ts";
import { type ProviderSettings, resolveTarget, settingsErrors, type Target } from "../../providers/upstream/target.ts";
import { secretsOf } from "../../providers/upstream/upstream.ts";
import { type Environment, type TestCredentials, testCredentials } from "./credentials.ts";
import { firstBytes, recordExchanges, type SeenExchange, seenBody } from "./recorded-fetch.ts";
import { redactionOf } from "./redaction.ts";

export interface TryOptions {
  provider: Provider;
  /** An endpoint's key, its tool's name, or `identity`. */
  endpoint: string;
  arguments: Record<string, unknown>;
  settings: ProviderSettings;
  env: Environment;
  fetch: Fetch;
  /** The kind of sign-in; by default the first one that the environment has a credential for. */
  auth?: string;
  /** Whether a call that changes something may be sent. */
  mayWrite: boolean;
  /** Whether to ask first who granted. */
  withIdentity: boolean;
}

/** Everything in it is redacted. */
export interface TryResult {
  endpoint: string;
  exchanges: SeenExchange[];
  outcome: { result: unknown } | { failure: FailureDetail };
  /** Who granted, as far as the call could know it. */
  identity: Partial<CallIdentity>;
}

const IDENTITY = "identity";
const DEADLINE_MS = 30_000;

/** Throws `StartupError` for what keeps a call from being sent; a failed call is an outcome. */
export async function tryEndpoint(options: TryOptions): Promise<TryResult> {
  const { provider, env, settings } = options;
  const errors = settingsErrors(provider, settings);
  if (errors.length > 0) throw new StartupError(errors.join("\n"));
  const endpoint = options.endpoint === IDENTITY ? null : endpointOf(provider, options.endpoint);
  if (endpoint && endpoint.effects.effect !== "reads" && !options.mayWrite) {
    throw new StartupError(`${endpoint.tool} changes something at ${provider.name}: add --write to send it.`);
  }
  const input = endpoint ? inputOf(endpoint, options.arguments) : null;
  const target = resolveTarget(provider, settings);
  const recorder = recordExchanges(decoding(options.fetch));
  const credential = endpoint?.def.credential;
  const tokenName = credential === "bot" || credential === "grant" ? undefined : credential;
  const credentials = await testCredentials(target, env, { auth: options.auth, tokenName, fetch: options.fetch });
  let known: Partial<CallIdentity> = { tenant: credentials.tenant };
  const work = async (): Promise<unknown> => {
    const deps = { fetch: endpoint ? recorder.fetchIdentity : recorder.fetch, clock: { now: () => Date.now() } };
    const ask = (name: string | null = null) =>
      fetchIdentity(deps, target, credentials.tokens, credentials.tenant, name);
    if (!endpoint || !input) return ask();
    if (options.withIdentity) {
      const { id, name, workspace } = await ask();
      known = { ...known, id, name, ...(workspace && { workspace }) };
    }
    const identity = options.withIdentity ? (known as CallIdentity) : unknownIdentity(credentials.tenant);
    return exchange(() => testGrant(provider, ask), credentials, {
      credential,
      hasOnlyRead: () => endpoint.effects.effect === "reads",
      send: (current) => callEndpoint(endpoint, { ...input, identity }, contextOf(target, current, recorder.fetch)),
    });
  };
  const outcome = await work().then(
    (result) => ({ result }),
    (error: unknown) => {
      if (error instanceof UpstreamFailure) return { failure: error.detail };
      throw error;
    },
  );
  const secrets = [...credentials.secrets, ...secretsOf({ tokens: credentials.tokens, target })];
  if (settings.clientSecret) secrets.push(settings.clientSecret);
  const redact = redactionOf(secrets);
  return redact({
    endpoint: endpoint?.tool ?? `${provider.id}_${IDENTITY}`,
    exchanges: await recorder.exchanges(),
    outcome,
    identity: known,
  });
}

/** The token of the environment: nothing renews it, and where the identity request refuses it as well, it has ended. */
function testGrant({ name }: Provider, ask: (name: string | null) => Promise<unknown>): Grant<TestCredentials> {
  return {
    coolDown: () => {},
    renew: async () => null,
    isDead: ({ tokens }, credential) => isRefused(() => ask(tokenNameOf(tokens, credential))),
    async end() {
      const message = `${name} also refuses the token at the identity request: it is no longer valid. Set a new one.`;
      return new UpstreamFailure({ failure: "expired", status: null, message, code: null });
    },
  };
}

function endpointOf(provider: Provider, name: string): RegisteredEndpoint {
  const { endpoints } = buildRegistry([provider]);
  const found = endpoints.find(({ key, tool }) => key === name || tool === name);
  if (found) return found;
  const keys = endpoints.map(({ key }) => key).join(", ");
  throw new StartupError(`${provider.id} has no endpoint "${name}". It has ${keys} and identity.`);
}

/** The input as a call by the tool's name would have it; the cursor is a position in the provider's own words. */
function inputOf(endpoint: RegisteredEndpoint, named: Record<string, unknown>): Omit<AnyCall, "identity"> {
  const sent = { bytes: new Uint8Array(), read: { json: { arguments: named }, errors: [] } };
  const headers = { "content-type": "application/json" };
  const request = new Request("http://localhost/", { method: "POST", headers });
  try {
    const { params, query, body } = readArguments(endpoint, request, sent, () => []);
    const { cursor, limit, raw: _, ...rest } = query;
    return {
      params,
      query: rest,
      body: body as Record<string, unknown>,
      page: { limit: typeof limit === "number" ? limit : LIST_LIMIT.default, position: cursor ? String(cursor) : null },
      idempotencyKey: crypto.randomUUID(),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors = (error.details.errors ?? []) as InputError[];
    throw new StartupError(`The arguments are not valid: ${errors.map(({ message }) => message).join(" ")}`);
  }
}

/** Who granted is not known without a request for it: reading it says how to ask. */
function unknownIdentity(tenant: Record<string, string>): CallIdentity {
  const unknown = (name: string): never => {
    throw new StartupError(`The endpoint reads identity.${name}, which only the provider knows: add --with-identity.`);
  };
  return {
    tenant,
    get id() {
      return unknown("id");
    },
    get name() {
      return unknown("name");
    },
    get workspace() {
      return unknown("workspace");
    },
  };
}

function contextOf(target: Target, { tokens }: TestCredentials, fetch: Fetch): ExecuteContext {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  return { target, tokens, fetch, signal, now: () => Date.now(), countRequest: () => {} };
}

async function callEndpoint(endpoint: RegisteredEndpoint, call: AnyCall, context: ExecuteContext): Promise<unknown> {
  return printable(await execute(endpoint, call, context));
}

/** As fixtures write a result; `next` is what `cursor` takes, and of a file only its beginning is read. */
async function printable(result: Result): Promise<unknown> {
  if (result.kind === "one") return result.data;
  if (result.kind === "deleted") return true;
  if (result.kind === "stream") return itemStreamData(result, DEADLINE_MS);
  if (result.kind === "many") return { items: result.items, next: result.next };
  const { body, ...file } = result.file;
  const { bytes, isCut } = await firstBytes(body);
  return { ...file, ...seenBody(bytes, isCut) };
}
