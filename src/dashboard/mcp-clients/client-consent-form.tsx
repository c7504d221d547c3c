/** @jsxImportSource #pages */
// The form of a client's sign-in: what is known of the client, and what the person can narrow.

import type { AuthorizationRequest } from "../../agents/oauth-server/authorization-request.ts";
import { GRANT_DAYS } from "../../agents/oauth-server/grants.ts";
import { redirectHost } from "../../agents/oauth-server/redirect-uri.ts";
import type { AppError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { Button, Notice, Tag } from "../../web/pages/components.tsx";
import { Check, CheckGroups, FormError, fieldError, Radio, Select, TextField } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { formatTime } from "../../web/pages/reader.ts";
import { FormToken } from "../form-token.tsx";
import { CLIENTS_PATH } from "../paths.ts";
import { filledIn, type Preset, PresetField } from "../presets.tsx";
import type { PageRequest } from "../visit.ts";
import { clientName, DEFAULT_DAYS } from "./client-access.ts";

const DAY_MS = 86_400_000;

/** `sent` with the providers of a preset, and whether it changes anything. */
export const consentWith = (sent: URLSearchParams, { providers, isReading, value }: Preset): URLSearchParams =>
  filledIn(sent, {
    preset: value,
    access: providers ? "some" : "all",
    provider: providers ?? [],
    use: isReading ? "read" : "all",
  });

interface ConsentFormProps {
  visit: PageRequest;
  request: AuthorizationRequest;
  registry: Registry;
  /** Ids of the providers that the user has connected. */
  connected: ReadonlySet<string>;
  presets: readonly Preset[];
  /** What the form has: a preset, or what was sent. */
  sent: URLSearchParams;
  error: AppError | undefined;
  now: number;
}

export function ConsentForm(props: ConsentFormProps): Markup {
  const { visit, request, sent, error, now } = props;
  const { client, redirectUri } = request;
  const days = GRANT_DAYS.map((count) => ({
    value: String(count),
    title: `${formatTime(visit.reader, new Date(now + count * DAY_MS).toISOString(), "day")} (${count} ${count === 1 ? "day" : "days"})`,
  }));
  return (
    <form method="post" action={visit.url.pathname + visit.url.search} class="fields key-form">
      <FormToken visit={visit} />
      <FormError error={error} fields={["provider", "external_id", "days"]} />
      <Identity client={client} redirectUri={redirectUri} />
      <Whom visit={visit} sent={sent} error={error} />
      <PresetField
        presets={props.presets}
        chosen={sent.get("preset") ?? ""}
        main={{
          title: tr("Allow {client}", { client: clientName(client, redirectUri) }),
          name: "decision",
          value: "allow",
        }}
      />
      <Use request={request} sent={sent} />
      <Providers {...props} />
      <Select
        name="days"
        label={tr("Until")}
        value={sent.get("days") ?? String(DEFAULT_DAYS)}
        options={days}
        error={fieldError(error, "days")}
        hint={tr("You can revoke it at any time under Settings, AI clients. It is then refused within a second.")}
      />
      <p class="muted small">
        {rich("Its calls appear in your usage log; revoking it is audited: <a>AI clients</a>.", {
          a: (inner) => <a href={CLIENTS_PATH}>{inner}</a>,
        })}
      </p>
      <div class="form-foot wrap">
        <Button kind="primary" name="decision" value="allow">
          {rich("Allow {client}", { client: clientName(client, redirectUri) })}
        </Button>
        <Button kind="quiet" name="decision" value="deny">
          {tr("Deny")}
        </Button>
      </div>
    </form>
  );
}

/** A name is anybody's: where the client's address and the person lead is what can be checked. */
function Identity({ client, redirectUri }: Pick<AuthorizationRequest, "client" | "redirectUri">): Markup {
  const { name, host } = client;
  return (
    <>
      <dl class="facts">
        <dt>{tr("Name")}</dt>
        <dd>
          <bdi class="strong">{name ?? tr("nothing")}</bdi> <Tag tone="warning">{tr("not verified")}</Tag>
        </dd>
        <dt>{tr("Described at")}</dt>
        <dd>{host === null ? tr("no address; it registered itself here") : <bdi class="strong">{host}</bdi>}</dd>
        <dt>{tr("Redirects to")}</dt>
        <dd>
          <bdi class="strong">{redirectHost(redirectUri)}</bdi>
        </dd>
      </dl>
      <Notice tone="warning">
        {tr(
          "Continue only if you started this yourself, in a program that you trust. Anyone can send a link to this page.",
        )}
      </Notice>
    </>
  );
}

function Whom({ visit, sent, error }: Pick<ConsentFormProps, "visit" | "sent" | "error">): Markup {
  const { user } = visit;
  return (
    <fieldset>
      <legend>{tr("Whose accounts")}</legend>
      <p>
        {rich(
          user?.caller.partner
            ? "What {email} has connected, or one connected account of your partner profile:"
            : "What {email} has connected.",
          { email: <bdi class="strong">{user?.email}</bdi> },
        )}
      </p>
      {user?.caller.partner ? (
        <TextField
          name="external_id"
          label={tr("external_id of the account")}
          value={sent.get("external_id")}
          autocomplete="off"
          isCode
          hint={tr("Empty: your own. Otherwise, it can use only that account.")}
          error={fieldError(error, "external_id")}
        />
      ) : null}
    </fieldset>
  );
}

function Use({ request, sent }: Pick<ConsentFormProps, "request" | "sent">): Markup {
  const mayWrite = request.mayWrite && sent.get("use") === "all";
  return (
    <fieldset>
      <legend>{tr("What it may do")}</legend>
      {request.mayWrite ? (
        <Radio name="use" value="all" isChecked={mayWrite}>
          {rich("Read and change <span>such as sending mail, or deleting a file</span>", {
            span: (inner) => <span class="muted">{inner}</span>,
          })}
        </Radio>
      ) : null}
      <Radio name="use" value="read" isChecked={!mayWrite}>
        {tr("Read only")}
      </Radio>
      {request.mayWrite ? (
        <Check name="confirm_destructive" value="true" isChecked={sent.get("confirm_destructive") === "true"}>
          {rich(
            "Ask me before calls that delete something or spend money <span>in a form of the client, else on the page Approvals</span>",
            {
              span: (inner) => <span class="muted">{inner}</span>,
            },
          )}
        </Check>
      ) : null}
    </fieldset>
  );
}

function Providers({ registry, connected, sent, error }: ConsentFormProps): Markup {
  const isSome = sent.get("access") === "some";
  const chosen = new Set(sent.getAll("provider"));
  const errorText = fieldError(error, "provider");
  const tools = Map.groupBy(registry.endpoints, ({ provider }) => provider.id);
  return (
    <fieldset>
      <legend>{tr("Which providers")}</legend>
      <Radio name="access" value="all" isChecked={!isSome}>
        {tr("All, including those that you connect later")}
      </Radio>
      <Radio name="access" value="some" isChecked={isSome}>
        {tr("Only these")}
      </Radio>
      {errorText === null ? NOTHING : <p class="field-error">{errorText}</p>}
      <CheckGroups id="providers" label={tr("Find a provider or permission")}>
        {[...registry.providers.values()].map(({ id, name, services }) => (
          <Check name="provider" value={id} isChecked={chosen.has(id)}>
            {name} <small>{toolsOf(tools.get(id)?.length ?? 0, connected.has(id))}</small>
            <small>{permissionsIn(services)}</small>
          </Check>
        ))}
      </CheckGroups>
    </fieldset>
  );
}

/** Each service with what it allows, as in "gmail: read, send". */
const permissionsIn = (services: Provider["services"]): string =>
  Object.entries(services)
    .map(([service, actions]) => `${service}: ${Object.keys(actions).join(", ")}`)
    .join("; ");

const toolsOf = (count: number, isConnected: boolean) =>
  `${count} ${count === 1 ? "tool" : "tools"}${isConnected ? "" : ", not connected"}`;
