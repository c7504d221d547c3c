// Creates what a caller needs, as an operator: a user, an optional partner profile and an API key.
import { StartupError } from "../src/foundation/errors.ts";
import { type CallResult, printCall } from "./call.ts";

/** The permissions of the demo's keys, the partner's too: webhook endpoints need the second, which must be named. */
export const DEMO_PERMISSIONS = ["*", "gateway:partner.manage"];

interface Setup {
  user: { email: string; tier?: string };
  partner?: { name: string; tier: string };
  key: { name: string; partner_only?: boolean; permissions?: string[] };
}

/** 409: a reused DATA_DIR has it already. */
export const isCreatedOrExists = (status: number) => status === 200 || status === 409;

/** Returns the key. */
export async function createUserAndKey(
  baseUrl: string,
  adminToken: string,
  { user, partner, key }: Setup,
  results: CallResult[],
): Promise<string> {
  const admin = { baseUrl, key: adminToken, keyName: "$ADMIN_TOKEN", method: "POST" };
  await printCall({ ...admin, path: "/admin/v1/users", body: user, isExpected: isCreatedOrExists }, results);
  if (partner) {
    const body = { user: user.email, ...partner };
    await printCall({ ...admin, path: "/admin/v1/partners", body, isExpected: isCreatedOrExists }, results);
  }
  const created = await printCall({ ...admin, path: "/admin/v1/keys", body: { user: user.email, ...key } }, results);
  if (typeof created.key !== "string") throw new StartupError("The demo could not make a key.");
  return created.key;
}
