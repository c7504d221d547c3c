// Company pages that the member manages, and their statistics.
import {
  encoded,
  endpoint,
  many,
  maybeInteger,
  maybeNumber,
  maybeText,
  nullable,
  one,
  path,
  resource,
  shapes,
  t,
  textAt,
  type Upstream,
  valueAt,
} from "gateway/plugin";
import { offsetPagination } from "./pagination.ts";
import { organizationId, organizationUrn } from "./urns.ts";

/** Ten, since each name costs a request: asking for several needs unencoded brackets in the query. */
const membershipPagination = offsetPagination(10);

const organization = resource({
  raw: t.Object({ id: t.String(), role: maybeText, localizedName: maybeText, vanityName: maybeText }),
  shape: t.Object({
    id: t.String({ description: "Id of the company page, for organization_id of other tools." }),
    name: shapes.nullableText(),
    vanity_name: shapes.nullableText("Name of the page in its URL."),
    role: shapes.nullableText("The member's role on the page, such as administrator or content_administrator."),
    url: t.String({ description: "URL to open in a browser." }),
  }),
  map: (raw) => ({
    id: raw.id,
    name: raw.localizedName ?? null,
    vanity_name: raw.vanityName ?? null,
    role: raw.role?.toLowerCase() ?? null,
    url: `https://www.linkedin.com/company/${encoded(raw.vanityName ?? raw.id)}`,
  }),
});

/** A membership with the page's name, if the member may see it. */
async function withName(membership: unknown, upstream: Upstream): Promise<object[]> {
  const urn = textAt(membership, "organization") ?? textAt(membership, "organizationalTarget") ?? "";
  const id = urn.match(/^urn:li:organization(?:Brand)?:([0-9]+)$/)?.[1];
  if (id === undefined) return [];
  const found = await upstream.attempt({ path: path`/organizations/${id}` }, ["forbidden", "not_found"]);
  const [localizedName, vanityName] = [textAt(found?.json, "localizedName"), textAt(found?.json, "vanityName")];
  return [{ id, role: textAt(membership, "role"), localizedName, vanityName }];
}

const count = nullable(t.Integer());
const statistics = resource({
  raw: t.Object({
    totals: t.Object({
      impressionCount: maybeInteger,
      uniqueImpressionsCount: maybeInteger,
      clickCount: maybeInteger,
      likeCount: maybeInteger,
      commentCount: maybeInteger,
      shareCount: maybeInteger,
      engagement: maybeNumber,
    }),
    followers: maybeInteger,
  }),
  shape: t.Object({
    organization_id: t.String(),
    followers: count,
    impressions: count,
    unique_impressions: count,
    clicks: count,
    likes: count,
    comments: count,
    shares: count,
    engagement: nullable(t.Number(), "Engagement rate: clicks, likes, comments and shares divided by impressions."),
  }),
  map: ({ totals, followers }, { params }) => ({
    organization_id: params.id ?? "",
    followers: followers ?? null,
    impressions: totals.impressionCount ?? null,
    unique_impressions: totals.uniqueImpressionsCount ?? null,
    clicks: totals.clickCount ?? null,
    likes: totals.likeCount ?? null,
    comments: totals.commentCount ?? null,
    shares: totals.shareCount ?? null,
    engagement: totals.engagement ?? null,
  }),
});

export const organizationEndpoints = {
  list_organizations: endpoint({
    method: "GET",
    path: "/organizations",
    permission: "organizations.read",
    description: "List the LinkedIn company pages that the connected member has a role on, with that role.",
    keywords: ["company page", "business", "brand", "pages", "admin"],
    run: async ({ page }, upstream) => {
      const query = { q: "roleAssignee", state: "APPROVED" };
      const res = await upstream.request(membershipPagination.apply({ path: path`/organizationAcls`, query }, page));
      const elements = valueAt(res.json, "elements");
      if (!Array.isArray(elements)) return res;
      const organizations = await Promise.all(elements.map((membership) => withName(membership, upstream)));
      return { ...res, json: { elements: organizations.flat(), paging: valueAt(res.json, "paging") } };
    },
    returns: many("organizations", organization, { at: "elements", pagination: membershipPagination }),
  }),
  get_organization_statistics: endpoint({
    method: "GET",
    path: "/organizations/{id}/statistics",
    permission: "organizations.report",
    description:
      "Get the statistics of a LinkedIn company page: followers, and the total impressions, clicks and reactions of its posts.",
    keywords: ["analytics", "metrics", "followers", "reach", "engagement", "performance", "insights"],
    params: { id: organizationId("Id of the company page, from linkedin_list_organizations.") },
    run: async ({ params }, upstream) => {
      const urn = organizationUrn(params.id);
      const res = await upstream.request({
        path: path`/organizationalEntityShareStatistics`,
        query: { q: "organizationalEntity", organizationalEntity: urn },
      });
      const network = await upstream.attempt(
        { path: path`/networkSizes/${urn}`, query: { edgeType: "COMPANY_FOLLOWED_BY_MEMBER" } },
        ["invalid", "not_found"],
      );
      const totals = valueAt(res.json, "elements.0.totalShareStatistics") ?? {};
      return { ...res, json: { totals, followers: valueAt(network?.json, "firstDegreeSize") } };
    },
    returns: one(statistics),
  }),
};
