/** @jsxImportSource #pages */
// A user's keys, which the operator makes and revokes; a new one is visible once.

import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import type { KeyShape } from "../../identity/keys/model.ts";
import type { UserShape, UserWithPartner } from "../../operations/admin/shapes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton, Notice } from "../../web/pages/components.tsx";
import { Code, Empty, Status, Table, Time } from "../../web/pages/data.tsx";
import { Check, fieldError, MultilineField, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { EntryForm } from "../entry-form.tsx";
import { maskedKey } from "../keys/key-form.tsx";
import { endOfDay } from "../last-day.ts";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";
import { findUser, userParams } from "./find-user.ts";
import { Section } from "./section.tsx";
import { USERS_PATH, userPath } from "./users-pages.tsx";

const PATH = `${USERS_PATH}/{user}`;
const keyParams = t.Composite([
  userParams,
  t.Object({ key: t.String({ format: "uuid", description: "The key's id." }) }),
]);

export function userKeyPages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  const base = { path: `${PATH}/keys/new`, access: "operator", params: userParams, needsRecentSignIn: true } as const;
  const find = async (visit: PageRequest) => {
    const user = await findUser(dashboard, visit);
    const { keys } = await api.admin(visit, "admin_list_keys", { params: { user: user.id } });
    const key = keys.find(({ id }) => id === visit.params.key);
    if (!key) throw new AppError("NOT_FOUND", "The user has no key with this id.");
    return { user, key };
  };
  return [
    page({
      ...base,
      id: "operator_new_key",
      show: async (visit) => newKeyView(visit, await findUser(dashboard, visit)),
    }),
    form({ ...base, id: "operator_new_key", submit: (visit, sent) => createKey(dashboard, visit, sent) }),
    ...confirmationPages(dashboard, {
      id: "operator_revoke_key",
      path: `${PATH}/keys/{key}/revoke`,
      access: "operator",
      params: keyParams,
      needsRecentSignIn: true,
      async ask(visit) {
        const { user, key } = await find(visit);
        return {
          title: tr("Revoke {name}?", { name: key.name ?? "a key" }),
          button: tr("Revoke the key"),
          isDangerous: true,
          back: userPath(user.id),
          body: (
            <p>
              {rich(
                "Calls with {key} of {email} are refused with 401 within a second, on every replica. Integrations, other keys and the usage log are kept. A revoked key cannot be used again.",
                {
                  key: <code>{`${key.prefix}…${key.last_four}`}</code>,
                  email: <bdi class="strong">{user.email}</bdi>,
                },
              )}
            </p>
          ),
        };
      },
      async act(visit) {
        const { user, key } = await find(visit);
        await api.admin(visit, "admin_revoke_key", { params: { id: key.id } });
        return done(
          userPath(user.id),
          tr("{name} is revoked. Calls with it are now refused.", { name: key.name ?? tr("The key") }),
        );
      },
    }),
  ];
}

const KEY_FIELDS = ["name", "permissions", "expires_at"];

function newKeyView(visit: PageRequest, user: UserWithPartner, sent?: URLSearchParams, error?: AppError): View {
  return {
    title: tr("New key"),
    lead: (
      <>
        {rich("For {email}. It is shown only once, when it is created.", {
          email: <bdi class="strong">{user.email}</bdi>,
        })}
      </>
    ),
    ...(error && { error }),
    body: (
      <EntryForm
        visit={visit}
        action={`${userPath(user.id)}/keys/new`}
        error={error}
        fields={KEY_FIELDS}
        button={tr("Create the key")}
        back={userPath(user.id)}
      >
        <KeyFields user={user} sent={sent} error={error} />
      </EntryForm>
    ),
  };
}

async function createKey(dashboard: Dashboard, visit: PageRequest, sent: URLSearchParams): Promise<View> {
  const user = await findUser(dashboard, visit);
  const permissions = (sent.get("permissions") ?? "").split(/[\s,]+/).filter((text) => text !== "");
  const day = sent.get("expires_at") ?? "";
  const name = sent.get("name")?.trim() ?? "";
  const body = {
    user: user.id,
    ...(name !== "" && { name }),
    ...(permissions.length > 0 && { permissions }),
    ...(day !== "" && { expires_at: endOfDay(day) }),
    ...(sent.has("partner_only") && { partner_only: true }),
    ...(sent.has("confirm_destructive") && { confirm_destructive: true }),
  };
  const result = await attempt(() => dashboard.api.admin(visit, "admin_create_key", { body }));
  if ("error" in result) return newKeyView(visit, user, sent, result.error);
  return {
    title: tr("The new key"),
    isSecret: true,
    lead: <>{rich("For {email}", { email: <bdi class="strong">{user.email}</bdi> })}</>,
    body: (
      <div class="fields">
        <Notice tone="warning">
          {tr("Copy it now. The gateway stores only its hash, and this page cannot be opened again.")}
        </Notice>
        <Code id="key" label={tr("Copy the key")}>
          {result.data.key}
        </Code>
        <div class="form-foot">
          <LinkButton kind="primary" href={userPath(user.id)}>
            {tr("Done")}
          </LinkButton>
        </div>
      </div>
    ),
  };
}

const NewKey = ({ path }: { path: string }): Markup => (
  <a class="button" href={`${path}/new`}>
    {tr("New key")}
  </a>
);

export function Keys(props: {
  visit: PageRequest;
  user: UserShape;
  keys: KeyShape[];
  mayChange: boolean;
  now: number;
}): Markup {
  const { visit, user, keys, mayChange, now } = props;
  const path = `${userPath(user.id)}/keys`;
  const add = mayChange ? <NewKey path={path} /> : null;
  if (keys.length === 0)
    return (
      <Section title={tr("Keys")}>
        <Empty title={tr("No keys yet")}>
          <p class="muted">{tr("Every call needs a key.")}</p>
          {add}
        </Empty>
      </Section>
    );
  return (
    <Section title={tr("Keys")} action={add}>
      <Table
        caption={tr("Keys")}
        rows={keys}
        columns={[
          {
            title: tr("Name"),
            cell: ({ name }) => (name ? <bdi>{name}</bdi> : <span class="muted">{tr("unnamed")}</span>),
          },
          { title: tr("Key"), cell: (key) => <code>{maskedKey(key)}</code> },
          { title: tr("Permissions"), hideOnNarrow: true, cell: permissionsText },
          {
            title: tr("Last used"),
            hideOnNarrow: true,
            cell: ({ last_used_at }) => <Time reader={visit.reader} at={last_used_at} />,
          },
          { title: tr("State"), cell: (key) => <KeyState keyOf={key} now={now} /> },
          {
            title: "",
            cell: ({ id, revoked_at, name }) =>
              mayChange && revoked_at === null ? (
                <LinkButton kind="quiet" href={`${path}/${id}/revoke`}>
                  {rich("Revoke{name}", { name: <span class="visually-hidden"> {name ?? tr("the key")}</span> })}
                </LinkButton>
              ) : null,
          },
        ]}
      />
    </Section>
  );
}

const permissionsText = ({ permissions, confirm_destructive }: KeyShape) => {
  const all = permissions ?? ["*"];
  const text =
    all.length > 3
      ? tr("{all} and {count} more", { all: all.slice(0, 3).join(", "), count: all.length - 3 })
      : all.join(", ");
  return confirm_destructive ? `${text}; asks before destructive calls` : text;
};

function KeyState({ keyOf, now }: { keyOf: KeyShape; now: number }): Markup {
  if (keyOf.revoked_at !== null) return <Status tone="bad">{tr("revoked")}</Status>;
  const hasExpired = keyOf.expires_at !== null && Date.parse(keyOf.expires_at) <= now;
  return hasExpired ? <Status tone="warning">{tr("expired")}</Status> : <Status tone="good">{tr("valid")}</Status>;
}

function KeyFields(props: {
  user: UserWithPartner;
  sent: URLSearchParams | undefined;
  error: AppError | undefined;
}): Markup {
  const { user, sent, error } = props;
  return (
    <>
      <TextField
        name="name"
        label={tr("Name")}
        value={sent?.get("name")}
        maxLength={100}
        isFocused
        hint={tr("To tell keys apart.")}
        error={fieldError(error, "name")}
      />
      <MultilineField
        name="permissions"
        label={tr("Permissions")}
        value={sent?.get("permissions")}
        isCode
        hint={tr(
          "One per line, such as gmail.read, slack:* or gateway:usage.read. Empty: everything except gateway:partner.manage, gateway:shares.manage, gateway:keys.* and proxy.use.",
        )}
        error={fieldError(error, "permissions")}
      />
      <TextField
        name="expires_at"
        label={tr("Last day (UTC)")}
        type="date"
        value={sent?.get("expires_at")}
        hint={tr("The key works until the end of this day, UTC. Empty: it does not expire.")}
        error={fieldError(error, "expires_at")}
      />
      <Check name="confirm_destructive" value="true" isChecked={sent?.has("confirm_destructive")}>
        {tr("Ask the user before calls that delete something or spend money")}
      </Check>
      {user.partner ? (
        <Check name="partner_only" value="true" isChecked={sent?.has("partner_only")}>
          {tr("Only for connected accounts, never the user’s own integrations")}
        </Check>
      ) : null}
    </>
  );
}
