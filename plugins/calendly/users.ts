// The connected Calendly user.
import { endpoint, field, one, record } from "gateway/plugin";
import { linkedId, ownId } from "./fields.ts";

const user = record({
  id: ownId(),
  name: field.nullableText({ description: "Display name." }),
  email: field.nullableText(),
  avatar_url: field.nullableText(),
  scheduling_url: field.nullableText({ description: "URL of the user's public booking page." }),
  time_zone: field.nullableText({ from: "timezone" }),
  organization_id: linkedId("current_organization"),
  created_at: field.nullableTime(),
});

export const userEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "profile.read",
    description: "Get the connected Calendly user: name, email address, time zone and public booking page.",
    keywords: ["profile", "account", "who am i", "booking page", "link"],
    upstream: "/users/me",
    returns: one(user, { at: "resource", by: "owner" }),
  }),
};
