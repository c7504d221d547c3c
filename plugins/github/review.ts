// A review of a pull request.
import { field, record } from "gateway/plugin";
import { account } from "./person.ts";

export const reviewFields = {
  id: field.id(),
  state: field.text({ description: "APPROVED, CHANGES_REQUESTED, COMMENTED, DISMISSED or PENDING." }),
  body: field.text({ description: "Markdown." }),
  user: field.nullableOne(account),
  commit_sha: field.nullableText({ from: "commit_id", description: "SHA of the commit that was reviewed." }),
  html_url: field.text(),
  submitted_at: field.nullableTime(),
};
export const review = record(reviewFields);
