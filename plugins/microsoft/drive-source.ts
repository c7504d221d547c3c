// The source of changes in OneDrive: a subscription that triggers a delta query of the whole drive.
import { field, type Poll, path, polledEvent, record, type Source, textAt, valueAt } from "gateway/plugin";
import { deltaPage, linkRequest } from "./delta.ts";
import { driveItem, ITEM_FIELDS, kindOf } from "./drive-item.ts";
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

export const driveSource: Source<"drive.read"> = {
  description: "New, changed and deleted files in OneDrive.",
  permission: "drive.read",
  push: subscriptionTo("/me/drive/root", "updated", LIFE.drive),
  poll,
  events: {
    "drive.file_changed": polledEvent({
      description: "A file in OneDrive is new or changed.",
      match: (item) => !isDeleted(item) && isFile(item),
      id: (item, { id, etag }) => `${id}:${etag ?? textAt(item, "lastModifiedDateTime") ?? ""}`,
      payload: driveItem,
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
      id: (item, { id }) => `${id}:deleted:${textAt(item, "lastModifiedDateTime") ?? ""}`,
      payload: record({ id: field.text(), name: field.nullableText() }),
      view: ({ name }) => ({
        title: name ?? "A file was deleted in OneDrive",
        summary: name === null ? null : "Deleted in OneDrive",
      }),
    }),
  },
};
