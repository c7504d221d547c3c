// The demo's owner of the dashboard, who acts for the demo's user and its partner.
import { randomBytes } from "node:crypto";
import type { Platform } from "../src/foundation/platform/platform.ts";
import { addUserOf, findPersonByEmail, insertPerson } from "../src/identity/people/store.ts";
import { setPassword } from "../src/identity/sign-in/passwords.ts";
import { findByEmail } from "../src/identity/users/store.ts";
import type { Deps } from "../src/server/deps.ts";

export interface DashboardAccess {
  email: string;
  password: string;
}

/** A new password at each start; a reused DATA_DIR has the person already. */
export async function createOwner(
  { database, clock }: Pick<Deps, "database" | "clock">,
  { passwords }: Pick<Platform, "passwords">,
  userEmails: readonly string[],
): Promise<DashboardAccess> {
  const email = userEmails[0] as string;
  const owner = { id: crypto.randomUUID(), email, name: "Ada", role: "owner" as const };
  const person = (await insertPerson(database, owner)) ?? (await findPersonByEmail(database, email));
  const { id } = person ?? owner;
  for (const userEmail of userEmails) {
    const user = await findByEmail(database, userEmail);
    if (user) await addUserOf(database, id, user.id);
  }
  const password = randomBytes(9).toString("base64url");
  await setPassword({ database, clock, passwords }, id, password);
  return { email, password };
}
