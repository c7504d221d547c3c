// What a client of the revisions of 2025 said as it began, which its later messages do not repeat: it comes back in the session's
// id, sealed, so that any replica knows it and none keeps it.
import type { ClientCapabilities } from "@modelcontextprotocol/server";
import { DecryptionError } from "../../foundation/vault/vault.ts";
import type { Caller } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";

export const SESSION_HEADER = "mcp-session-id";
/** Longer than any id of ours. */
const MAX_ID = 500;

type Elicitation = Pick<ClientCapabilities, "elicitation">;

/** The id for a client that can ask its person something; null for every other, which needs none. */
export function sessionIdOf(
  { vault }: Pick<Deps, "vault">,
  caller: Pick<Caller, "id">,
  { method, params }: Record<string, unknown>,
): string | null {
  if (method !== "initialize") return null;
  const { capabilities } = (params ?? {}) as { capabilities?: ClientCapabilities };
  const elicitation = capabilities?.elicitation;
  if (typeof elicitation !== "object" || elicitation === null) return null;
  const said = { form: elicitation.form !== undefined || !elicitation.url, url: elicitation.url !== undefined };
  return vault.seal(JSON.stringify(said), contextOf(caller));
}

/** Empty for a client without a session, or with one that is not this caller's. */
export function capabilitiesOf(
  { vault }: Pick<Deps, "vault">,
  caller: Pick<Caller, "id">,
  { headers }: Pick<Request, "headers">,
): Elicitation {
  const id = headers.get(SESSION_HEADER);
  if (id === null || id.length > MAX_ID) return {};
  try {
    const { form, url } = JSON.parse(vault.open(id, contextOf(caller))) as { form: boolean; url: boolean };
    return { elicitation: { ...(form && { form: {} }), ...(url && { url: {} }) } };
  } catch (error) {
    if (error instanceof DecryptionError) return {};
    throw error;
  }
}

const contextOf = ({ id }: Pick<Caller, "id">) => JSON.stringify(["mcp-session", id]);
