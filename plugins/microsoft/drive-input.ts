// Inputs that endpoints of OneDrive share.
import { t } from "gateway/plugin";

export const id = "Id of the file or folder, from microsoft_list_files.";
export const itemId = (description: string) =>
  t.String({ pattern: "^(?!\\.{1,2}$)[^/\\\\?#%:\\x00-\\x1f\\x7f]{1,512}$", description });
/** Characters that OneDrive allows in names: support.microsoft.com, "Restrictions and limitations in OneDrive and SharePoint". */
export const name = (description: string) =>
  t.String({ minLength: 1, maxLength: 400, pattern: '^[^"*:<>?/\\\\|\\x00-\\x1f\\x7f]+$', description });
export const conflict = t.Optional(
  t.Union([t.Literal("fail"), t.Literal("rename"), t.Literal("replace")], {
    default: "fail",
    description: "What to do if the name is already taken.",
  }),
);
export const CONFLICT = "@microsoft.graph.conflictBehavior";
