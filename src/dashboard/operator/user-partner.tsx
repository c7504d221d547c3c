/** @jsxImportSource #pages */
// A user's partner profile: given, changed, suspended.

import type { AppError } from "../../foundation/errors.ts";
import type { PartnerShape } from "../../operations/admin/shapes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Check, fieldError, Select, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { message, rich, tr } from "../../web/pages/messages.ts";
import { EntryForm } from "../entry-form.tsx";
import { evidenceNote } from "../keys/key-form.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";
import { findUser, userParams } from "./find-user.ts";
import { LimitField, limitIn } from "./limit-fields.tsx";
import { tierNames, USERS_PATH, userPath } from "./users-pages.tsx";

const PATH = `${USERS_PATH}/{user}`;

export function userPartnerPages(dashboard: Dashboard): PublicRoute[] {
  const { page, form } = dashboard;
  const base = {
    id: "operator_user_partner",
    path: `${PATH}/partner`,
    access: "operator",
    params: userParams,
  } as const;
  return [
    page({ ...base, show: (visit) => partnerView(dashboard, visit) }),
    form({ ...base, submit: (visit, sent) => savePartner(dashboard, visit, sent) }),
  ];
}

const PARTNER_STATES = [
  { value: "active", title: message("active") },
  { value: "suspended", title: message("suspended: calls for its accounts are refused") },
];

async function partnerView(
  dashboard: Dashboard,
  visit: PageRequest,
  sent?: URLSearchParams,
  error?: AppError,
): Promise<View> {
  const user = await findUser(dashboard, visit);
  const tiers = await tierNames(dashboard, visit, "partner");
  const { partner } = user;
  return {
    title: partner ? tr("Partner profile") : tr("Add a partner profile"),
    lead: (
      <>
        {rich("For {email}. A partner serves connected accounts of its own customers.", {
          email: <bdi class="strong">{user.email}</bdi>,
        })}
      </>
    ),
    ...(error && { error }),
    body: (
      <EntryForm
        visit={visit}
        action={`${userPath(user.id)}/partner`}
        error={error}
        fields={["name", "overrides"]}
        button={partner ? tr("Save") : tr("Add the profile")}
        back={userPath(user.id)}
      >
        <ProfileFields partner={partner} tiers={tiers} sent={sent} error={error} />
        {partner ? (
          <Check
            name="record_evidence"
            value="true"
            isChecked={sent ? sent.get("record_evidence") === "true" : partner.record_evidence}
          >
            {rich("Record what all its calls send and get {days}", {
              days: <small class="muted">{evidenceNote(dashboard.deps.config.evidenceDays)}</small>,
            })}
          </Check>
        ) : null}
      </EntryForm>
    ),
  };
}

async function savePartner(dashboard: Dashboard, visit: PageRequest, sent: URLSearchParams) {
  const { id, partner } = await findUser(dashboard, visit);
  const name = sent.get("name")?.trim() ?? "";
  const common = { ...(name !== "" && { name }), tier: sent.get("tier") ?? "free" };
  const changed = {
    ...common,
    status: sent.get("status") ?? undefined,
    record_evidence: sent.get("record_evidence") === "true",
    overrides: {
      minute: limitIn(sent, "minute"),
      month: limitIn(sent, "month"),
      overage_usd: limitIn(sent, "overage_usd"),
    },
  };
  const result = await attempt(() =>
    partner
      ? dashboard.api.admin(visit, "admin_change_partner", { params: { user: id }, body: changed })
      : dashboard.api.admin(visit, "admin_create_partner", { body: { user: id, ...common } }),
  );
  if ("error" in result) return partnerView(dashboard, visit, sent, result.error);
  return done(userPath(id), partner ? tr("The partner profile is saved.") : tr("The user is a partner now."));
}

function OwnLimits(props: {
  partner: PartnerShape;
  sent: URLSearchParams | undefined;
  error: AppError | undefined;
}): Markup {
  const { partner, sent, error } = props;
  const entered = (name: string) => sent?.get(name) ?? partner.overrides?.[name];
  const own = { error, hint: tr("Empty: the tier’s limit.") };
  return (
    <div class="field-row">
      <LimitField
        {...own}
        name="minute"
        label={tr("Own calls per minute")}
        value={entered("minute")}
        path="overrides/minute"
      />
      <LimitField
        {...own}
        name="month"
        label={tr("Own calls per month")}
        value={entered("month")}
        path="overrides/month"
      />
      <LimitField
        {...own}
        name="overage_usd"
        label={tr("Own price over it, US$")}
        value={entered("overage_usd")}
        path="overrides/overage_usd"
      />
    </div>
  );
}

function ProfileFields(props: {
  partner: PartnerShape | null;
  tiers: string[];
  sent: URLSearchParams | undefined;
  error: AppError | undefined;
}): Markup {
  const { partner, tiers, sent, error } = props;
  return (
    <>
      <TextField
        name="name"
        label={tr("Name")}
        value={sent?.get("name") ?? partner?.name}
        maxLength={255}
        error={fieldError(error, "name")}
      />
      <div class="field-row">
        <Select
          name="tier"
          label={tr("Tier")}
          value={sent?.get("tier") ?? partner?.tier ?? "free"}
          options={tiers.map((name) => ({ value: name, title: name }))}
        />
        {partner ? (
          <Select
            name="status"
            label={tr("State")}
            value={sent?.get("status") ?? partner.status}
            options={PARTNER_STATES.map(({ value, title }) => ({ value, title: tr(title) }))}
          />
        ) : null}
      </div>
      {partner ? <OwnLimits partner={partner} sent={sent} error={error} /> : null}
    </>
  );
}
