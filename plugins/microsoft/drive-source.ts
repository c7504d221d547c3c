// The source of changes in OneDrive: a subscription that triggers a delta query of the whole drive.
import { maybeText, type Poll, path, polledEvent, type Source, shapes, t, textAt, valueAt } from "gateway/plugin";
import { deltaPage, linkRequest } from "./delta.ts";
import { driveItem, ITEM_FIELDS, kindOf, toFile } from "./drive-item.ts";
import { prefer } from "./odata.ts";
import { LIFE, subscriptionTo } from "./subscription.ts";

const HEADERS = prefer();

/** Each item once: Graph repeats some, and the last one counts. */
function lastOfEach(items: readonly unknown[]): unknown[] {
  return [...new Map(items.map((item) => [textAt(item, "id"), item])).values()];
}

const isDeleted = (item: unknown) => Boolean(valueAt(item, "deleted"));
/** A folder changes with everything in it, which comes by itself. */
const isFile = (item: unknown) => kindOf((item ?? {}) as Parameters<typeof kindOf>[0]) !== "folder";

const poll: Poll = {
  start: async (_, upstream) => {
    const { json } = await upstream.request({
      path: path`/me/drive/root/delta`,
      query: { token: "latest", $select: `${ITEM_FIELDS},deleted,root` },
      headers: HEADERS,
    });
    return deltaPage(json).link;
  },
  next: async (link, _, upstream) => {
    const page = deltaPage((await upstream.request(linkRequest(link, HEADERS))).json);
    const items = lastOfEach(page.items).filter((item) => !valueAt(item, "root"));
    return { items, position: page.link, more: page.more };
  },
  // 410: a list of the whole drive would say what is there, not what changed.
  positionLostOn: ["not_found"],
};

const RawDeleted = t.Object({
  id: t.String(),
  name: maybeText,
  lastModifiedDateTime: maybeText,
  deleted: t.Unknown(),
});

export const driveSource: Source<"drive.read"> = {
  description: "New, changed and deleted files in OneDrive.",
  permission: "drive.read",
  push: subscriptionTo("/me/drive/root", "updated", LIFE.drive),
  poll,
  events: {
    "drive.file_changed": polledEvent({
      description: "A file in OneDrive is new or changed.",
      match: (item) => !isDeleted(item) && isFile(item),
      id: ({ id, eTag, lastModifiedDateTime }) => `${id}:${eTag ?? lastModifiedDateTime ?? ""}`,
      raw: driveItem.raw,
      shape: driveItem.shape,
      map: toFile,
      view: ({ name, path: folder, modified_by, url, modified_at }) => ({
        title: name,
        summary: folder,
        actor: modified_by ? (modified_by.name ?? modified_by.email) : null,
        url,
        occurredAt: modified_at,
      }),
    }),
    "drive.file_deleted": polledEvent({
      description: "A file or folder in OneDrive was deleted.",
      match: isDeleted,
      id: ({ id, lastModifiedDateTime }) => `${id}:deleted:${lastModifiedDateTime ?? ""}`,
      raw: RawDeleted,
      shape: t.Object({ id: t.String(), name: shapes.nullableText() }),
      map: ({ id, name }) => ({ id, name: name ?? null }),
      view: ({ name }) => ({
        title: name ?? "A file was deleted in OneDrive",
        summary: name === null ? null : "Deleted in OneDrive",
      }),
    }),
  },
};
