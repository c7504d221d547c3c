// The admin API of tiers: what they allow, changes, and those that the operator adds.
import type { Static } from "@sinclair/typebox";
import type { Surface } from "../../identity/owner.ts";
import { PartnerTierBody, type TierBody, TierParam, tierErrors, UserTierBody } from "../../metering/tiers/model.ts";
import { deleteTier, listTiers, setTier } from "../../metering/tiers/service.ts";
import type { Deps } from "../../server/deps.ts";
import type { AdminRoute } from "../../web/http/route.ts";
import { operation } from "./operation.ts";
import { DeletedTier, TierList, TierShape } from "./shapes.ts";

export function tierRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_list_tiers",
        data: TierList,
        method: "GET",
        path: "/tiers",
        summary: "List the tiers of users and partners.",
      },
      () => listTiers(deps),
    ),
    ...routesOf(deps, "user"),
    ...routesOf(deps, "partner"),
  ];
}

function routesOf<const S extends Surface>(deps: Deps, surface: S) {
  const path = `/tiers/${surface}/{name}`;
  const nameOf = (params: unknown) => (params as Static<typeof TierParam>).name;
  const about: AdminRoute["about"] = ({ name, ...details }) => ({
    resource: { kind: "tier", id: `${surface}/${name}` },
    details,
  });
  return [
    operation(
      {
        id: `admin_set_${surface}_tier` as const,
        data: TierShape,
        method: "PUT",
        path,
        summary: `Change a tier of ${surface}s, or with create add one.`,
        params: TierParam,
        body: surface === "user" ? UserTierBody : PartnerTierBody,
        check: ({ body }) => tierErrors(body),
        event: "tier_changed",
        about,
      },
      ({ params, body }) => setTier(deps, surface, nameOf(params), body as TierBody),
    ),
    operation(
      {
        id: `admin_delete_${surface}_tier` as const,
        data: DeletedTier,
        method: "DELETE",
        path,
        summary: `Delete an added tier of ${surface}s that nobody has, or give one of the contract its own limits back.`,
        params: TierParam,
        event: "tier_deleted",
        about,
      },
      ({ params }) => deleteTier(deps, surface, nameOf(params)),
    ),
  ];
}
