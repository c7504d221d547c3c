// A comment on an issue or a pull request.
import { field, maybeText, record, t } from "gateway/plugin";
import { authorAssociation } from "./issue.ts";
import { account } from "./person.ts";

export const comment = record({
  id: field.id(),
  body: field.of({ raw: maybeText, shape: t.String({ description: "Markdown." }), map: (body) => body ?? "" }),
  user: field.nullableOne(account),
  html_url: field.text(),
  author_association: authorAssociation,
  created_at: field.time(),
  updated_at: field.time(),
});
