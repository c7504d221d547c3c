// A person as other resources hold it: selection and fields.
import { field, record, shapes } from "gateway/plugin";

export const PERSON = "id name displayName email avatarUrl";
export const personFields = {
  id: field.text(),
  name: field.nullableText({ description: shapes.person.name.description }),
  email: field.nullableText(),
  avatar_url: field.nullableText({ from: "avatarUrl" }),
  display_name: field.nullableText({ from: "displayName", description: "The short name, as in @ada." }),
};
export const person = record(personFields, { title: "LinearPerson" });
