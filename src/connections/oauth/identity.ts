// Who granted access: the identity request of a provider, and the identity as the database can store it.
import type { TSchema } from "@sinclair/typebox";
import type { Identity } from "../../foundation/db/schema/integrations.ts";
import { checkerOf } from "../../foundation/schema/check.ts";
import { type AnyCall, type AuthKind, type TokenSet, type UpstreamPath, valueAt } from "../../plugin/index.ts";
import { errorWithoutSecrets } from "../../providers/bodies/redact.ts";
import { assertSuccess } from "../../providers/upstream/classify.ts";
import { bearer, presented, secretForms } from "../../providers/upstream/credential.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { assertReadable, badResponse, readResponse } from "../../providers/upstream/response.ts";
import { type Fetch, send } from "../../providers/upstream/send.ts";
import { identityFor, type Target } from "../../providers/upstream/target.ts";
import { fillTenant, sharedParts } from "../../providers/upstream/tenant.ts";
import type { Deps } from "../../server/deps.ts";

const DEADLINE_MS = 10_000;
const NO_CALL: AnyCall = {
  params: {},
  query: {},
  body: {},
  page: { limit: 1, position: null },
  identity: { id: "", name: "", tenant: {} },
  idempotencyKey: "",
};

/** Who granted access, with the values of the provider's `tenant` that the same response holds. */
export type FoundIdentity = Identity & { tenant?: Record<string, string> };

/** The identity as text that the database can store; throws `UpstreamFailure` for an unusable id. */
export function storableIdentity({ id, name, workspace }: Identity): Identity {
  const storable = (text: string) => text.toWellFormed().replaceAll("\u0000", "\ufffd");
  for (const key of [id, ...(workspace ? [workspace.id] : [])]) {
    if (key !== "" && key === storable(key)) continue;
    const message = "The identity has an id that cannot be stored.";
    throw new UpstreamFailure({ failure: "error", status: null, message, code: "unusable_id" });
  }
  return {
    id,
    name: storable(name),
    ...(workspace && { workspace: { id: workspace.id, name: storable(workspace.name) } }),
  };
}

/**
 * Fetches the identity behind the tokens, by the main one or the one that is named; `tenant` comes from the token response.
 * Throws `UpstreamFailure`.
 */
export async function fetchIdentity(
  deps: Pick<Deps, "clock"> & { fetch: Fetch },
  target: Target,
  tokens: { access: string; refresh?: string | null; others: NonNullable<TokenSet["others"]>; auth?: AuthKind },
  tenant: Record<string, string> = {},
  name: string | null = null,
): Promise<FoundIdentity> {
  const { provider } = target;
  const { auth = "oauth2" } = tokens;
  const { request: declared, url: template } = identityFor(target, auth);
  const { method, json, at, resource, responseFormat, refusalStatuses = [] } = declared;
  const url = new URL(fillTenant(target, template, tenant));
  const query = Object.fromEntries(url.searchParams);
  const request = { method, path: url.pathname as UpstreamPath, query, json, responseFormat };
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const others = Object.entries(tokens.others).map(([key, token]): [string, string] => [
    key,
    typeof token === "string" ? token : token.accessToken,
  ]);
  const named = others.find(([key]) => key === name);
  const credential = named ? bearer(named[1]) : presented(provider, auth, tokens.access);
  const response = await send(url.origin, request, {
    fetch: deps.fetch,
    signal,
    credential,
    ...sharedParts(target, tenant, "leave_out"),
  });
  const secrets = [
    ...secretForms(auth, tokens.access),
    ...(tokens.refresh ? [tokens.refresh] : []),
    ...others.map(([, token]) => token),
  ];
  const parsed = await readResponse(response, { signal, format: responseFormat, secrets });
  const found = valueAt(parsed.json, at);
  const isIdentity = checkerOf(resource.raw as TSchema).Check(found);
  if (!isIdentity || !refusalStatuses.includes(parsed.status))
    assertSuccess(provider, parsed, secrets, deps.clock.now());
  if (!isIdentity) {
    assertReadable(parsed);
    throw badResponse(parsed, "The identity lacks a field.", "unexpected_shape");
  }
  try {
    const call = { ...NO_CALL, identity: { ...NO_CALL.identity, tenant } };
    const { id, name, workspace, tenant: own } = resource.map(found as never, call) as FoundIdentity;
    return { id, name, ...(workspace && { workspace }), ...(own && { tenant: own }) };
  } catch (error) {
    throw errorWithoutSecrets(error, secrets);
  }
}
