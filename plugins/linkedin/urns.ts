// LinkedIn's URNs: the ids that callers give, and the actors and web URLs made of them.
import { type CallIdentity, t } from "gateway/plugin";

const POST = "urn:li:(share|ugcPost|activity):[0-9]{1,30}";
export const postId = (description: string) => t.String({ pattern: `^${POST}$`, description });
export const postParam = postId(
  "Id of the post, urn:li:share:… or urn:li:ugcPost:…, from linkedin_create_post or linkedin_list_posts.",
);
export const commentId = (description: string) =>
  t.String({ pattern: `^urn:li:comment:\\(${POST},[0-9]{1,30}\\)$`, description });
export const imageId = (description: string) =>
  t.String({ pattern: "^urn:li:image:[A-Za-z0-9_-]{1,100}$", description });
export const organizationId = (description: string) => t.String({ pattern: "^[0-9]{1,20}$", description });
/** The author: the page, else the member. */
export const organizationField = t.Optional(
  organizationId(
    "Id of the company page to act as, instead of the member; linkedin_list_organizations returns its id.",
  ),
);

export const organizationUrn = (id: string) => `urn:li:organization:${id}`;
/** The URN of the page, else of the connected member; never of another person. */
export function actorOf(organization: unknown, identity: CallIdentity): string {
  return typeof organization === "string" ? organizationUrn(organization) : `urn:li:person:${identity.id}`;
}
/** Opens a post in the browser. */
export const webUrl = (post: string) => `https://www.linkedin.com/feed/update/${post}`;
