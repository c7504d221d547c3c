// A LinkedIn post as callers see it, and the body of a new one.
import {
  type CallIdentity,
  field,
  InvalidInput,
  maybeNumber,
  maybeText,
  nullable,
  record,
  type Static,
  shapes,
  t,
  textAt,
  timeOfMs,
  valueAt,
} from "gateway/plugin";
import { toLittleText, toPlainText } from "./little-text.ts";
import { actorOf, imageId, organizationField, postId, webUrl } from "./urns.ts";

/** What a post contains besides its text. */
const contentShape = t.Object({
  type: t.String({ description: "LinkedIn's type of content, such as article (a link), media, multi_image or poll." }),
  url: shapes.nullableText("URL of the link; null for other content."),
  title: shapes.nullableText(),
  media_ids: t.Array(t.String(), { description: "Ids of pictures, videos and documents." }),
});

function toContent(content: unknown): Static<typeof contentShape> | null {
  const [kind] = typeof content === "object" && content !== null ? Object.keys(content) : [];
  if (kind === undefined) return null;
  const part = valueAt(content, kind);
  const images = valueAt(part, "images");
  const pictures = Array.isArray(images) ? images : [part];
  return {
    type: kind === "multiImage" ? "multi_image" : kind,
    url: textAt(part, "source"),
    title: textAt(part, "title") ?? textAt(part, "question"),
    media_ids: pictures.flatMap((picture) => textAt(picture, "id") ?? []),
  };
}

const lowerCase = (from: string, description: string) =>
  field.of({
    from,
    raw: maybeText,
    shape: shapes.nullableText(description),
    map: (word) => word?.toLowerCase() ?? null,
  });
const time = (from: string) =>
  field.of({ from, raw: maybeNumber, shape: shapes.nullableTime(), map: (ms) => timeOfMs(ms) });

export const post = record({
  id: field.text(),
  author_id: field.nullableText({ from: "author", description: "urn:li:organization:… or urn:li:person:…." }),
  text: field.of({
    from: "commentary",
    raw: maybeText,
    shape: t.String({ description: "Plain text, with the words of hashtags and mentions." }),
    map: (text) => toPlainText(text ?? ""),
  }),
  visibility: lowerCase("visibility", "public, connections, logged_in or container."),
  state: lowerCase("lifecycleState", "published, draft, publish_requested or publish_failed."),
  content: field.of({ raw: t.Optional(t.Unknown()), shape: nullable(contentShape), map: toContent }),
  reshare_of: field.nullableText({
    from: "reshareContext.parent",
    description: "Id of the post that this one reshares.",
  }),
  created_at: time("createdAt"),
  updated_at: time("lastModifiedAt"),
  published_at: time("publishedAt"),
  url: field.of({
    from: "id",
    raw: t.String(),
    shape: t.String({ description: "URL to open in a browser." }),
    map: (id) => webUrl(id),
  }),
});

/** LinkedIn silently truncates longer texts. */
export const postText = t.String({
  minLength: 1,
  maxLength: 3000,
  description: "Plain text. A word after # becomes a hashtag; other markup is not interpreted.",
});

export const postInput = t.Object({
  text: postText,
  organization_id: organizationField,
  visibility: t.Optional(
    t.Union([t.Literal("public"), t.Literal("connections"), t.Literal("logged_in")], {
      default: "public",
      description: "Who may see the post; connections is only for posts of members.",
    }),
  ),
  link: t.Optional(
    t.Object(
      {
        url: t.String({ maxLength: 2048, pattern: "^https?://", description: "URL of the link." }),
        title: t.String({
          minLength: 1,
          maxLength: 400,
          description: "Title of the card; LinkedIn does not read it from the page.",
        }),
        description: t.Optional(t.String({ maxLength: 4000, description: "Text below the title." })),
        image_id: t.Optional(imageId("Id of the preview picture, from linkedin_upload_image.")),
      },
      { additionalProperties: false, description: "A link that is shown as a card." },
    ),
  ),
  images: t.Optional(
    t.Array(
      t.Object(
        {
          id: imageId("Id of the picture, from linkedin_upload_image."),
          alt_text: t.Optional(
            t.String({ maxLength: 4086, description: "Description of the picture for people who cannot see it." }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 20, description: "Pictures." },
    ),
  ),
  reshare_of: t.Optional(postId("Id of a post to reshare, with the text above it.")),
});

/** The body of a new post: learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api. */
export function toBody(body: Static<typeof postInput>, identity: CallIdentity): object {
  const { link, images, reshare_of, organization_id, visibility = "public" } = body;
  if ([link, images, reshare_of].filter((part) => part !== undefined).length > 1)
    throw new InvalidInput("A post has one of link, images and reshare_of.");
  if (organization_id !== undefined && visibility === "connections")
    throw new InvalidInput("A company page has no connections: its posts are public or logged_in.");
  return {
    author: actorOf(organization_id, identity),
    commentary: toLittleText(body.text),
    visibility: visibility.toUpperCase(),
    distribution: { feedDistribution: "MAIN_FEED", targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: "PUBLISHED",
    isReshareDisabledByAuthor: false,
    content: contentOf(body),
    reshareContext: reshare_of && { parent: reshare_of },
  };
}

function contentOf({ link, images = [] }: Static<typeof postInput>): object | undefined {
  if (link) {
    const { url, title, description, image_id } = link;
    return { article: { source: url, title, description, thumbnail: image_id } };
  }
  const pictures = images.map(({ id, alt_text }) => ({ id, altText: alt_text }));
  return pictures.length > 1 ? { multiImage: { images: pictures } } : pictures[0] && { media: pictures[0] };
}
