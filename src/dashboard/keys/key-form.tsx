/** @jsxImportSource #pages */
// The form of a new API key: its name, what it may do, whom it serves, and when it ends.
import { pluginTexts } from "../../connections/connect/plugin-texts.ts";
import type { AppError } from "../../foundation/errors.ts";
import { allows, GATEWAY_PERMISSIONS } from "../../identity/keys/permissions.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { Button, LinkButton } from "../../web/pages/components.tsx";
import { Check, CheckGroup, CheckGroups, FormError, fieldError, Radio, TextField } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, pageLanguage, rich, tr } from "../../web/pages/messages.ts";
import { ExpiryFields, expiryOf } from "../expiry.tsx";
import { FormToken } from "../form-token.tsx";
import { KEYS_PATH } from "../paths.ts";
import { filledIn, type Preset, PresetField } from "../presets.tsx";
import type { PageRequest } from "../visit.ts";

/** What each of the gateway's own permissions allows. */
const OWN_PERMISSION_LABELS: Record<(typeof GATEWAY_PERMISSIONS)[number], Message> = {
  "gateway:accounts.read": message("List connected accounts"),
  "gateway:accounts.write": message("Create, change and delete connected accounts"),
  "gateway:integrations.read": message("List integrations"),
  "gateway:integrations.write": message("Connect and disconnect"),
  "gateway:shares.manage": message("Lend connections, and accept those of others"),
  "gateway:usage.read": message("Read the usage log"),
  "gateway:audit.read": message("Read the audit log"),
  "gateway:inbox.read": message("Read the inbox"),
  "gateway:inbox.write": message("Mark events as read"),
  "gateway:keys.read": message("List API keys and AI clients"),
  "gateway:keys.write": message("Revoke API keys and the access of AI clients"),
  "gateway:agent_sessions.read": message("List agent sessions"),
  "gateway:agent_sessions.write": message("Create, change and end agent sessions"),
  "gateway:policies.read": message("Read the rules on calls"),
  "gateway:policies.write": message("Change the rules on calls"),
  "gateway:approvals.read": message("See calls that wait for approval"),
  "gateway:approvals.decide": message("Approve or deny calls that wait"),
  "gateway:export.read": message("Export all stored data, without secrets"),
  "gateway:partner.manage": message("Change the brand, redirect origins, OAuth apps and webhook endpoints"),
};

/** What every preset adds, so that a program can see what it may use. */
const OWN = "gateway:integrations.read";

/** `sent` with the permissions of a preset. */
export const keyWith = (sent: URLSearchParams, { value, permissions }: Preset): URLSearchParams =>
  filledIn(
    sent,
    value === "" ? { access: "all", permission: [] } : { access: "some", permission: [OWN, ...permissions] },
  );

/** How a key is recognised without its text. */
export const maskedKey = ({ prefix, last_four }: { prefix: string; last_four: string }) => `${prefix}…${last_four}`;

/** The request of the admin API that a form stands for. */
export function keyRequest(form: URLSearchParams, now: number): Record<string, unknown> {
  const name = (form.get("name") ?? "").trim();
  const expiresAt = expiryOf(form, now);
  return {
    ...(name !== "" && { name }),
    ...(form.get("access") === "some" && { permissions: withoutCovered(form.getAll("permission")) }),
    ...(form.get("partner_only") === "true" && { partner_only: true }),
    ...(form.get("confirm_destructive") === "true" && { confirm_destructive: true }),
    ...(form.get("record_evidence") === "true" && { record_evidence: true }),
    ...(expiresAt !== null && { expires_at: expiresAt }),
  };
}

/** Each permission that no wider one among them allows already. */
export function withoutCovered(permissions: readonly string[]): string[] {
  const wide = permissions.filter((one) => one.endsWith("*"));
  return [...new Set(permissions)].filter((one) => !wide.some((other) => other !== one && allows([other], one)));
}

/** What is stored where evidence is recorded, and for how long. */
export const evidenceNote = (days: number) =>
  tr(
    "Arguments and responses of calls to providers stay for {days, plural, one {a day} other {# days}}, encrypted, without secrets and files. Members of the team see them, and keys that may read the usage log.",
    { days },
  );

interface KeyFormProps {
  visit: PageRequest;
  registry: Registry;
  action: string;
  /** For which evidence stays. */
  days: number;
  /** What the form can begin with, and which of it was chosen. */
  presets?: { presets: readonly Preset[]; chosen: string };
  /** What was sent, where it has errors, or a preset. */
  form?: URLSearchParams;
  error?: AppError;
}

export const KeyForm = ({ visit, registry, action, days, presets, form, error }: KeyFormProps): Markup => (
  <form method="post" action={action} class="fields key-form">
    <FormToken visit={visit} />
    <FormError
      error={error}
      fields={["name", "permissions", "expires_at", ...(visit.user?.caller.partner ? ["partner_only"] : [])]}
    />
    {presets ? <PresetField {...presets} main={{ title: tr("Create the key") }} /> : null}
    <TextField
      name="name"
      label={tr("Name")}
      value={form?.get("name")}
      maxLength={100}
      placeholder={tr("Production server")}
      autocomplete="off"
      isFocused={form === undefined}
      error={fieldError(error, "name")}
      hint={tr("To tell keys apart.")}
    />
    <Permissions visit={visit} registry={registry} form={form} errorText={fieldError(error, "permissions")} />
    <fieldset>
      <legend>{tr("Before destructive calls")}</legend>
      <Check name="confirm_destructive" value="true" isChecked={form?.get("confirm_destructive") === "true"}>
        {rich(
          "Ask me first, also before it spends money <small>An AI client shows a form over MCP. Other calls wait on the page Approvals.</small>",
          { small: (inner) => <small class="muted">{inner}</small> },
        )}
      </Check>
    </fieldset>
    {visit.user?.caller.partner ? <PartnerOnly form={form} errorText={fieldError(error, "partner_only")} /> : null}
    <fieldset>
      <legend>{tr("Evidence")}</legend>
      <Check name="record_evidence" value="true" isChecked={form?.get("record_evidence") === "true"}>
        {rich("Record what its calls send and get {days}", { days: <small class="muted">{evidenceNote(days)}</small> })}
      </Check>
    </fieldset>
    <ExpiryFields label={tr("Expires")} form={form} errorText={fieldError(error, "expires_at")} />
    <div class="form-foot">
      <Button kind="primary">{tr("Create the key")}</Button>
      <LinkButton kind="quiet" href={KEYS_PATH}>
        {tr("Cancel")}
      </LinkButton>
    </div>
  </form>
);

export const FieldErrorLine = ({ children }: { children: string | null }): Markup =>
  children === null ? (
    NOTHING
  ) : (
    <div class="field">
      <p class="field-error">{children}</p>
    </div>
  );

const PartnerOnly = ({ form, errorText }: { form: URLSearchParams | undefined; errorText: string | null }): Markup => (
  <fieldset>
    <legend>{tr("Which integrations it uses")}</legend>
    <Check name="partner_only" value="true" isChecked={form?.get("partner_only") === "true"}>
      {tr("Only connected accounts, never your own integrations")}
    </Check>
    <FieldErrorLine>{errorText}</FieldErrorLine>
  </fieldset>
);

interface PermissionsProps {
  visit: PageRequest;
  registry: Registry;
  form: URLSearchParams | undefined;
  errorText: string | null;
}

function Permissions({ visit, registry, form, errorText }: PermissionsProps): Markup {
  const isSome = form?.get("access") === "some";
  const chosen = new Set(form?.getAll("permission"));
  const own = GATEWAY_PERMISSIONS.filter((one) => visit.user?.caller.partner || one !== "gateway:partner.manage");
  return (
    <fieldset>
      <legend>{tr("What it may do")}</legend>
      <Radio name="access" value="all" isChecked={!isSome}>
        {rich(
          "Everything <span>except what must be named: gateway:keys, gateway:shares, gateway:partner.manage and proxy.use</span>",
          {
            span: (inner) => <span class="muted">{inner}</span>,
          },
        )}
      </Radio>
      <Radio name="access" value="some" isChecked={isSome}>
        {tr("Only these")}
      </Radio>
      <FieldErrorLine>{errorText}</FieldErrorLine>
      <CheckGroups id="permissions" label={tr("Find a permission")}>
        <CheckGroup title={tr("The gateway’s own")} isOpen>
          <div class="checks">
            {own.map((permission) => (
              <PermissionCheck permission={permission} text={tr(OWN_PERMISSION_LABELS[permission])} chosen={chosen} />
            ))}
          </div>
        </CheckGroup>
        {[...registry.providers.values()].map((provider) => (
          <ProviderPermissions provider={provider} chosen={chosen} />
        ))}
      </CheckGroups>
    </fieldset>
  );
}

export function ProviderPermissions({ provider, chosen }: { provider: Provider; chosen: ReadonlySet<string> }): Markup {
  const { id, name, services } = provider;
  const own = pluginTexts(provider, pageLanguage());
  return (
    <CheckGroup
      title={name}
      note={countText(provider, chosen)}
      isOpen={[...chosen].some((one) => one.startsWith(`${id}:`))}
    >
      <PermissionCheck permission={`${id}:*`} text={tr("Everything of {name}", { name })} chosen={chosen} />
      {Object.entries(services).map(([service, actions]) => (
        <div class="checks">
          {Object.keys(actions).map((action) => {
            const permission = `${service}.${action}`;
            return (
              <PermissionCheck
                permission={`${id}:${permission}`}
                title={permission}
                {...own.permission(permission)}
                chosen={chosen}
              />
            );
          })}
        </div>
      ))}
    </CheckGroup>
  );
}

/** How many permissions the group has, and how many of them are chosen. */
function countText({ id, services }: Provider, chosen: ReadonlySet<string>): string {
  const all = Object.entries(services).flatMap(([service, actions]) =>
    Object.keys(actions).map((action) => `${id}:${service}.${action}`),
  );
  const count = chosen.has(`${id}:*`) ? all.length : all.filter((one) => chosen.has(one)).length;
  return count > 0 ? tr("{count} of {total}", { count, total: all.length }) : String(all.length);
}

const PermissionCheck = (props: {
  permission: string;
  /** The permission as its group has it: within a provider's, without the provider. */
  title?: string;
  text: string;
  lang?: string;
  chosen: ReadonlySet<string>;
}): Markup => (
  <Check name="permission" value={props.permission} isChecked={props.chosen.has(props.permission)}>
    <code>{props.title ?? props.permission}</code>
    <small lang={props.lang}>{props.text}</small>
  </Check>
);
