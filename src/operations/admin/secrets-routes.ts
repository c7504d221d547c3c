// The admin API of the key ring: what uses each key, what holds one up, and the move to the first one.
import type { Deps } from "../../server/deps.ts";
import { listPending, PendingQuery, pendingErrors, RingKeyParam } from "../key-rotation/pending-keys.ts";
import { rotateSecrets, secretsStatus } from "../key-rotation/service.ts";
import { PendingKeys, RingKeys, RotatedSecrets } from "./engine-shapes.ts";
import { operation } from "./operation.ts";

export function secretsRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_show_secrets",
        data: RingKeys,
        method: "GET",
        path: "/secrets",
        summary: "Show how many secrets each key in the ring protects.",
      },
      () => secretsStatus(deps),
    ),
    operation(
      {
        id: "admin_rotate_secrets",
        data: RotatedSecrets,
        method: "POST",
        path: "/secrets/rotate",
        role: "owner",
        event: "secrets_rotated",
        about: ({ sealed, unreadable, remaining }) => ({ details: { sealed, unreadable, remaining } }),
        summary: "Re-encrypt stored secrets with the key ring's first key. Repeat while `remaining` is above 0.",
      },
      () => rotateSecrets(deps),
    ),
    operation(
      {
        id: "admin_list_pending_keys",
        data: PendingKeys,
        method: "GET",
        path: "/secrets/{ring_key}/pending",
        summary: "List the API keys, admin tokens and MCP clients that still need a key of the ring, across all users.",
        params: RingKeyParam,
        query: PendingQuery,
        check: ({ params, query }, errors) => pendingErrors(deps, params.ring_key ?? "", query, errors),
      },
      ({ params, query }) => listPending(deps, params.ring_key, query),
    ),
  ];
}
