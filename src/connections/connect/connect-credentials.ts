// Connecting with credentials in the request: the integration at once, without a browser and without a session.

import type { Identity } from "../../foundation/db/schema/integrations.ts";
import { AppError, invalidInput } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import { integrationNotFound } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { credentialsGrant, type EnteredCredentials, type RefusedCredentials } from "./credentials-grant.ts";
import { isConnectedAtOnce } from "./model.ts";
import { saveDirect } from "./save-direct.ts";
import { committedView } from "./save-grant.ts";

/**
 * Connects, or replaces the grant that was there; throws 400 where the provider does not take the credentials, and 409 where the
 * connection that is named is another identity's.
 */
export async function connectWithCredentials(
  deps: Deps,
  owner: Owner,
  entered: EnteredCredentials,
  connection: string | null,
  initiator: Initiator,
) {
  const grant = await credentialsGrant(deps, owner, entered);
  const provider = entered.provider.id;
  if ("refused" in grant) {
    await deps.audit.record(initiator, {
      event: "connect_failed",
      level: "warn",
      ...owner,
      outcome: "failed",
      details: { provider, auth: entered.kind, reason: grant.refused },
    });
    throw refusedError(entered, grant);
  }
  const saved = await saveDirect(deps, owner, provider, grant, initiator, {
    event: "connect_completed",
    connection,
    assertReplaceable(old) {
      if (connection !== null && old.identityId !== grant.identity.id) throw ofOtherIdentity(old, grant.identity);
    },
  });
  const integration = await committedView(deps, owner, provider, saved);
  // Disconnected and connected anew meanwhile, so that what these credentials gave is gone.
  if (!isConnectedAtOnce(integration)) throw integrationNotFound(owner, provider);
  return integration;
}

function ofOtherIdentity({ provider, name, identity }: IntegrationRow, other: Identity): AppError {
  const text = `The connection "${name}" with ${provider} is of ${identity.name}, and these credentials are of ${other.name}; choose another name, or disconnect that one first`;
  return new AppError("CONFLICT", text, { provider, connection: name, identity: other });
}

/** The caller's error; it repeats nothing that was sent. */
function refusedError({ provider }: EnteredCredentials, { refused, status, retryAfter }: RefusedCredentials): AppError {
  const at = (path: string, message: string) => invalidInput([{ in: "body", path, message }]);
  if (refused === "credentials") return at("/credentials", `${provider.name} does not accept these credentials.`);
  if (refused === "forbidden")
    return at(
      "/credentials",
      `${provider.name} accepts these credentials, but they lack permission to read the account they belong to.`,
    );
  if (refused === "tenant") return at("/fields", `${provider.name} has no account at this address.`);
  if (refused === "unavailable") {
    const details = { provider: provider.id, reason: "connect" as const, retry_after: retryAfter ?? null };
    return new AppError("PROVIDER_UNAVAILABLE", `${provider.name} cannot be reached`, details, retryAfter);
  }
  const details = {
    provider: provider.id,
    status,
    message: "The identity could not be read.",
    code: "identity_unavailable",
  };
  return new AppError(
    "PROVIDER_ERROR",
    `${provider.name} did not return the account that these credentials belong to`,
    details,
  );
}
