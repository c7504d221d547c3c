// What the operator's API returns: the document, the checks of the suite and the operators' pages are made from these.
import { type Static, type TProperties, Type as t } from "@sinclair/typebox";
import { AuditEntry } from "../../identity/audit/model.ts";
import { TEAM_ROLES } from "../../identity/people/team-roles.ts";
import { nullable, oneOf } from "../../plugin/fields.ts";
import { ADMIN_ROLES } from "../../web/http/route.ts";

const id = t.String({ format: "uuid" });
const time = (description: string) => t.String({ format: "date-time", description });
const timeOrNull = (description: string) => t.Union([t.String({ format: "date-time" }), t.Null()], { description });
const count = (description: string) => t.Integer({ minimum: 0, description });
const limit = (description: string) => t.Union([t.Number(), t.String(), t.Null()], { description });
const overrides = t.Union(
  [t.Unsafe<Record<string, number | string | null>>(t.Object({}, { additionalProperties: true })), t.Null()],
  {
    description: "Limits that differ from the tier's; null if none do.",
  },
);
const payment = oneOf(["ok", "past_due"], "Whether the user has paid. Calls of past_due users are refused with 402.");
const role = oneOf(ADMIN_ROLES, "The role of its holder.");
const surface = oneOf(["user", "partner"], "Whether the tier is for users or partners.");
const page = <T extends TProperties>(items: T) =>
  t.Object({ ...items, next_cursor: t.Union([t.String(), t.Null()], { description: "Null on the last page." }) });

const user = {
  id,
  email: t.String(),
  tier: t.String(),
  payment_state: payment,
  overrides,
  created_at: time("When it was created."),
};
export const UserShape = t.Object(user);

export const PartnerShape = t.Object({
  user_id: id,
  email: t.String(),
  name: nullable(t.String()),
  tier: t.String(),
  status: oneOf(["active", "suspended"], "A suspended partner's calls for its accounts are refused."),
  payment_state: payment,
  overrides,
  record_evidence: t.Boolean({ description: "Whether evidence of all its calls is stored." }),
  created_at: time("When the profile was created."),
});
export const UserWithPartner = t.Object({ ...user, partner: nullable(PartnerShape) });
export const UserPage = page({ users: t.Array(UserShape) });
export const PartnerList = t.Object({ partners: t.Array(PartnerShape) });

const token = {
  id,
  name: t.String(),
  role,
  last_four: t.String({ description: "The last four characters." }),
  created_by: t.String(),
  created_at: time("When it was created."),
  expires_at: timeOrNull("When it expires; null: never."),
  revoked_at: timeOrNull("When it was revoked."),
  last_used_at: timeOrNull("When it was last used."),
};
export const TokenShape = t.Object(token);
export const CreatedToken = t.Object({
  ...token,
  token: t.String({ description: "The token; no other response has it." }),
});
export const TokenList = t.Object({ tokens: t.Array(TokenShape) });

export const AuditPage = page({
  entries: t.Array(t.Composite([AuditEntry, t.Object({ user_id: nullable(id) })])),
});

const teamRole = oneOf(TEAM_ROLES, "A role in a user's team.");
const person = {
  id,
  email: t.String(),
  name: t.String(),
  role: t.Union([role, t.Null()], { description: "Null for people who only act for users." }),
  disabled_at: timeOrNull("When the person was disabled; null if the person can sign in."),
  created_at: time("When the person was added."),
  has_password: t.Boolean(),
  has_second_factor: t.Boolean(),
  passkeys: count("Number of passkeys."),
  identities: t.Array(t.String(), {
    description: "Ids of providers that the person signs in with, and the address of an OpenID Connect issuer.",
  }),
  sessions: count("Number of open sessions."),
  last_seen_at: timeOrNull("When a session was last used."),
  users: t.Array(t.Object({ id, email: t.String(), role: teamRole }), {
    description: "The users that the person acts for, and in which role of the user's team.",
  }),
};
export const PersonShape = t.Object(person);
export const PersonPage = page({ people: t.Array(PersonShape) });
/** The person, and the user that the change was about. */
export const PersonOfUser = t.Object({
  ...person,
  user_id: id,
  previous_team_role: t.Union([teamRole, t.Null()], { description: "Null for who did not act for the user." }),
  team_role: t.Union([teamRole, t.Null()], { description: "Null for who no longer acts for the user." }),
});
const link = {
  setup_link: t.String({ description: "The link to set a password; no other response has it." }),
  expires_at: time("When the link expires."),
};
export const LinkShape = t.Object(link);
export const InvitedPerson = t.Object({ ...person, ...link });
export const LinkedPerson = t.Object({ id, email: t.String(), ...link });

export const TierShape = t.Object({
  surface,
  name: t.String(),
  minute: limit("Calls in a minute."),
  day: limit("Calls per day for user tiers; null for partner tiers."),
  month: limit("Calls per month for partner tiers; null for user tiers."),
  overage_usd: limit("The price of a call over the monthly quota, for partner tiers."),
  source: oneOf(["contract", "changed", "added"], "Where these limits come from."),
});
export const TierList = t.Object({ tiers: t.Array(TierShape) });
export const DeletedTier = t.Object({
  surface,
  name: t.String(),
  deleted: t.Boolean({ description: "Whether the tier was deleted." }),
  reset: t.Boolean({ description: "Whether the tier was reset to its original limits." }),
});

export const ProviderShape = t.Object({
  id: t.String(),
  name: t.String(),
  client: t.Union(
    [t.Object({ client_id: t.String(), source: oneOf(["configuration", "entered"], "Where it was set.") }), t.Null()],
    { description: "The OAuth app that is used." },
  ),
  entered_client: nullable(t.Object({ client_id: t.String(), updated_at: time("When it was set.") })),
  callback_url: t.String(),
  sign_in_callback_url: t.Union([t.String(), t.Null()], {
    description: "The callback address for signing in with the provider; null if that is not possible.",
  }),
  warning: t.Union([t.String(), t.Null()], {
    description: "Why the app that was set here is not used, and what to do; null where it is used, or none was set.",
  }),
});
export const ProviderList = t.Object({ providers: t.Array(ProviderShape) });
export const PluginList = t.Object({
  plugins: t.Array(
    t.Object({
      id: t.String(),
      name: t.String(),
      version: t.Union([t.String(), t.Null()], {
        description: "The plugin's own version; null if it has none, as a built-in one, which is the gateway's.",
      }),
      contract: t.Integer({ minimum: 1, description: "The plugin contract that it is written for." }),
      services: t.Array(t.String()),
      endpoints: count("Number of endpoints."),
      is_configured: t.Boolean({ description: "Whether it has the operator's OAuth app." }),
      base_urls: t.Unsafe<Readonly<Record<string, string>>>(t.Object({}, { additionalProperties: t.String() })),
      callback_url: t.String(),
    }),
  ),
  broken: t.Array(
    t.Object({
      id: t.String({ description: "The name of its folder." }),
      violations: t.Array(t.String(), { description: "What is wrong, each sentence with its file." }),
    }),
    { description: "Plugins that are installed but cannot be loaded." },
  ),
  quarantined: t.Array(
    t.Object({
      plugin: t.String(),
      part: t.Union([t.String(), t.Null()], { description: "Such as endpoints.get_item; null for all of the plugin." }),
      until: t.String({ description: "ISO 8601." }),
    }),
    { description: "What ran too long and is out of use for a while, in the process that responds." },
  ),
});

export type UserShape = Static<typeof UserShape>;
export type PartnerShape = Static<typeof PartnerShape>;
export type UserWithPartner = Static<typeof UserWithPartner>;
export type TokenShape = Static<typeof TokenShape>;
export type PersonShape = Static<typeof PersonShape>;
export type LinkShape = Static<typeof LinkShape>;
export type TierShape = Static<typeof TierShape>;
export type ProviderShape = Static<typeof ProviderShape>;
