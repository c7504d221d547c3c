// The keys of the caller's own user over HTTP. Only people make keys, and only they let one act without asking: at the dashboard.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { KeyList, KeyShape } from "../keys/model.ts";
import { findOwnKey, revokeOwnKey } from "../keys/own-keys.ts";
import { listKeysOf } from "../keys/service.ts";

/** What all routes of the user's own credentials have in common. */
export const CREDENTIALS_ROUTE = {
  access: "key",
  tag: { name: "keys", description: "Your API keys, and the AI clients that have access." },
  owner: "user",
} satisfies Partial<ApiKeyRoute>;
export const READS_CREDENTIALS = { ...CREDENTIALS_ROUTE, permissions: ["gateway:keys.read"] };
export const WRITES_CREDENTIALS = { ...CREDENTIALS_ROUTE, permissions: ["gateway:keys.write"] };

/** What ends access responds with. */
export const Revoked = t.Object({ revoked: t.Literal(true) });

const ofOne = {
  path: "/api/v1/keys/{id}",
  params: t.Object({ id: t.String({ minLength: 1, maxLength: 64, description: "The key's id." }) }),
  data: KeyShape,
};

export function ownKeyRoutes(deps: Deps) {
  return [
    keyRoute({
      ...READS_CREDENTIALS,
      id: "list_keys",
      method: "GET",
      path: "/api/v1/keys",
      summary: "Your API keys, without their text: active ones first, each newest first.",
      data: KeyList,
      handle: async ({ caller }) => ({ data: { keys: await listKeysOf(deps, caller.userId) } }),
    }),
    keyRoute({
      ...READS_CREDENTIALS,
      ...ofOne,
      id: "get_key",
      method: "GET",
      summary: "One of your API keys, without its text.",
      codes: ["NOT_FOUND"],
      handle: async ({ caller, params }) => ({ data: await findOwnKey(deps, caller, params.id) }),
    }),
    keyRoute({
      ...WRITES_CREDENTIALS,
      ...ofOne,
      data: Revoked,
      id: "revoke_key",
      method: "DELETE",
      summary: "Revoke one of your API keys. Calls with it are refused within a second.",
      codes: ["NOT_FOUND"],
      async handle({ caller, params, initiator }) {
        await revokeOwnKey(deps, caller, params.id, initiator);
        return { data: { revoked: true as const } };
      },
    }),
  ];
}
