// What an operator does before anybody can call: a user, a partner profile where one is wanted, and an API key.
import { StartupError } from "../errors.ts";
import { ask, type Shown } from "./show.ts";

interface Wanted {
  user: { email: string; tier?: string };
  partner?: { name: string; tier: string };
  key: { name: string; partner_only?: boolean };
}

/** With a DATA_DIR that was used before, it is there already. */
export const isMadeOrThere = (status: number) => status === 200 || status === 409;

/** Gives the key. */
export async function createUserAndKey(
  baseUrl: string,
  adminToken: string,
  { user, partner, key }: Wanted,
  shown: Shown[],
): Promise<string> {
  const admin = { baseUrl, key: adminToken, keyName: "$ADMIN_TOKEN", method: "POST" };
  await ask({ ...admin, path: "/admin/v1/users", body: user, isExpected: isMadeOrThere }, shown);
  if (partner) {
    const body = { user: user.email, ...partner };
    await ask({ ...admin, path: "/admin/v1/partners", body, isExpected: isMadeOrThere }, shown);
  }
  const made = await ask({ ...admin, path: "/admin/v1/keys", body: { user: user.email, ...key } }, shown);
  if (typeof made.key !== "string") throw new StartupError("The demo could not make a key.");
  return made.key;
}
