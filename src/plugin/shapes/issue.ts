// An issue or task, as GitHub, Jira and Linear give it.
import { Type as t } from "@sinclair/typebox";
import { nullableText } from "./fields.ts";

export const issue = {
  id: t.String(),
  key: t.String({ description: "The name people use: #12, ENG-7." }),
  title: t.String(),
  body: nullableText("Markdown."),
  state: t.String({ description: "The provider's own word for how it stands." }),
  is_closed: t.Boolean(),
  labels: t.Array(t.Object({ name: t.String() }), { description: "Labels; each may say more." }),
  url: nullableText("Opens it in the browser."),
  created_at: nullableText(),
  updated_at: nullableText(),
};
