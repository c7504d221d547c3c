// How a request says which integration it manages: by its provider, by a connection's name too, or by its id.
import { Type as t } from "@sinclair/typebox";
import { isUuid } from "../../foundation/schema/formats.ts";

/** Which connection a request manages: a provider's, by its name where there are several, or one by its id. */
export type IntegrationRef = { provider: string; name?: string | null } | { id: string };

/** The `{provider}` of a path that manages an integration. */
export const integrationParam = t.String({
  minLength: 1,
  maxLength: 64,
  description: "A provider, such as google, or the id of one of several integrations with it.",
});

interface Named {
  params: { provider: string };
  /** What X-Connection says. */
  connection: string | null;
}

export const refOf = ({ params: { provider }, connection }: Named): IntegrationRef =>
  isUuid(provider) ? { id: provider } : { provider, name: connection };

/** The name that it gives; null without one, and beside an id. */
export const nameIn = (ref: IntegrationRef): string | null => ("id" in ref ? null : (ref.name ?? null));

/** How an error calls it. */
export const refText = (ref: IntegrationRef): string => ("id" in ref ? ref.id : ref.provider);
