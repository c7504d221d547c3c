// What several services share: URNs, paging and times.
import {
  type CallIdentity,
  type Pagination,
  t,
  textAt,
  type UpstreamRequest,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";

const POST = "urn:li:(share|ugcPost|activity):[0-9]{1,30}";
export const postId = (description: string) => t.String({ pattern: `^${POST}$`, description });
export const postParam = postId(
  "Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it.",
);
export const commentId = (description: string) =>
  t.String({ pattern: `^urn:li:comment:\\(${POST},[0-9]{1,30}\\)$`, description });
export const imageId = (description: string) =>
  t.String({ pattern: "^urn:li:image:[A-Za-z0-9_-]{1,100}$", description });
export const organizationId = (description: string) => t.String({ pattern: "^[0-9]{1,20}$", description });
/** In whose name something is written. */
export const organizationField = t.Optional(
  organizationId("Write as this company page in place of the member; list_organizations gives its id."),
);

export const organizationUrn = (id: string) => `urn:li:organization:${id}`;
/** The page that is named, else the connected member; never another person. */
export function actorOf(organization: unknown, identity: CallIdentity): string {
  return typeof organization === "string" ? organizationUrn(organization) : `urn:li:person:${identity.id}`;
}
export const webUrl = (post: string) => `https://www.linkedin.com/feed/update/${post}`;

/**
 * Lists count by `start`. Where the next page begins, LinkedIn says itself: a page may be short since items that may not
 * be seen are taken out of it.
 */
export function offsetPagination(max: number): Pagination {
  return {
    max,
    apply: (req: UpstreamRequest, page) => ({
      ...req,
      query: { ...req.query, start: Number(page.position ?? 0), count: Math.min(page.limit, max) },
    }),
    next: ({ json }: UpstreamResponse, page) => {
      const links = valueAt(json, "paging.links");
      const next: unknown = Array.isArray(links) ? links.find((link) => valueAt(link, "rel") === "next") : undefined;
      const start = new URLSearchParams((textAt(next, "href") ?? "").split("?")[1]).get("start") ?? "";
      return /^[0-9]+$/.test(start) && Number(start) > Number(page.position ?? 0) ? start : null;
    },
  };
}

export function integerAt(json: unknown, dotted: string): number | null {
  const value = valueAt(json, dotted);
  return Number.isInteger(value) ? (value as number) : null;
}
