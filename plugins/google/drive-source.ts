// Changes in the Drive: a channel says that there are some, the list of changes says which.
import { asTime, checked, path, polledEvent, type Source, shapes, t } from "gateway/plugin";
import { channelPush, DRIVE_STOP } from "./channel.ts";
import { driveFile, FILE_FIELDS, fileOf, RawFile } from "./drive-file.ts";

const CHANGES = path`/drive/v3/changes`;
const PAGE = 100;
const allDrives = { supportsAllDrives: true, includeItemsFromAllDrives: true };

const Start = t.Object({ startPageToken: t.String() });
const Changes = t.Object({
  changes: t.Optional(t.Array(t.Unknown())),
  nextPageToken: t.Optional(t.String()),
  newStartPageToken: t.Optional(t.String()),
});
const fields = `nextPageToken,newStartPageToken,changes(changeType,time,removed,fileId,file(${FILE_FIELDS}))`;

const common = { changeType: t.Literal("file"), fileId: t.String(), time: t.Optional(t.String()) };
const changedFile = t.Object({ ...common, file: RawFile });
const removedFile = t.Object({ ...common, removed: t.Literal(true) });
const idOf = (raw: { fileId: string; time?: string }) => `${raw.fileId} ${raw.time ?? ""}`;
const isRemoved = (item: unknown) => (item as { removed?: unknown }).removed === true;

const changed = polledEvent({
  description: "A file in Google Drive was added, changed, moved, shared, trashed or restored.",
  match: (item) => !isRemoved(item),
  id: idOf,
  raw: changedFile,
  shape: t.Object({ ...driveFile.shape.properties, changed_at: shapes.nullableTime() }),
  map: (raw) => ({ ...fileOf(raw.file), changed_at: asTime(raw.time) }),
  view: ({ name, trashed, modified_by, url, changed_at }) => ({
    title: trashed ? `${name} was trashed` : `${name} changed`,
    actor: modified_by?.name ?? modified_by?.email ?? null,
    url,
    occurredAt: changed_at,
  }),
});

const removed = polledEvent({
  description: "A file in Google Drive was deleted, or is no longer shared with the user.",
  match: isRemoved,
  id: idOf,
  raw: removedFile,
  shape: t.Object({ id: t.String({ description: "Id of the file." }), changed_at: shapes.nullableTime() }),
  map: (raw) => ({ id: raw.fileId, changed_at: asTime(raw.time) }),
  view: ({ changed_at }) => ({
    title: "A file in Google Drive was removed",
    occurredAt: changed_at,
  }),
});

export const driveSource: Source<"drive.read"> = {
  description: "Files in Google Drive that are changed or removed.",
  permission: "drive.read",
  // The notifications follow new changes whatever the token; "1" is the log's begin, and tokens do not expire.
  push: channelPush({ path: path`/drive/v3/changes/watch`, query: { pageToken: "1", ...allDrives } }, DRIVE_STOP),
  poll: {
    start: async (_, upstream) => {
      const query = { supportsAllDrives: true };
      const { json } = await upstream.request({ path: path`/drive/v3/changes/startPageToken`, query });
      return checked(Start, json).startPageToken;
    },
    next: async (position, _, upstream) => {
      const query = { pageToken: position, pageSize: PAGE, fields, ...allDrives };
      const { json } = await upstream.request({ path: CHANGES, query });
      const { changes = [], nextPageToken, newStartPageToken } = checked(Changes, json);
      const next = nextPageToken ?? newStartPageToken ?? position;
      return { items: changes, more: nextPageToken !== undefined, position: next };
    },
    positionLostOn: ["not_found"],
  },
  events: { "drive.file_changed": changed, "drive.file_removed": removed },
};
