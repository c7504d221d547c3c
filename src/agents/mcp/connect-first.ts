// Calls whose integration is not there or has ended: the person is sent to connect it, and the call goes on afterwards.
import { canConnect, notSetUpText } from "../../connections/connect/authorize.ts";
import { isAnyUsable, isOff as isServiceOff, isUsable } from "../../connections/integrations/access.ts";
import { ownAmong } from "../../connections/integrations/choice.ts";
import type { Connection } from "../../connections/integrations/model.ts";
import { basePathOf } from "../../dashboard/addresses.ts";
import { allows } from "../../identity/keys/permissions.ts";
import type { Owner } from "../../identity/owner.ts";
import { redirectOriginsOf } from "../../identity/partners/origins.ts";
import type { Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Deps } from "../../server/deps.ts";
import { connectionOf } from "../../web/pipeline/connection-header.ts";
import { CONNECTION } from "../tools/connection-choice.ts";
import type { ResumableCall, ToolResult } from "./call-tool.ts";
import { type McpRequest, ownerOf } from "./mcp-request.ts";
import { sealState } from "./request-state.ts";
import { errorResult } from "./results.ts";

/** How long a call waits for the end of a connect, which the client reports when the page opens. */
const WAIT_MS = 25_000;
const CONNECTABLE = ["PERMISSION_DENIED", "INTEGRATION_EXPIRED", "INTEGRATION_REVOKED"];

/** Whether connecting the provider would admit a refused call. */
export async function mustConnect(
  mcpRequest: McpRequest,
  { endpoint, args }: { endpoint: RegisteredEndpoint; args: Record<string, unknown> },
  response: Response,
): Promise<boolean> {
  const { deps, caller } = mcpRequest;
  if (!CONNECTABLE.includes(response.headers.get("x-error-code") ?? "")) return false;
  // An agent session has what its maker gave it, and nobody behind it who could connect more.
  if (caller.kind === "agent_session") return false;
  if (!endpoint.permissions.every((one) => allows(caller.permissions, one))) return false;
  const own = (await deps.integrations.listByOwner(await ownerOf(mcpRequest))).get(endpoint.provider.id) ?? [];
  const rows = meant(own, connectionIn(mcpRequest, args));
  if (own.length > 0 && rows.length === 0) return false;
  // Only its lender can connect what is borrowed.
  if (rows.some(({ share }) => share)) return false;
  const hasEnded = ({ status }: Connection) => status === "expired" || status === "revoked";
  const lacksScope = (row: Connection) =>
    row.status === "active" &&
    !endpoint.needs.some((permission) => isServiceOff(row, endpoint.provider, permission)) &&
    !isUsable(row, endpoint);
  return rows.length === 0 || rows.every(hasEnded) || rows.every(lacksScope);
}

/** What a call names: by its argument, else by the request's header. */
export const connectionIn = ({ incoming }: McpRequest, { [CONNECTION]: named }: Record<string, unknown>) =>
  typeof named === "string" ? named : connectionOf(incoming.request);

/** The connection that is named, else the one that the owner has chosen, else all of its own. */
function meant(rows: readonly Connection[], connection: string | null): readonly Connection[] {
  if (connection !== null) return rows.filter(({ name }) => name === connection);
  const own = ownAmong(rows);
  const chosen = own.filter(({ isDefault }) => isDefault);
  return chosen.length > 0 ? chosen : own;
}

/** A whole endpoint, or only a provider: then any active integration will do. */
type Requirement = Pick<RegisteredEndpoint, "provider"> &
  Partial<Pick<RegisteredEndpoint, "service" | "needs">> & { connection?: string | null };

/** Whether the integration is there, at the latest after 25 seconds; at once unless `waits`. */
export async function waitUntilConnected(mcpRequest: McpRequest, wanted: Requirement, waits = true): Promise<boolean> {
  const { deps, integrationSignal, incoming } = mcpRequest;
  const owner = await ownerOf(mcpRequest);
  const isConnectedNow = async () => {
    const rows = meant(
      (await deps.integrations.listByOwner(owner)).get(wanted.provider.id) ?? [],
      wanted.connection ?? null,
    );
    return isAnyUsable(rows, { provider: wanted.provider, service: wanted.service ?? "", needs: wanted.needs ?? [] });
  };
  if (!waits) return isConnectedNow();
  const { promise: isOver, resolve: stop } = Promise.withResolvers<void>();
  let wake = () => {};
  // Before the first look: a change during it is not missed.
  const unsubscribe = integrationSignal.subscribe(owner.userId, () => wake());
  const timer = setTimeout(stop, WAIT_MS);
  const { signal } = incoming.request;
  signal.addEventListener("abort", () => stop(), { once: true });
  try {
    let isLate = false;
    void isOver.then(() => {
      isLate = true;
      wake();
    });
    for (;;) {
      const next = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (await isConnectedNow()) return true;
      if (isLate) return false;
      await next;
    }
  } finally {
    clearTimeout(timer);
    unsubscribe();
  }
}

/**
 * Sends the person to a page that only they can use: their own dashboard, or for an account the partner's page. The link holds
 * no secret, so another person who opens it connects nothing of theirs to this caller.
 */
export async function connectFirst(
  mcpRequest: McpRequest,
  call: ResumableCall,
  { provider, nonce }: { provider: Provider; nonce: string | null },
): Promise<ToolResult> {
  const { deps, sdk } = mcpRequest;
  const owner = await ownerOf(mcpRequest);
  const code = "PERMISSION_DENIED";
  const missing = `${provider.name} is not connected, or its access has ended.`;
  if (!(await canConnect(deps, owner, provider)))
    return errorResult(code, notSetUpText(provider, owner), "Tell the user, and do not ask them to connect it.");
  const url =
    owner.accountId === null ? dashboardUrl(deps, owner, provider) : await partnerUrl(mcpRequest, owner, provider);
  if (url === null)
    return errorResult(
      code,
      missing,
      "Only the product that manages this account can connect it. Ask the user to connect it there.",
    );
  if (call.continuation?.step === "connect")
    return errorResult(code, missing, `The user has not finished connecting yet: ${url}`, "Call again when they have.");
  if (!call.capabilities.elicitation?.url)
    return errorResult(code, missing, `Ask the user to open ${url} and connect it there, then call again.`);
  const { inputRequired } = sdk;
  const message = `Connect ${provider.name} to continue the call. You may need to sign in first.`;
  return inputRequired({
    inputRequests: { connect: inputRequired.elicitUrl({ message, url }) },
    requestState: sealState(deps, call.binding, { step: "connect", nonce }),
  });
}

/** The user's own page: a person who acts for several users connects for the one who asks, and nobody else gets any further. */
function dashboardUrl({ baseUrl }: Pick<Deps, "baseUrl">, { userId }: Owner, { id }: Provider): string {
  return `${baseUrl}${basePathOf(userId)}/integrations?connect=${encodeURIComponent(id)}`;
}

/** Only where the partner has listed the page's origin: a stolen key must not send people elsewhere. */
async function partnerUrl({ deps, options }: McpRequest, owner: Owner, { id }: Provider): Promise<string | null> {
  if (options.connect_url === undefined) return null;
  const url = new URL(options.connect_url);
  const { origins } = await redirectOriginsOf(deps, owner.userId);
  if (!origins.includes(url.origin)) return null;
  url.searchParams.set("provider", id);
  return url.href;
}
