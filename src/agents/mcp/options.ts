// What the query of /mcp chooses: which tools are listed, of which providers, and what is confirmed first.
import { type Static, Type as t } from "@sinclair/typebox";
import { parseRedirectUrl } from "../../connections/connect/redirect.ts";
import type { InputError } from "../../foundation/errors.ts";
import { checkText } from "../../foundation/schema/check.ts";
import type { Deps } from "../../server/deps.ts";

export const McpQuery = t.Object({
  tools: t.Optional(
    t.Union([t.Literal("connected"), t.Literal("search")], {
      description:
        "Which tools are listed: all tools of the connected integrations, or five tools that search and call. The default depends on the number of tools.",
    }),
  ),
  providers: t.Optional(
    t.String({ minLength: 1, maxLength: 500, description: "Only these providers, separated by commas: google,slack." }),
  ),
  confirm: t.Optional(
    t.Literal("destructive", {
      description:
        "destructive: the user confirms each destructive call. A key or sign-in can require that too, regardless of this option.",
    }),
  ),
  connect_url: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 2_048,
      format: "uri",
      description:
        "With X-Account-Id: your own page where the account's person connects a provider; its origin is among your redirect origins.",
    }),
  ),
});

export interface McpOptions extends Omit<Static<typeof McpQuery>, "providers"> {
  /** Null for all. */
  providers: ReadonlySet<string> | null;
}

/** The query's options; null where it is not valid, which `optionErrors` and the schema say. */
export function optionsOf(deps: Pick<Deps, "registry" | "config">, url: string): McpOptions | null {
  const result = checkText(McpQuery, new URL(url).searchParams, "query");
  if (!("value" in result)) return null;
  const { providers, ...rest } = result.value as Static<typeof McpQuery>;
  if (optionErrors(deps, result.value).length > 0) return null;
  return { ...rest, providers: providers === undefined ? null : new Set(providers.split(",")) };
}

export function optionErrors(
  { registry, config }: Pick<Deps, "registry" | "config">,
  { providers, connect_url: url }: Record<string, unknown>,
): InputError[] {
  const parsed = typeof url === "string" ? parseRedirectUrl(url, config.environment === "development") : "";
  const ofUrl = typeof parsed === "string" ? [] : parsed;
  return [
    ...ofUrl.map(
      ({ message }): InputError => ({
        in: "query",
        path: "/connect_url",
        message: message.replace("redirect_url", "connect_url"),
      }),
    ),
    ...(typeof providers === "string" ? providerErrors(registry, providers) : []),
  ];
}

function providerErrors(registry: Deps["registry"], providers: string): InputError[] {
  const unknown = providers.split(",").filter((id) => !registry.provider(id));
  const known = [...registry.providers.keys()].join(", ");
  return unknown.slice(0, 5).map((id) => ({
    in: "query",
    path: "/providers",
    message: `providers: there is no "${id.slice(0, 60)}"; it must be among ${known}.`,
  }));
}
