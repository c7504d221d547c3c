// The settings of providers in the environment, which override the providers file.
import type { ProviderSettings } from "../../providers/upstream/target.ts";

/** The suffixes after `<ID>_` in a provider's environment variables. */
export const PROVIDER_SETTINGS = [
  "CLIENT_ID",
  "CLIENT_SECRET",
  "WEBHOOK_SECRET",
  "BOT_TOKEN",
  "EVENTS",
  "HOSTS",
] as const;

/** The environment variable of a provider's setting. */
export function providerVariable(id: string, setting: string): string {
  return `${id}_${setting}`.toUpperCase();
}

/** Names a setting by its variable where that is set, else by its place in the providers file. */
export const placesOf =
  (value: (name: string) => string | undefined) =>
  (id: string, setting: string, place = setting): string => {
    const variable = providerVariable(id, setting);
    return value(variable) === undefined ? `GATEWAY_PROVIDERS_FILE: ${id}.${place}` : variable;
  };

/** A provider's settings in the environment. */
export function providerSettings(
  value: (name: string) => string | undefined,
  id: string,
  names: readonly string[],
  ofFile: Record<string, string> | undefined,
): ProviderSettings {
  const own = (setting: (typeof PROVIDER_SETTINGS)[number]) => value(providerVariable(id, setting));
  const [clientId, clientSecret] = [own("CLIENT_ID"), own("CLIENT_SECRET")];
  const [webhookSecret, botToken, events] = [own("WEBHOOK_SECRET"), own("BOT_TOKEN"), own("EVENTS")];
  const hosts = own("HOSTS")
    ?.split(",")
    .map((host) => host.trim());
  const declared = names.flatMap((name) => {
    const text = value(providerVariable(id, name));
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    ...(clientId && { clientId }),
    ...(clientSecret && { clientSecret }),
    ...(webhookSecret && { webhookSecret }),
    ...(botToken && { botToken }),
    ...(events && { events }),
    ...(hosts && { hosts }),
    ...(declared.length > 0 && { settings: { ...ofFile, ...Object.fromEntries(declared) } }),
  };
}
