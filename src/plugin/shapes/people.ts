// A person who uses a provider, and a contact whom somebody keeps there.
import { Type as t } from "@sinclair/typebox";
import { nullableText } from "./fields.ts";

export const person = {
  id: t.String(),
  name: nullableText("As it is shown to others."),
  email: nullableText(),
  avatar_url: nullableText(),
};

export const contact = {
  id: t.String(),
  name: nullableText(),
  first_name: nullableText(),
  last_name: nullableText(),
  emails: t.Array(t.String()),
  phones: t.Array(t.String()),
  company: nullableText(),
  title: nullableText("Position in the company."),
  url: nullableText("Opens it in the browser."),
  created_at: nullableText(),
  updated_at: nullableText(),
};
