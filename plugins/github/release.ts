// A release of a repository, with its assets.
import { field, record } from "gateway/plugin";
import { account } from "./person.ts";

const asset = record({
  id: field.id(),
  name: field.text(),
  mime_type: field.text({ from: "content_type" }),
  size: field.integer({ description: "Size in bytes." }),
  download_count: field.integer(),
  download_url: field.text({ from: "browser_download_url" }),
});
export const release = record({
  id: field.id(),
  tag_name: field.text(),
  name: field.nullableText(),
  body: field.nullableText(),
  draft: field.flag(),
  prerelease: field.flag(),
  target: field.text({ from: "target_commitish", description: "The branch or commit that the tag is made from." }),
  html_url: field.text(),
  author: field.nullableOne(account),
  assets: field.many(asset),
  created_at: field.time(),
  published_at: field.nullableTime(),
});
