/** @jsxImportSource #pages */
// Tiers: what each allows, changed or added by the operator.

import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import type { TierShape } from "../../operations/admin/shapes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Icon } from "../../web/pages/components.tsx";
import { Table } from "../../web/pages/data.tsx";
import { fieldError, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, tr } from "../../web/pages/messages.ts";
import { formatNumber } from "../../web/pages/reader.ts";
import { confirmationPages } from "../confirm.tsx";
import { EntryForm } from "../entry-form.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { mayVisit, type PageRequest } from "../visit.ts";
import { LimitField, limitIn } from "./limit-fields.tsx";
import { SameAsCommand } from "./same-as-command.tsx";
import { Section } from "./section.tsx";

type Surface = TierShape["surface"];

const PATH = "/operator/tiers";
const tierPath = ({ surface, name }: Pick<TierShape, "surface" | "name">) => `${PATH}/${surface}/${name}`;
const surface = t.Union([t.Literal("user"), t.Literal("partner")], { description: "Users or partners." });
const params = t.Object({ surface, name: t.String({ maxLength: 40, description: "A tier." }) });

export function tierPages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  const one = { path: `${PATH}/{surface}/{name}`, params, access: "operator" } as const;
  const added = { path: `${PATH}/{surface}`, params: t.Object({ surface }), access: "operator" } as const;
  return [
    page({ id: "operator_tiers", path: PATH, access: "viewer", show: (visit) => tiersPage(dashboard, visit) }),
    page({ ...added, id: "operator_new_tier", show: async (visit) => tierView(visit, null) }),
    form({ ...added, id: "operator_new_tier", submit: (visit, sent) => save(dashboard, visit, sent, null) }),
    page({ ...one, id: "operator_tier", show: async (visit) => tierView(visit, await findTier(dashboard, visit)) }),
    form({
      ...one,
      id: "operator_tier",
      submit: async (visit, sent) => save(dashboard, visit, sent, await findTier(dashboard, visit)),
    }),
    ...confirmationPages(dashboard, {
      ...one,
      id: "operator_delete_tier",
      path: `${one.path}/delete`,
      async ask(visit) {
        const tier = await findTier(dashboard, visit);
        const isAdded = tier.source === "added";
        return {
          title: isAdded
            ? tr("Delete the tier {name}?", { name: tier.name })
            : tr("Reset the tier {name}?", { name: tier.name }),
          button: isAdded ? tr("Delete the tier") : tr("Reset the tier"),
          isDangerous: isAdded,
          back: tierPath(tier),
          body: isAdded ? (
            <p>{tr("Only a tier without users or partners can be deleted.")}</p>
          ) : (
            <p>{tr("It gets its original limits again, for everyone on this tier, within a second.")}</p>
          ),
        };
      },
      async act(visit) {
        const { name, surface, source } = await findTier(dashboard, visit);
        await api.admin(visit, `admin_delete_${surface}_tier`, { params: { name } });
        return done(
          PATH,
          source === "added"
            ? tr("The tier {name} is deleted.", { name })
            : tr("The tier {name} has its original limits again.", { name }),
        );
      },
    }),
  ];
}

const listTiers = async ({ api }: Dashboard, visit: PageRequest) => (await api.admin(visit, "admin_list_tiers")).tiers;

async function findTier(dashboard: Dashboard, visit: PageRequest): Promise<TierShape> {
  const { surface, name } = visit.params;
  const found = (await listTiers(dashboard, visit)).find((tier) => tier.surface === surface && tier.name === name);
  if (!found) throw new AppError("NOT_FOUND", "There is no tier with this name.");
  return found;
}

async function tiersPage(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { api, deps } = dashboard;
  const tiers = await listTiers(dashboard, visit);
  return {
    title: tr("Tiers"),
    lead: tr("How many calls a user or a partner has. A change applies everywhere within a second."),
    body: (
      <>
        {(["user", "partner"] as const).map((surface) => (
          <TierTable visit={visit} surface={surface} tiers={tiers.filter((tier) => tier.surface === surface)} />
        ))}
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_list_tiers")}
          command="gateway tier list"
        />
      </>
    ),
  };
}

/** What a tier has in place of a number. */
const tierWord = (value: string | number | null | undefined) =>
  value === "unlimited" ? tr("unlimited") : value === "none" ? tr("none") : value;

const TITLES: Record<Surface, Message> = { user: message("Of users"), partner: message("Of partners") };
const SOURCES: Record<TierShape["source"], Message> = {
  contract: message("built in"),
  changed: message("changed"),
  added: message("added"),
};

function TierTable({ visit, surface, tiers }: { visit: PageRequest; surface: Surface; tiers: TierShape[] }): Markup {
  const mayChange = mayVisit(visit, "operator");
  const calls = (value: number | string | null) =>
    typeof value === "number" ? formatNumber(visit.reader, value) : (tierWord(value) ?? "—");
  const last = surface === "user" ? "day" : "month";
  return (
    <Section
      title={tr(TITLES[surface])}
      action={
        mayChange ? (
          <a class="button" href={`${PATH}/${surface}`}>
            <Icon name="plus" />
            {surface === "user" ? tr("New tier of users") : tr("New tier of partners")}
          </a>
        ) : null
      }
    >
      <Table
        caption={tr(TITLES[surface])}
        rows={tiers}
        columns={[
          { title: tr("Tier"), cell: (tier) => (mayChange ? <a href={tierPath(tier)}>{tier.name}</a> : tier.name) },
          { title: tr("Per minute"), isNumber: true, cell: ({ minute }) => calls(minute) },
          {
            title: last === "day" ? tr("Per day") : tr("Per month"),
            isNumber: true,
            cell: (tier) => calls(tier[last]),
          },
          ...(surface === "partner"
            ? [
                {
                  title: tr("US$ over it"),
                  isNumber: true,
                  hideOnNarrow: true,
                  cell: ({ overage_usd }: TierShape) => tierWord(overage_usd) ?? tr("none"),
                },
              ]
            : []),
          {
            title: tr("Limits"),
            hideOnNarrow: true,
            cell: ({ source }) => <span class="muted">{tr(SOURCES[source])}</span>,
          },
        ]}
      />
    </Section>
  );
}

function tierView(visit: PageRequest, tier: TierShape | null, sent?: URLSearchParams, error?: AppError): View {
  const surface = visit.params.surface as Surface;
  const last = surface === "user" ? "day" : "month";
  return {
    title: tier
      ? tr("The tier {name}", { name: tier.name })
      : surface === "user"
        ? tr("A new tier of users")
        : tr("A new tier of partners"),
    lead: tier
      ? tr(surface === "user" ? "Applies to every user on this tier." : "Applies to every partner on this tier.")
      : tr("It has no effect until you assign it."),
    ...(error && { error }),
    body: (
      <EntryForm
        visit={visit}
        action={visit.url.pathname}
        error={error}
        fields={["name", "minute", last, "overage_usd"]}
        button={tier ? tr("Save") : tr("Add the tier")}
        back={PATH}
        aside={
          tier && tier.source !== "contract" ? (
            <a class="button danger" href={`${tierPath(tier)}/delete`}>
              {tier.source === "added" ? tr("Delete") : tr("Reset")}
            </a>
          ) : null
        }
      >
        {tier ? null : (
          <TextField
            name="name"
            label={tr("Name")}
            value={sent?.get("name")}
            isRequired
            isFocused
            isCode
            maxLength={40}
            autocomplete="off"
            hint={tr("A lower-case letter, then lower-case letters, digits, - or _.")}
            error={fieldError(error, "name")}
          />
        )}
        <Numbers surface={surface} tier={tier} sent={sent} error={error} />
      </EntryForm>
    ),
  };
}

async function save(dashboard: Dashboard, visit: PageRequest, sent: URLSearchParams, tier: TierShape | null) {
  const surface = visit.params.surface as Surface;
  const name = tier?.name ?? sent.get("name")?.trim() ?? "";
  const present = (field: string) => limitIn(sent, field) ?? undefined;
  const minute = present("minute");
  const body =
    surface === "user"
      ? { minute, day: present("day") }
      : { minute, month: present("month"), overage_usd: present("overage_usd") ?? "none" };
  const result = await attempt(() =>
    dashboard.api.admin(visit, `admin_set_${surface}_tier`, {
      params: { name },
      body: { ...body, ...(tier === null && { create: true }) },
    }),
  );
  if ("error" in result) return tierView(visit, tier, sent, result.error);
  return done(
    PATH,
    tr("The tier {name} is saved. Everyone on it has its limits within a second.", { name }),
    tier ? undoOf(tier) : {},
  );
}

const undoOf = (tier: TierShape) => {
  const { minute, day, month, overage_usd } = tier;
  const fields = Object.entries({ minute, day, month, overage_usd }).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as const],
  );
  return { undo: { action: tierPath(tier), fields: Object.fromEntries(fields) } };
};

function Numbers(props: {
  surface: Surface;
  tier: TierShape | null;
  sent: URLSearchParams | undefined;
  error: AppError | undefined;
}): Markup {
  const { surface, tier, sent, error } = props;
  const entered = (name: "minute" | "day" | "month" | "overage_usd") => sent?.get(name) ?? tier?.[name];
  const last = surface === "user" ? "day" : "month";
  return (
    <div class="field-row">
      <LimitField
        name="minute"
        label={tr("Calls per minute")}
        value={entered("minute")}
        error={error}
        hint={tr("A number, or unlimited.")}
      />
      <LimitField
        name={last}
        label={last === "day" ? tr("Calls per day") : tr("Calls per month")}
        value={entered(last)}
        error={error}
        hint={tr("A number, or unlimited; UTC.")}
      />
      {surface === "partner" ? (
        <LimitField
          name="overage_usd"
          label={tr("Price over it, US$")}
          value={entered("overage_usd")}
          error={error}
          hint={tr("The price of one call. Without a price, the call is refused.")}
        />
      ) : null}
    </div>
  );
}
