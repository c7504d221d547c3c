// A GitHub account as other things hold it: a user, an organization or a bot.
import { field, record } from "gateway/plugin";

export const accountFields = {
  id: field.id(),
  login: field.text(),
  type: field.text({ description: "User, Organization or Bot." }),
  avatar_url: field.text(),
};
export const account = record(accountFields, { title: "GithubAccount" });
