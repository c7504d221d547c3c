// A connection as Nango's API returns it with its credentials (`GET /connections/{id}`), as an entry of an import.

import type { Provider } from "../../plugin/index.ts";
import { callbackValuesOf, tenantFieldsOf } from "../../providers/upstream/tenant.ts";
import type { Deps } from "../../server/deps.ts";

type Json = Record<string, unknown>;

const objectAt = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};

/**
 * The entry; what cannot be moved is left out, so that its check says what is missing. The account is the end user's id, as the
 * application calls it, or else the connection's.
 */
export function fromNango(
  { registry }: Pick<Deps, "registry">,
  value: unknown,
  names: Readonly<Record<string, string>>,
): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const connection = value as Json;
  const { provider, provider_config_key: key, connection_id: id, end_user, connection_config } = connection;
  const named = [key, provider].find((one) => typeof one === "string" && Object.hasOwn(names, one));
  const ours = typeof named === "string" ? names[named] : provider;
  const plugin = typeof ours === "string" ? registry.provider(ours) : undefined;
  const account = objectAt(end_user).id ?? id;
  return {
    ...(typeof connection.user === "string" && { user: connection.user }),
    ...(account !== undefined && { account }),
    ...(ours !== undefined && { provider: ours }),
    ...(plugin && fieldsIn(plugin, objectAt(connection_config))),
    ...credentialsIn(plugin, objectAt(connection.credentials)),
  };
}

/** Values of the tenant by their own names or those of the callback, or made of a `subdomain` as the plugin's example is. */
function fieldsIn(plugin: Provider, config: Json): { fields?: Json } {
  const examples = new Map(tenantFieldsOf(plugin).map(([name, { example }]) => [name, example]));
  const parameters = new Map(callbackValuesOf(plugin).map(([name, { parameter }]) => [name, parameter]));
  const pairs = Object.keys(plugin.tenant ?? {}).flatMap((name) => {
    const own = config[parameters.get(name) ?? name];
    if (typeof own === "string") return [[name, own]];
    const domain = /^[^.]+(\..+)$/.exec(examples.get(name) ?? "")?.[1];
    return typeof config.subdomain === "string" && domain ? [[name, `${config.subdomain}${domain}`]] : [];
  });
  return pairs.length === 0 ? {} : { fields: Object.fromEntries(pairs) };
}

/** Maps the kinds that both know. Any other kind becomes nothing, which the entry's check refuses. */
function credentialsIn(plugin: Provider | undefined, credentials: Json): Json {
  const { access_token, refresh_token, expires_at, raw, config_override } = credentials;
  const fieldsOf = (kind: "api_key" | "basic") => Object.keys(plugin?.auth[kind]?.fields ?? {});
  switch (credentials.type) {
    case "OAUTH2": {
      const client = objectAt(config_override).client_id;
      return {
        auth: "oauth2",
        ...(typeof access_token === "string" && { access_token }),
        ...(typeof refresh_token === "string" && { refresh_token }),
        ...(typeof expires_at === "string" && { expires_at }),
        ...(typeof raw === "object" && raw !== null && { token_response: raw }),
        ...(typeof client === "string" && { client_id: client }),
      };
    }
    case "API_KEY": {
      const [name = "api_key"] = fieldsOf("api_key");
      return { auth: "api_key", credentials: { [name]: credentials.apiKey } };
    }
    case "BASIC": {
      const kind = plugin?.auth.basic || !plugin?.auth.api_key ? "basic" : "api_key";
      const [user = "username", password = "password"] = fieldsOf(kind);
      return { auth: kind, credentials: { [user]: credentials.username, [password]: credentials.password } };
    }
    case "OAUTH2_CC": {
      const { client_id, client_secret } = credentials;
      return { auth: "client_credentials", credentials: { client_id, client_secret } };
    }
    default:
      return {};
  }
}
