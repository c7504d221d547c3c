// Whether a grant is gone where a call alone does not prove it: the identity request decides.
import type { Deps } from "../deps.ts";
import type { AppError } from "../errors.ts";
import { expiredError, revokedError } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { endIntegration } from "../integrations/service.ts";
import { fetchIdentity } from "../oauth/identity.ts";
import type { Owner } from "../owner.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import type { CallTokens } from "../tokens/sealed-tokens.ts";
import { UpstreamFailure } from "../upstream/failure.ts";

/** A call that the provider has refused for its token. */
export interface RefusedCall {
  deps: Deps;
  call: { endpoint: RegisteredEndpoint; owner: Owner };
  integration: IntegrationRow;
}

/** Ends the integration where the identity request is refused as well, and returns the caller's error; null where it is not. */
export async function endIfDead(refused: RefusedCall, tokens: CallTokens): Promise<AppError | null> {
  const { deps, call, integration } = refused;
  try {
    const identityDeps = { fetch: deps.fetchFor(call.owner), clock: deps.clock };
    await fetchIdentity(identityDeps, deps.target(integration.provider), tokens, integration.tenant);
    return null;
  } catch (error) {
    const isDead = error instanceof UpstreamFailure && ["expired", "revoked"].includes(error.detail.failure);
    if (!isDead) return null;
    const isTyped = integration.auth !== "oauth2";
    const hasExpired = isTyped || (integration.accessExpiresAt?.getTime() ?? Infinity) <= deps.clock.now();
    return integrationEnded(refused, "refused_by_provider", hasExpired ? "expired" : "revoked");
  }
}

/** Ends the integration; returns the error for the caller. */
export async function integrationEnded(
  { deps, call, integration }: RefusedCall,
  reason: string,
  status: "expired" | "revoked" = "revoked",
): Promise<AppError> {
  await endIntegration(deps, integration, status, reason);
  const { provider, service, permission } = call.endpoint;
  const details = { provider: provider.id, service, permission };
  return status === "revoked" ? revokedError(provider, details) : expiredError(provider, details);
}
