// Inserts many users, each with an integration whose three token columns are sealed.

import { sealTokens } from "../../../src/connections/tokens/sealed-tokens.ts";
import type { Database } from "../../../src/foundation/db/database.ts";
import { integrations } from "../../../src/foundation/db/schema/integrations.ts";
import { users } from "../../../src/foundation/db/schema/users.ts";
import type { Vault } from "../../../src/foundation/vault/vault.ts";

/** Returns the integrations' ids. */
export async function insertMany(
  database: Database,
  vault: Vault,
  count: number,
  provider = "acme",
): Promise<string[]> {
  const people = Array.from({ length: count }, () => ({ id: crypto.randomUUID(), integrationId: crypto.randomUUID() }));
  await database.orm.insert(users).values(people.map(({ id }) => ({ id, email: `${id}@example.com` })));
  const now = new Date();
  await database.orm.insert(integrations).values(
    people.map(({ id, integrationId }) => ({
      id: integrationId,
      userId: id,
      provider,
      status: "active" as const,
      identityId: id,
      identity: { id, name: "ada" },
      clientId: "acme-client",
      scopes: ["items:read"],
      ...sealTokens({ vault, clock: Date }, integrationId, {
        accessToken: `access-${integrationId}`,
        refreshToken: `refresh-${integrationId}`,
        others: { bot: `bot-${integrationId}` },
      }),
      connectedAt: now,
      updatedAt: now,
    })),
  );
  return people.map((one) => one.integrationId);
}
