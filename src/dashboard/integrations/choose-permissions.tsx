/** @jsxImportSource #pages */
// Connecting with some permissions only: what the person chooses here is all that the provider is asked for.

import { type PluginTexts, pluginTexts } from "../../connections/connect/plugin-texts.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import { permissionsOf, scopesOf } from "../../providers/registry/scopes.ts";
import { Button, LinkButton } from "../../web/pages/components.tsx";
import { Check, FormError } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { pageLanguage, rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { View } from "../pages.tsx";
import { INTEGRATIONS_PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";
import type { Integration } from "./connected-card.tsx";
import { connectPath } from "./connecting.tsx";

/** The scopes of the form's permissions; undefined for a form without a choice. Throws `VALIDATION_ERROR` for an empty one. */
export function chosenScopes(
  provider: Provider,
  form: URLSearchParams,
  extra: readonly string[],
): string[] | undefined {
  if (!form.has("chosen")) return undefined;
  const permissions = form.getAll("permission");
  if (permissions.length === 0) throw new AppError("VALIDATION_ERROR", "Choose at least one permission.");
  if (!permissions.every((one) => permissionsOf(provider).includes(one)))
    throw new AppError("VALIDATION_ERROR", `${provider.name} no longer has one of these permissions. Choose again.`);
  return [...new Set([...permissions.flatMap((permission) => scopesOf(provider, permission)), ...extra])];
}

interface Choice {
  integration: Integration | undefined;
  /** The name of the one that is connected again, where the page was asked for it. */
  connection: string | null;
  /** What was sent, and what is wrong with it. */
  form?: URLSearchParams;
  error?: AppError;
}

/** All are chosen at first; of a connected provider those that it has granted. */
export function choiceView(
  visit: PageRequest,
  provider: Provider,
  { integration, connection, form, error }: Choice,
): View {
  const granted = integration?.enabled_services.flatMap((one) => (one.is_enabled ? one.service_name : [])) ?? [];
  const chosen = new Set(form?.getAll("permission") ?? (granted.length > 0 ? granted : permissionsOf(provider)));
  return {
    title: `${integration ? tr("Reconnect") : tr("Connect")} ${provider.name}`,
    lead: tr("Choose what calls with your keys may do. {name} is asked for nothing else.", { name: provider.name }),
    error,
    body: (
      <form class="fields" method="post" action={connectPath(provider.id)} data-connects={INTEGRATIONS_PATH}>
        <FormToken visit={visit} />
        <FormError error={error} fields={[]} />
        <input type="hidden" name="chosen" value="1" />
        {connection === null ? null : <input type="hidden" name="connection" value={connection} />}
        <PermissionFields provider={provider} chosen={chosen} />
        <p class="muted small">
          {rich("{name} may grant some of these only together. The next page lists all that it is asked for.", {
            name: provider.name,
          })}
        </p>
        <div class="form-foot">
          <Button kind="primary">{tr("Continue")}</Button>
          <LinkButton kind="quiet" href={INTEGRATIONS_PATH}>
            {tr("Cancel")}
          </LinkButton>
        </div>
      </form>
    ),
  };
}

interface PermissionFieldsProps {
  provider: Provider;
  chosen: ReadonlySet<string>;
  /** Those that the connection does not have now; nothing is said of them without it. */
  lacking?: ReadonlySet<string>;
}

/** A check for each permission of a provider, by its service. */
export function PermissionFields({ provider, chosen, lacking }: PermissionFieldsProps): Markup {
  const own = pluginTexts(provider, pageLanguage());
  return (
    <>
      {Object.entries(provider.services).map(([service, actions]) => (
        <fieldset>
          <legend lang={own.service(service).lang}>{own.service(service).text}</legend>
          {Object.keys(actions).map((action) => (
            <PermissionCheck permission={`${service}.${action}`} own={own} chosen={chosen} lacking={lacking} />
          ))}
        </fieldset>
      ))}
    </>
  );
}

function PermissionCheck(props: Omit<PermissionFieldsProps, "provider"> & { permission: string; own: PluginTexts }) {
  const { permission, own, chosen, lacking } = props;
  const { text, lang } = own.permission(permission);
  return (
    <Check name="permission" value={permission} isChecked={chosen.has(permission)}>
      <span lang={lang}>{text}</span> <code class="muted small">{permission}</code>
      {lacking?.has(permission) ? <span class="muted small"> {tr("not granted now")}</span> : null}
    </Check>
  );
}
