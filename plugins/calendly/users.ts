// The connected Calendly user.
import { asTime, endpoint, maybeText, one, resource, shapes, t } from "gateway/plugin";
import { idOf } from "./fields.ts";

const user = resource({
  raw: t.Object({
    uri: t.String(),
    name: maybeText,
    email: maybeText,
    avatar_url: maybeText,
    scheduling_url: maybeText,
    timezone: maybeText,
    current_organization: maybeText,
    created_at: maybeText,
  }),
  shape: t.Object({
    ...shapes.person,
    scheduling_url: shapes.nullableText("URL of the user's public booking page."),
    time_zone: shapes.nullableText(),
    organization_id: shapes.nullableText(),
    created_at: shapes.nullableTime(),
  }),
  map: (raw) => ({
    id: idOf(raw.uri) ?? raw.uri,
    name: raw.name ?? null,
    email: raw.email ?? null,
    avatar_url: raw.avatar_url ?? null,
    scheduling_url: raw.scheduling_url ?? null,
    time_zone: raw.timezone ?? null,
    organization_id: idOf(raw.current_organization),
    created_at: asTime(raw.created_at),
  }),
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
