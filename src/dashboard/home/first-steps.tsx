/** @jsxImportSource #pages */
// The steps from an empty gateway to the first call, each done by what is there and not by a press.
import { listPasskeys } from "../../identity/sign-in/passkey-store.ts";
import { hasTotp } from "../../identity/sign-in/totp.ts";
import { LinkButton, StatusIcon } from "../../web/pages/components.tsx";
import { Code } from "../../web/pages/data.tsx";
import { type Child, type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { isEnded } from "../keys/key-state.ts";
import type { Dashboard } from "../pages.tsx";
import { INTEGRATIONS_PATH, KEYS_PATH } from "../paths.ts";
import { curlOf } from "../same-as-call.tsx";
import { isActivePartner, mayVisit, type PageRequest } from "../visit.ts";
import type { HomeData } from "./home-data.ts";

export interface FirstStep {
  title: string;
  why: Child;
  isDone: boolean;
  /** Whether the gateway works without it. */
  isOptional: boolean;
  next?: { label: string; href: string };
  /** A command to copy. */
  command?: string;
}

export async function firstStepsOf(dashboard: Dashboard, visit: PageRequest, data: HomeData): Promise<FirstStep[]> {
  const { integrations, keys, endpoints, summary } = data;
  const isConnected = integrations.length > 0 || (await hasAccounts(dashboard, visit));
  // AI clients call without a key of their own.
  const hasCalled = summary.calls > 0 || keys.some(({ last_used_at }) => last_used_at !== null);
  return [
    ...(await providerSteps(dashboard, visit, isConnected)),
    ...callSteps(dashboard, {
      isConnected,
      hasKey: hasCalled || keys.some((key) => !isEnded(key, dashboard.deps.clock.now())),
      hasCalled,
    }),
    {
      title: tr("Add a second factor"),
      why: tr("A passkey or an authenticator app, so that a password alone opens nothing."),
      isDone: await hasFactorOf(dashboard, visit),
      isOptional: true,
      next: { label: tr("Add one"), href: "/settings/sign-in" },
    },
    ...(await peopleSteps(dashboard, visit)),
    {
      title: tr("Receive events"),
      why: tr("New mail, a paid invoice, a closed issue: the gateway sends each to your endpoint, signed."),
      isDone: endpoints.length > 0,
      isOptional: true,
      next: { label: tr("Add a webhook"), href: "/webhooks/new" },
    },
  ];
}

function callSteps(
  { api, deps }: Dashboard,
  { isConnected, hasKey, hasCalled }: { isConnected: boolean; hasKey: boolean; hasCalled: boolean },
): FirstStep[] {
  return [
    {
      title: tr("Connect an account"),
      why: tr("Sign in to a provider once; your calls then use that account."),
      isDone: isConnected,
      isOptional: false,
      next: { label: tr("Choose what to connect"), href: INTEGRATIONS_PATH },
    },
    {
      title: tr("Create an API key"),
      why: tr("Your server or agent sends it with each call. It is shown once."),
      isDone: hasKey,
      isOptional: false,
      next: { label: tr("Create a key"), href: `${KEYS_PATH}/new` },
    },
    {
      title: tr("Make the first call"),
      why: tr("Put your key in place of $KEY, or try a tool here without one."),
      isDone: hasCalled,
      isOptional: false,
      command: curlOf({ baseUrl: deps.baseUrl, line: api.lineOf("list_integrations"), id: "" }),
      next: { label: tr("Try a tool"), href: "/tools" },
    },
  ];
}

async function hasAccounts({ api }: Dashboard, visit: PageRequest): Promise<boolean> {
  if (!isActivePartner(visit)) return false;
  const { accounts } = await api.call(visit, "list_accounts", { query: { limit: 20, include: "integrations" } });
  return accounts.some(({ integrations }) => (integrations ?? []).length > 0);
}

const hasFactorOf = async ({ deps }: Dashboard, { person: { id } }: PageRequest) =>
  (await hasTotp(deps, id)) || (await listPasskeys(deps.database, id)).length > 0;

/** A provider that is connected has been set up, by whatever way. */
async function providerSteps({ api }: Dashboard, visit: PageRequest, isConnected: boolean): Promise<FirstStep[]> {
  if (!mayVisit(visit, "operator")) return [];
  const { providers } = await api.admin(visit, "admin_list_providers");
  return [
    {
      title: tr("Set up a provider"),
      why: tr("Register an OAuth app at Google, GitHub or another provider, and enter its id and secret here."),
      isDone: isConnected || providers.some(({ client }) => client !== null),
      isOptional: false,
      next: { label: tr("Choose a provider"), href: "/operator/providers" },
    },
  ];
}

async function peopleSteps({ api }: Dashboard, visit: PageRequest): Promise<FirstStep[]> {
  if (!mayVisit(visit, "operator")) return [];
  const { people } = await api.admin(visit, "admin_list_people", { query: { limit: 2 } });
  return [
    {
      title: tr("Invite a second person"),
      why: tr("Somebody else who can sign in when you cannot."),
      isDone: people.length > 1,
      isOptional: true,
      next: { label: tr("Invite"), href: "/operator/people/new" },
    },
  ];
}

/** The whole list; the first open step has the primary button. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }): Markup {
  const current = steps.find(({ isDone }) => !isDone);
  return (
    <ol class="first-steps card">
      {steps.map((step) => (
        <li class={step.isDone ? "first-step muted" : "first-step"}>
          <StatusIcon tone={step.isDone ? "good" : "neutral"} icon={step.isDone ? "check" : "minus"} />
          <div>
            <p class="strong">
              {step.title}
              {step.isDone ? <span class="visually-hidden">{tr(": done")}</span> : null}
              {step.isOptional && !step.isDone ? <span class="muted small"> {tr("optional")}</span> : null}
            </p>
            {step.isDone ? null : <p class="small muted">{step.why}</p>}
            {step.isDone || !step.command ? null : (
              <Code id="first-call" label={tr("Copy curl")}>
                {step.command}
              </Code>
            )}
          </div>
          {step.isDone || !step.next ? null : (
            <LinkButton kind={step === current ? "primary" : "quiet"} href={step.next.href}>
              {step.next.label}
            </LinkButton>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What is left once calls work. */
export function LaterSteps({ steps }: { steps: readonly FirstStep[] }): Markup {
  const open = steps.filter(({ isDone }) => !isDone);
  if (open.length === 0) return NOTHING;
  return (
    <section class="section">
      <h2>{tr("Still to do")}</h2>
      <FirstSteps steps={open} />
    </section>
  );
}
