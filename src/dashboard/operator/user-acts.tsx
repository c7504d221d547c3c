/** @jsxImportSource #pages */
// What is done to a user on pages of its own: keys made and revoked, the partner profile, and the erasure.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../errors.ts";
import type { PublicRoute } from "../../http/route.ts";
import { Button, LinkButton, Notice } from "../../pages/components.tsx";
import { Code } from "../../pages/data.tsx";
import { Check, FormError, MultilineField, Select, TextField, wrongOf } from "../../pages/fields.tsx";
import { attempt, type Dashboard, FormToken, type View } from "../pages.tsx";
import type { Visit } from "../visit.ts";
import { confirmed } from "./confirm.tsx";
import { LimitField, limitIn } from "./limit-fields.tsx";
import type { KeyShape } from "./shapes.ts";
import { findUser, type UserWithPartner, userParams } from "./user-page.tsx";
import { tierNames, USERS_PATH, userPath } from "./users-pages.tsx";

const PATH = `${USERS_PATH}/{user}`;
const keyParams = t.Composite([userParams, t.Object({ key: t.String({ format: "uuid", description: "A key." }) })]);

export function userActPages(dashboard: Dashboard): PublicRoute[] {
  return [...keyPages(dashboard), ...partnerPages(dashboard), ...erasePages(dashboard)];
}

function keyPages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  const base = { path: `${PATH}/keys/new`, who: "operator", params: userParams, isGuarded: true } as const;
  const find = async (visit: Visit) => {
    const user = await findUser(dashboard, visit);
    const { keys } = await api.call<{ keys: KeyShape[] }>(visit, "admin_list_keys", { params: { user: user.id } });
    const key = keys.find(({ id }) => id === visit.params.key);
    if (!key) throw new AppError("NOT_FOUND", "The user has no such key.");
    return { user, key };
  };
  return [
    page({
      ...base,
      id: "operator_new_key",
      show: async (visit) => newKeyView(visit, await findUser(dashboard, visit)),
    }),
    form({ ...base, id: "operator_new_key", submit: (visit, sent) => createKey(dashboard, visit, sent) }),
    ...confirmed(dashboard, {
      id: "operator_revoke_key",
      path: `${PATH}/keys/{key}/revoke`,
      who: "operator",
      params: keyParams,
      isGuarded: true,
      async ask(visit) {
        const { user, key } = await find(visit);
        return {
          title: `Revoke ${key.name ?? "a key"}?`,
          button: "Revoke the key",
          isDangerous: true,
          back: userPath(user.id),
          body: (
            <p>
              Calls with <code>{`${key.prefix}…${key.last_four}`}</code> of <bdi class="strong">{user.email}</bdi> end
              with 401 within a second, everywhere. Integrations, other keys and the usage log stay. A revoked key
              cannot be used again.
            </p>
          ),
        };
      },
      async act(visit) {
        const { user, key } = await find(visit);
        await api.call(visit, "admin_revoke_key", { params: { id: key.id } });
        return userPath(user.id);
      },
    }),
  ];
}

const KEY_FIELDS = ["name", "permissions", "expires_at"];

function newKeyView(visit: Visit, user: UserWithPartner, sent?: URLSearchParams, error?: AppError): View {
  return {
    title: "New key",
    lead: (
      <>
        For <bdi class="strong">{user.email}</bdi>. It is visible once, when it is made.
      </>
    ),
    ...(error && { error }),
    body: (
      <form method="post" action={`${userPath(user.id)}/keys/new`} class="fields">
        <FormToken visit={visit} />
        <FormError error={error} fields={KEY_FIELDS} />
        <TextField
          name="name"
          label="Name"
          value={sent?.get("name")}
          maxLength={100}
          isFocused
          hint="To tell keys apart."
          wrong={wrongOf(error, "name")}
        />
        <MultilineField
          name="permissions"
          label="Permissions"
          value={sent?.get("permissions")}
          isCode
          hint="One a line, such as gmail.read, slack:* or gateway:usage.read. Empty: everything but gateway:partner.manage and proxy.use."
          wrong={wrongOf(error, "permissions")}
        />
        <TextField
          name="expires_at"
          label="Expires"
          type="date"
          value={sent?.get("expires_at")}
          hint="At the beginning of this day, UTC. Empty: never."
          wrong={wrongOf(error, "expires_at")}
        />
        {user.partner ? (
          <Check name="partner_only" value="true" isChecked={sent?.has("partner_only")}>
            For connected accounts alone, never the user’s own integrations
          </Check>
        ) : null}
        <div class="form-foot">
          <Button kind="primary">Create the key</Button>
          <LinkButton kind="quiet" href={userPath(user.id)}>
            Back
          </LinkButton>
        </div>
      </form>
    ),
  };
}

async function createKey(dashboard: Dashboard, visit: Visit, sent: URLSearchParams): Promise<View> {
  const user = await findUser(dashboard, visit);
  const permissions = (sent.get("permissions") ?? "").split(/[\s,]+/).filter((text) => text !== "");
  const day = sent.get("expires_at") ?? "";
  const name = sent.get("name")?.trim() ?? "";
  const body = {
    user: user.id,
    ...(name !== "" && { name }),
    ...(permissions.length > 0 && { permissions }),
    ...(day !== "" && { expires_at: /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00:00Z` : day }),
    ...(sent.has("partner_only") && { partner_only: true }),
  };
  const result = await attempt(() =>
    dashboard.api.call<KeyShape & { key: string }>(visit, "admin_create_key", { body }),
  );
  if ("error" in result) return newKeyView(visit, user, sent, result.error);
  return {
    title: "The new key",
    lead: (
      <>
        For <bdi class="strong">{user.email}</bdi>
      </>
    ),
    body: (
      <div class="fields">
        <Notice tone="warning">Copy it now: it is stored nowhere, and this page cannot be opened again.</Notice>
        <Code id="key" label="Copy the key">
          {result.data.key}
        </Code>
        <div class="form-foot">
          <LinkButton kind="primary" href={userPath(user.id)}>
            Done
          </LinkButton>
        </div>
      </div>
    ),
  };
}

function partnerPages(dashboard: Dashboard): PublicRoute[] {
  const { page, form } = dashboard;
  const base = { id: "operator_user_partner", path: `${PATH}/partner`, who: "operator", params: userParams } as const;
  return [
    page({ ...base, show: (visit) => partnerView(dashboard, visit) }),
    form({ ...base, submit: (visit, sent) => savePartner(dashboard, visit, sent) }),
  ];
}

const PARTNER_STATES = [
  { value: "active", title: "active" },
  { value: "suspended", title: "suspended: calls for its accounts are refused" },
];

async function partnerView(
  dashboard: Dashboard,
  visit: Visit,
  sent?: URLSearchParams,
  error?: AppError,
): Promise<View> {
  const user = await findUser(dashboard, visit);
  const tiers = await tierNames(dashboard, visit, "partner");
  const { partner } = user;
  const entered = (name: string) => sent?.get(name) ?? partner?.overrides?.[name];
  const own = { error, hint: "Empty: as in the tier." };
  return {
    title: partner ? "Partner profile" : "Give a partner profile",
    lead: (
      <>
        Of <bdi class="strong">{user.email}</bdi>. A partner serves connected accounts of its own customers.
      </>
    ),
    ...(error && { error }),
    body: (
      <form method="post" action={`${userPath(user.id)}/partner`} class="fields">
        <FormToken visit={visit} />
        <FormError error={error} fields={["name", "overrides"]} />
        <TextField
          name="name"
          label="Name"
          value={sent?.get("name") ?? partner?.name}
          maxLength={255}
          wrong={wrongOf(error, "name")}
        />
        <div class="field-row">
          <Select
            name="tier"
            label="Tier"
            value={sent?.get("tier") ?? partner?.tier ?? "free"}
            options={tiers.map((name) => ({ value: name, title: name }))}
          />
          {partner ? (
            <Select
              name="status"
              label="State"
              value={sent?.get("status") ?? partner.status}
              options={PARTNER_STATES}
            />
          ) : null}
        </div>
        {partner ? (
          <div class="field-row">
            <LimitField
              {...own}
              name="minute"
              label="Own calls a minute"
              value={entered("minute")}
              path="overrides/minute"
            />
            <LimitField
              {...own}
              name="month"
              label="Own calls a month"
              value={entered("month")}
              path="overrides/month"
            />
            <LimitField
              {...own}
              name="overage_usd"
              label="Own price past it, US$"
              value={entered("overage_usd")}
              path="overrides/overage_usd"
            />
          </div>
        ) : null}
        <div class="form-foot">
          <Button kind="primary">{partner ? "Save" : "Give the profile"}</Button>
          <LinkButton kind="quiet" href={userPath(user.id)}>
            Back
          </LinkButton>
        </div>
      </form>
    ),
  };
}

async function savePartner(dashboard: Dashboard, visit: Visit, sent: URLSearchParams) {
  const { id, partner } = await findUser(dashboard, visit);
  const name = sent.get("name")?.trim() ?? "";
  const common = { ...(name !== "" && { name }), tier: sent.get("tier") ?? "free" };
  const changed = {
    ...common,
    status: sent.get("status") ?? undefined,
    overrides: {
      minute: limitIn(sent, "minute"),
      month: limitIn(sent, "month"),
      overage_usd: limitIn(sent, "overage_usd"),
    },
  };
  const result = await attempt(() =>
    partner
      ? dashboard.api.call(visit, "admin_change_partner", { params: { user: id }, body: changed })
      : dashboard.api.call(visit, "admin_create_partner", { body: { user: id, ...common } }),
  );
  return "data" in result ? userPath(id) : partnerView(dashboard, visit, sent, result.error);
}

function erasePages(dashboard: Dashboard): PublicRoute[] {
  return confirmed(dashboard, {
    id: "operator_erase_user",
    path: `${PATH}/erase`,
    who: "owner",
    params: userParams,
    isGuarded: true,
    async ask(visit) {
      const { id, email } = await findUser(dashboard, visit);
      return {
        title: "Erase a user?",
        button: "Erase for ever",
        isDangerous: true,
        back: userPath(id),
        typed: { label: `Type ${email}`, text: email },
        body: (
          <>
            <p>
              <bdi class="strong">{email}</bdi> is out of use at once, and erased step by step: its integrations are
              revoked at their providers, and its keys, connected accounts, events, webhooks and its rows of the usage
              and audit logs go.
            </p>
            <p>
              What stays: totals without a name, and backups until they are deleted. People who act for it keep their
              sign-in. Nothing brings the user back.
            </p>
          </>
        ),
      };
    },
    async act(visit) {
      await dashboard.api.call(visit, "admin_delete_user", { params: { user: visit.params.user as string } });
      return USERS_PATH;
    },
  });
}
