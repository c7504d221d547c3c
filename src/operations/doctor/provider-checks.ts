// Which providers people can connect: by an OAuth app of whatever source, or without one.
import type { Config } from "../../foundation/config/config.ts";
import { isPlaceholder } from "../../foundation/config/placeholders.ts";
import { providerVariable } from "../../foundation/config/provider-settings.ts";
import type { Provider } from "../../plugin/index.ts";
import { type Check, failed, passed, warned } from "./check.ts";

export interface ProviderChecks {
  config: Pick<Config, "provider">;
  plugins: readonly Provider[];
  /** Settings that do not fit their plugin, by its id. */
  errors: ReadonlyMap<string, readonly string[]>;
  /** Ids of the providers whose OAuth app an operator has entered; null where the database could not be read. */
  entered: ReadonlySet<string> | null;
}

/** A line for each provider that is set up or wrong, and one for all others together. */
export function providerChecks({ config, plugins, errors, entered }: ProviderChecks): Check[] {
  const checks: Check[] = [];
  const [withoutApp, missing]: [string[], string[]] = [[], []];
  for (const { id, name, auth } of plugins) {
    const check = `provider ${id}`;
    const wrong = errors.get(id) ?? [];
    checks.push(...wrong.map((message) => failed(check, message)));
    if (wrong.length > 0) continue;
    const { clientId, clientSecret } = config.provider(id);
    if (clientId && clientSecret) {
      // A line of the settings says that a placeholder connects nobody.
      if (!isPlaceholder(clientId) && !isPlaceholder(clientSecret)) checks.push(passed(check, `${name} is set up`));
      if (entered?.has(id)) checks.push(warned(check, overridden(id, name)));
    } else if (clientId || clientSecret) {
      checks.push(half(id, clientId ? "ID" : "SECRET", entered?.has(id) === true));
    } else if (entered?.has(id)) checks.push(passed(check, `${name} is set up: an operator has entered its OAuth app`));
    else if (auth.oauth2) missing.push(id);
    else withoutApp.push(id);
  }
  return [...checks, ...summary(withoutApp, missing, entered !== null)];
}

const overridden = (id: string, name: string) =>
  `an operator has entered an OAuth app for ${name}, and that of the settings is used: remove the entered one, or ${providerVariable(id, "client_id")}`;

/** With an entered app, which is then used, people can connect all the same. */
function half(id: string, present: "ID" | "SECRET", isEntered: boolean): Check {
  const absent = providerVariable(id, `client_${present === "ID" ? "SECRET" : "ID"}`);
  if (!isEntered) return failed(`provider ${id}`, `half set up: set ${absent} too`, `set ${absent}`);
  const remedy = `set ${absent} too, or remove ${providerVariable(id, `client_${present}`)}`;
  return warned(`provider ${id}`, `half set up, so that the OAuth app that an operator has entered is used: ${remedy}`);
}

function summary(withoutApp: readonly string[], missing: readonly string[], isEnteredKnown: boolean): Check[] {
  const unknown = isEnteredKnown
    ? ""
    : " (whether an operator has entered one is unknown while the database is not read)";
  const lines = [
    ...(withoutApp.length > 0 ? [`no OAuth app needed: ${withoutApp.join(", ")}`] : []),
    ...(missing.length > 0
      ? [
          `no OAuth app of yours${unknown}: ${missing.join(", ")}; set <ID>_CLIENT_ID and <ID>_CLIENT_SECRET, or enter one at the dashboard, for those that you need`,
        ]
      : []),
  ];
  return lines.length > 0 ? [passed("providers", lines.join(". "))] : [];
}
