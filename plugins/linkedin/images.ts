// Pictures for posts: learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api.
import {
  endpoint,
  fileInput,
  joinPaths,
  one,
  oneOf,
  path,
  Refusal,
  resource,
  segments,
  t,
  textAt,
} from "gateway/plugin";
import { actorOf, organizationField } from "./urns.ts";

/** The only host for uploads, since the request carries the member's token. */
const UPLOAD = /^https:\/\/www\.linkedin\.com(\/[\w./~:-]+)(?:\?.*)?$/;

function uploadTarget(address: string | null) {
  const url = address && UPLOAD.test(address) ? URL.parse(address) : null;
  if (!url) throw new Refusal("error", "LinkedIn named an upload address that is not its own.", "upload_url");
  return { path: joinPaths(path`/`, segments(url.pathname.slice(1))), query: Object.fromEntries(url.searchParams) };
}

const uploadedImage = resource({
  raw: t.Object({ value: t.Object({ image: t.String() }) }),
  shape: t.Object({
    id: t.String({ description: "Id of the picture, for images and link.image_id of linkedin_create_post." }),
  }),
  map: ({ value }) => ({ id: value.image }),
});

export const imageEndpoints = {
  upload_image: endpoint({
    method: "POST",
    reaches: false,
    path: "/images",
    permission: "posts.write",
    description: "Upload a picture to LinkedIn, to be shown in a post that linkedin_create_post publishes afterwards.",
    keywords: ["photo", "media", "attach", "graphic"],
    maxBodyBytes: 12 * 1024 * 1024,
    body: t.Object({
      ...fileInput(
        { mime_type: oneOf(["image/jpeg", "image/png", "image/gif"], "Media type of the picture.") },
        { encoding: "base64", description: "The picture." },
      ),
      organization_id: organizationField,
    }),
    run: async ({ body, identity }, upstream) => {
      const upload = await upstream.request({
        method: "POST",
        path: path`/images`,
        query: { action: "initializeUpload" },
        json: { initializeUploadRequest: { owner: actorOf(body.organization_id, identity) } },
      });
      const target = uploadTarget(textAt(upload.json, "value.uploadUrl"));
      await upstream.request({
        ...target,
        method: "PUT",
        base: "uploads",
        content: { type: body.mime_type, data: body.content },
      });
      return upload;
    },
    returns: one(uploadedImage),
  }),
};
