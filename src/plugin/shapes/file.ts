// A file or folder, as Google Drive and OneDrive give it.
import { Type as t } from "@sinclair/typebox";
import { nullableText } from "./fields.ts";

export const driveFile = {
  id: t.String(),
  name: t.String(),
  mime_type: t.String(),
  kind: t.String({ description: "folder, or what sort of file it is." }),
  size: t.Union([t.Integer(), t.Null()], { description: "Bytes; null where the provider keeps none." }),
  created_at: nullableText(),
  modified_at: nullableText(),
  parents: t.Array(t.String(), { description: "Ids of the folders it is in." }),
  url: nullableText("Opens it in the browser."),
  shared: t.Boolean(),
};
