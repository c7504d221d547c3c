/** @jsxImportSource #pages */
// API keys: the user's own, and a new one whose text is shown once.

import type { AppError } from "../../foundation/errors.ts";
import type { KeyShape as Key } from "../../identity/keys/model.ts";
import { createOwnKey } from "../../identity/keys/own-keys.ts";
import { allows } from "../../identity/keys/permissions.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Disclosure, Icon, LinkButton, Notice } from "../../web/pages/components.tsx";
import { Code, type Column, Empty, Status, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { SessionsHint } from "../agents/agents-frame.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { KEYS_PATH as PATH } from "../paths.ts";
import { FILL, presetsOf, requestedPreset } from "../presets.tsx";
import { curlOf, SameAsCall } from "../same-as-call.tsx";
import { type ActingUser, initiatorOf, type PageRequest } from "../visit.ts";
import { Words } from "../words.tsx";
import { keyConfirmationPages } from "./key-confirmation.tsx";
import { KeyForm, keyRequest, keyWith, maskedKey } from "./key-form.tsx";
import { keyRevocationPages } from "./key-revocation.tsx";
import { endsSoon, isEnded, keyAnchor } from "./key-state.ts";

const NEW_PATH = `${PATH}/new`;

const callerOf = (visit: PageRequest) => (visit.user as ActingUser).caller;

export function keyPages(dashboard: Dashboard): PublicRoute[] {
  const { deps, page, form } = dashboard;
  const newKey = async (visit: PageRequest, sent?: URLSearchParams, error?: AppError): Promise<View> => {
    const presets = await presetsOf(dashboard, visit.user as ActingUser);
    const linked = visit.url.searchParams.get("preset");
    const requested = requestedPreset(
      presets,
      sent ?? new URLSearchParams(linked ? { preset: linked, [FILL]: "true" } : {}),
    );
    const form = requested ? keyWith(sent ?? new URLSearchParams(), requested) : sent;
    const chosen = requested?.value ?? sent?.get("preset") ?? "";
    const days = deps.config.evidenceDays;
    const props = { visit, registry: deps.registry, action: NEW_PATH, days, presets: { presets, chosen }, form, error };
    return {
      title: tr("New API key"),
      lead: tr("For servers and agents. The key is shown only once."),
      body: <KeyForm {...props} />,
      ...(error && { error }),
    };
  };
  return [
    page({ id: "keys", path: PATH, access: "user", show: (visit) => keysPage(dashboard, visit) }),
    page({
      id: "new_key",
      path: NEW_PATH,
      access: "user",
      role: "admin",
      needsRecentSignIn: true,
      show: (visit) => newKey(visit),
    }),
    form({
      id: "create_key",
      path: NEW_PATH,
      access: "user",
      role: "admin",
      needsRecentSignIn: true,
      async submit(visit, sent) {
        if (sent.has(FILL)) return newKey(visit, sent);
        const body = keyRequest(sent, deps.clock.now());
        const result = await attempt(() => createOwnKey(deps, callerOf(visit), body, initiatorOf(visit)));
        return "error" in result ? newKey(visit, sent, result.error) : newKeyPage(dashboard, result.data);
      },
    }),
    ...keyConfirmationPages(dashboard),
    ...keyRevocationPages(dashboard),
  ];
}

async function keysPage({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { keys } = await api.call(visit, "list_keys");
  const now = deps.clock.now();
  const [ended, inForce] = [keys.filter((key) => isEnded(key, now)), keys.filter((key) => !isEnded(key, now))];
  const columns = keyColumns(visit, now);
  return {
    title: tr("API Keys"),
    lead: tr("Your servers and agents call the gateway with these keys."),
    action: (
      <LinkButton kind="primary" href={NEW_PATH}>
        {rich("{icon}New key", { icon: <Icon name="plus" /> })}
      </LinkButton>
    ),
    body: (
      <>
        {inForce.length > 0 ? <Table caption={tr("API keys")} columns={columns} rows={inForce} /> : <NoKeys />}
        {ended.length > 0 ? (
          <div class="section">
            <Disclosure summary={tr("Revoked and expired ({count})", { count: ended.length })}>
              <Table caption={tr("Revoked and expired keys")} columns={columns} rows={ended} />
            </Disclosure>
          </div>
        ) : null}
        <SessionsHint />
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_keys")} id="keys" />
      </>
    ),
  };
}

const NoKeys = (): Markup => (
  <Empty title={tr("No active keys")}>
    <p class="muted">
      {tr("A key lets your program call the providers that you have connected, as you and within your limits.")}
    </p>
    <LinkButton kind="primary" href={NEW_PATH}>
      {tr("New key")}
    </LinkButton>
  </Empty>
);

function KeyState({ of: key, now }: { of: Key; now: number }): Markup {
  if (key.revoked_at !== null) return <Status tone="bad">{tr("Revoked")}</Status>;
  if (isEnded(key, now)) return <Status tone="bad">{tr("Expired")}</Status>;
  if (endsSoon(key, now)) return <Status tone="warning">{tr("Expires soon")}</Status>;
  return <Status tone="good">{tr("Active")}</Status>;
}

function keyColumns(visit: PageRequest, now: number): Column<Key>[] {
  const { reader } = visit;
  return [
    {
      title: tr("Key"),
      cell: (key) => (
        <>
          <bdi class="strong" id={keyAnchor(key.id)}>
            {key.name ?? tr("Without a name")}
          </bdi>
          <br />
          <code class="muted">{maskedKey(key)}</code>
        </>
      ),
    },
    { title: tr("Permissions"), hideOnNarrow: true, cell: (key) => <KeyWords of={key} /> },
    { title: tr("State"), cell: (key) => <KeyState of={key} now={now} /> },
    {
      title: tr("Last use"),
      hideOnNarrow: true,
      cell: ({ id, last_used_at }) =>
        last_used_at === null ? (
          <span class="muted">{tr("never")}</span>
        ) : (
          <a href={`/settings/usage?key_id=${id}`}>
            <Time reader={reader} at={last_used_at} />
          </a>
        ),
    },
    {
      title: tr("Created"),
      hideOnNarrow: true,
      cell: (key) => <Time reader={reader} at={key.created_at} format="day" />,
    },
    {
      title: tr("Expires"),
      hideOnNarrow: true,
      cell: (key) => <Time reader={reader} at={key.expires_at} format="day" />,
    },
    {
      title: "",
      cell: (key) =>
        isEnded(key, now) ? null : (
          <>
            <a class="button small" href={`${PATH}/${key.id}/${key.confirm_destructive ? "stop-asking" : "ask-first"}`}>
              {key.confirm_destructive ? tr("Stop asking") : tr("Ask first")}
              <span class="visually-hidden"> {maskedKey(key)}</span>
            </a>{" "}
            <a
              class="button small"
              href={`${PATH}/${key.id}/${key.record_evidence ? "stop-recording" : "record-evidence"}`}
            >
              {key.record_evidence ? tr("Stop recording") : tr("Record")}
              <span class="visually-hidden"> {maskedKey(key)}</span>
            </a>{" "}
            <a class="button small" href={`${PATH}/${key.id}/revoke`}>
              {rich("Revoke{key}", { key: <span class="visually-hidden"> {maskedKey(key)}</span> })}
            </a>
          </>
        ),
    },
  ];
}

/** The first permissions, and how many more there are. */
function KeyWords({ of: { permissions, partner_only, confirm_destructive, record_evidence } }: { of: Key }): Markup {
  const words = permissions ?? ["everything"];
  const first = [
    ...(partner_only ? ["only connected accounts"] : []),
    ...(confirm_destructive ? [tr("asks before destructive calls")] : []),
    ...(record_evidence ? ["records evidence"] : []),
  ];
  return <Words first={first} words={words} />;
}

/** A call that the key may make. */
function firstCall({ api, deps }: Dashboard, { key, permissions, partner_only }: Key & { key: string }): string {
  const [list, needs] = partner_only
    ? (["list_accounts", "gateway:accounts.read"] as const)
    : (["list_integrations", "gateway:integrations.read"] as const);
  const isAccountMissing = partner_only && !allows(permissions, needs);
  const line = allows(permissions, needs)
    ? api.lineOf(list)
    : api.lineOf("search_tools", { params: { query: "mail" } });
  const headers: Record<string, string> = isAccountMissing ? { "X-Account-Id": "customer-42" } : {};
  return curlOf({ baseUrl: deps.baseUrl, line, id: "first-call", headers }).replace("$KEY", () => key);
}

function newKeyPage(dashboard: Dashboard, created: Key & { key: string }): View {
  return {
    title: tr("Your new key"),
    isSecret: true,
    body: (
      <div class="fields key-form">
        <Notice tone="warning">
          {tr("This is the only time that you can see it. Store it with your program’s secrets.")}
        </Notice>
        <div>
          <h2 id="key-title">{created.name ?? tr("Key")}</h2>
          <Code id="key" label={tr("Copy the key")}>
            {created.key}
          </Code>
        </div>
        <div>
          <h2>{tr("Try it")}</h2>
          <Code id="first-call" label={tr("Copy curl")}>
            {firstCall(dashboard, created)}
          </Code>
        </div>
        <div class="form-foot">
          <LinkButton kind="primary" href={PATH}>
            {tr("I have saved it")}
          </LinkButton>
        </div>
      </div>
    ),
  };
}
