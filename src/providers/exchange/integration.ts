// An integration as the grant of an exchange: its cooldowns, its refresh, its identity request, its end.

import { deadTokenError, expiredError, revokedError } from "../../connections/integrations/access.ts";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import { endIntegration, endToken } from "../../connections/integrations/service.ts";
import { fetchIdentity } from "../../connections/oauth/identity.ts";
import type { OnRefresh, TokensWithRow } from "../../connections/tokens/access-tokens.ts";
import type { Deps } from "../../server/deps.ts";
import { tokenNameOf } from "../upstream/credential.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { type Cooldowns, createCooldowns } from "./cooldowns.ts";
import type { Grant } from "./exchange.ts";
import { createIdentityChecks } from "./identity-checks.ts";

export type ExchangeDeps = Pick<
  Deps,
  | "cooldowns"
  | "identityChecks"
  | "config"
  | "clock"
  | "tokens"
  | "target"
  | "fetchFor"
  | "database"
  | "changes"
  | "events"
  | "log"
  | "audit"
>;

/** What the exchanges of a process remember of each integration. */
export const exchangeMemory = (cooldowns: Cooldowns = createCooldowns()) => ({
  cooldowns,
  identityChecks: createIdentityChecks(),
});

/** What an exchange is for. */
export interface Purpose {
  /** Rate limits apply per integration and this name unless the plugin says otherwise: Slack counts each method. */
  name: string;
  /** The credential of requests that name none; the resource owner's by default. */
  credential?: string;
  /** For errors, beside the provider. */
  details?: { service: string; permission: string };
}

const cooldownKey = ({ id }: IntegrationRow, { name }: Purpose) => `${id}/${name}`;

/** Throws the provider's rate limit again until its `Retry-After` has passed. */
export function assertNotCoolingDown(
  { cooldowns, clock }: Pick<Deps, "cooldowns" | "clock">,
  row: IntegrationRow,
  purpose: Purpose,
): void {
  const now = clock.now();
  const retryAfter = Math.max(
    cooldowns.secondsLeft(cooldownKey(row, purpose), now),
    cooldowns.secondsLeft(row.id, now),
  );
  if (retryAfter === 0) return;
  const message = "The provider is rate-limiting the gateway.";
  throw new UpstreamFailure({ failure: "rate_limited", status: null, message, code: null, retryAfter });
}

/** The integration with a token that can be sent now; throws while it cools down. */
export function ready(
  deps: ExchangeDeps,
  row: IntegrationRow,
  purpose: Purpose,
  onRefresh?: OnRefresh,
): Promise<TokensWithRow> {
  assertNotCoolingDown(deps, row, purpose);
  return deps.tokens.fresh(row, purpose.credential, onRefresh);
}

export function integrationGrant(deps: ExchangeDeps, purpose: Purpose, onRefresh?: OnRefresh): Grant<TokensWithRow> {
  const now = () => deps.clock.now();
  return {
    coolDown: ({ limits, retryAfter }, { row }) =>
      deps.cooldowns.start(limits === "integration" ? row.id : cooldownKey(row, purpose), retryAfter, now()),
    renew: (current, credential, isDead) => deps.tokens.renew(current, credential, isDead, onRefresh),
    isDead({ row, tokens }, credential) {
      const name = tokenNameOf(tokens, credential);
      const identityDeps = { fetch: deps.fetchFor(row), clock: deps.clock };
      return deps.identityChecks.isRefused(`${row.id}/${name ?? ""}`, row.epoch, now(), () =>
        fetchIdentity(identityDeps, deps.target(row.provider), tokens, row.tenant, name),
      );
    },
    async end({ row, tokens }, credential, reason) {
      const { provider } = deps.target(row.provider);
      const name = tokenNameOf(tokens, credential);
      const status = hasExpired(row, name === null ? row.accessExpiresAt : tokens.named[name]?.expiresAt, now())
        ? "expired"
        : "revoked";
      const details = { provider: provider.id, ...purpose.details };
      if (name !== null) {
        await endToken(deps, row, name, { status, reason });
        return deadTokenError(provider, name, status, details);
      }
      await endIntegration(deps, row, status, reason);
      return status === "revoked" ? revokedError(provider, details) : expiredError(provider, details);
    },
  };
}

/** A refused credential that a person entered may be an old one; the reason is not known. */
function hasExpired({ auth }: IntegrationRow, expiresAt: Date | number | null | undefined, now: number): boolean {
  return auth !== "oauth2" || (expiresAt !== null && expiresAt !== undefined && Number(expiresAt) <= now);
}
