// Revokes grants at the provider that are deleted, replaced or were never saved; spares those that a stored grant shares.
import type { Identity } from "../db/schema/integrations.ts";
import type { Deps } from "../deps.ts";
import { type GrantRow, hasSibling } from "../integrations/store.ts";
import { type OAuthClient, revokeGrant } from "../oauth/client.ts";
import type { TokenSet } from "../plugin/index.ts";
import type { SourceRow } from "../sources/store.ts";
import { endSubscriptions } from "../sources/unsubscribe.ts";
import { type OpenedTokens, tryOpenTokens } from "../tokens/sealed-tokens.ts";
import type { NewGrant } from "./save-grant.ts";
import type { SessionRow } from "./store.ts";

/** What a revocation ends at this provider: its token alone, or all grants of an identity or a workspace. */
const extentOf = (deps: Deps, provider: string) => deps.target(provider).oauth.revokeReach ?? "token";

/** Ends the subscriptions of a grant that is about to be revoked. */
export async function endSourcesOf(deps: Deps, row: GrantRow, sources: readonly SourceRow[]): Promise<void> {
  const own = sources.filter(({ integrationId }) => integrationId === row.id);
  const tokens = own.length > 0 ? tryOpenTokens(deps, row) : null;
  if (tokens) await endSubscriptions(deps, row, tokens, own);
}

/** Ends the subscriptions of a grant whose row has been deleted, and revokes it. */
export async function revokeDeletedGrant(deps: Deps, row: GrantRow, sources: readonly SourceRow[] = []): Promise<void> {
  await endSourcesOf(deps, row, sources);
  const tokens = tryOpenTokens(deps, row);
  if (tokens) await revokeUnlessShared(deps, row, tokens);
}

/** Revokes the grant that a new one has replaced, unless that would end the new one too. */
export async function revokeReplacedGrant(deps: Deps, old: GrantRow, grant: NewGrant): Promise<void> {
  const { identity, clientId } = grant;
  const extent = extentOf(deps, old.provider);
  const isSame =
    extent === "workspace" ? old.identity.workspace?.id === identity.workspace?.id : old.identityId === identity.id;
  // Another client has a grant of its own.
  if (extent !== "token" && isSame && old.clientId === clientId) return;
  const tokens = tryOpenTokens(deps, old);
  if (!tokens || tokens.access === grant.tokens.accessToken) return;
  await revokeUnlessShared(deps, old, tokens);
}

/** Revokes a grant that could not be saved; `identity` is null when it is unknown. */
export async function revokeUnsavedGrant(
  deps: Deps,
  session: SessionRow,
  grant: { client: OAuthClient; tokens: TokenSet; identity: Identity | null; tenant: Record<string, string> },
): Promise<void> {
  const { provider } = session;
  const { client, identity, tenant } = grant;
  const extent = extentOf(deps, provider);
  if (extent !== "token") {
    const nobody = { id: "", name: "" };
    const holder = { id: session.id, provider, clientId: client.id, identity: identity ?? nobody };
    const row = { ...holder, identityId: holder.identity.id };
    // When the identity is unknown, any integration of this client may share the grant.
    if (await hasSibling(deps.database, row, identity ? extent : "client")) {
      const reason = identity ? "sibling integration" : "unknown identity";
      deps.log.info("revocation_left_out", { session_id: session.id, provider, reason });
      return;
    }
  }
  const { accessToken, refreshToken = null, others = {} } = grant.tokens;
  const tokens = { access: accessToken, refresh: refreshToken, others };
  await revokeOrLog(deps, { ...session, tenant }, async () => client, tokens);
}

async function revokeUnlessShared(deps: Deps, row: GrantRow, tokens: OpenedTokens): Promise<void> {
  if (!deps.registry.provider(row.provider)) return;
  const extent = extentOf(deps, row.provider);
  if (extent !== "token" && (await hasSibling(deps.database, row, extent))) {
    deps.log.info("revocation_left_out", {
      integration_id: row.id,
      provider: row.provider,
      reason: "sibling integration",
    });
    return;
  }
  await revokeOrLog(deps, row, () => deps.oauthClients.madeWith(row), tokens);
}

/** Revokes a grant with the client that it was made with; logs an error instead of throwing it. */
async function revokeOrLog(
  deps: Deps,
  row: Pick<GrantRow, "provider" | "tenant" | "userId" | "accountId">,
  loadClient: () => Promise<OAuthClient | null>,
  { access, refresh, others }: OpenedTokens,
): Promise<void> {
  const { provider, tenant } = row;
  try {
    const client = await loadClient();
    if (!client) return;
    const grant = { accessToken: access, refreshToken: refresh, others, clientId: client.id, tenant };
    const isRevoked = await revokeGrant(deps.fetchFor(row), deps.target(provider), client, grant);
    // Without revocation, the tokens stay valid at the provider until they expire or the user withdraws them.
    deps.log.info(isRevoked ? "grant_revoked" : "grant_not_revocable", { provider });
  } catch (error) {
    deps.log.warn("revocation_failed", { provider, error });
  }
}
