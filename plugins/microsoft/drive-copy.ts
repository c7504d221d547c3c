// The endpoint that copies a file or folder in OneDrive, which happens in the background.
import { endpoint, one, path, resource, t } from "gateway/plugin";
import { id, itemId, name } from "./drive-input.ts";
import { Nothing } from "./odata.ts";

const copying = resource({
  raw: Nothing,
  shape: t.Object({
    id: t.Null({ description: "Always null: OneDrive returns no id before the copy exists." }),
    status: t.Literal("accepted", { description: "Accepted; not yet copied, and it may still fail." }),
  }),
  map: () => ({ id: null, status: "accepted" as const }),
});

export const driveCopyEndpoints = {
  copy_file: endpoint({
    method: "POST",
    reaches: { when: ["folder_id"] },
    path: "/drive/files/{id}/copy",
    permission: "drive.write",
    description:
      "Copy a file or folder in OneDrive, under another name or into another folder. OneDrive copies in the background: the copy appears in the folder a little later.",
    keywords: ["duplicate document", "clone", "copy template", "make a copy"],
    params: { id },
    body: t.Object({
      name: t.Optional(name("Name of the copy; the default is the original's, which needs another folder.")),
      folder_id: t.Optional(itemId("Folder to put the copy in, by id; the default is the original's.")),
    }),
    upstream: ({ params, body }) => ({
      path: path`/me/drive/items/${params.id}/copy`,
      json: { name: body.name, parentReference: body.folder_id === undefined ? undefined : { id: body.folder_id } },
    }),
    // The progress is at another host, which no request reaches; so is the copy's id.
    returns: one(copying),
  }),
};
