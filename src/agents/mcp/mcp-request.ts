// One request of an MCP client on its way through the gateway: who calls, for whom, and how its tools are run.
import type { InputRequiredResult } from "@modelcontextprotocol/server";
import { isAnyUsable } from "../../connections/integrations/access.ts";
import { accountNotFound } from "../../foundation/errors.ts";
import { boundOwnerOf, type Caller } from "../../identity/keys/model.ts";
import { mayUseTool } from "../../identity/keys/session-rights.ts";
import type { Owner } from "../../identity/owner.ts";
import { NO_BODY } from "../../metering/long-lived/bodies.ts";
import { runAs, type ToolCalls } from "../../providers/calls/execute.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Deps } from "../../server/deps.ts";
import { tooLarge } from "../../web/http/arriving-body.ts";
import { externalIdOf } from "../../web/pipeline/account-header.ts";
import type { Confirmation } from "../../web/pipeline/confirmation.ts";
import { idempotencyKeyOf } from "../../web/pipeline/idempotency-key.ts";
import type { DispatchedRequest, Incoming } from "../../web/pipeline/route.ts";
import { executeSchemas } from "../tools/arguments.ts";
import type { IntegrationSignal } from "./integration-signal.ts";
import type { McpOptions } from "./options.ts";
import type { Sdk } from "./sdk.ts";

export interface McpRequest {
  deps: Deps;
  sdk: Sdk;
  calls: ToolCalls;
  integrationSignal: IntegrationSignal;
  caller: Caller;
  incoming: Incoming;
  options: McpOptions;
  /** Bytes of the request's body, of which the arguments are part. */
  size: number;
  run: DispatchedRequest["run"];
  /** The headers of the endpoint's response: once there are any, the request is counted and logged as the endpoint's. */
  callHeaders: Headers | null;
  /** The tools of a response to `tools/list`, as JSON text. */
  listedTools: string | null;
  /** Whether the response can be a stream, on which clients of 2025 are asked. */
  canAsk: boolean;
  /** Whether a sign-in with more rights would admit the call. */
  lacksScope: boolean;
  /** In the revisions of 2025: what the call asks the person, and what they answered. */
  pendingElicitation: InputRequiredResult | null;
  elicitationResult: { state: string; responses: Record<string, unknown> } | null;
}

/** Whose integrations apply. The request's own checks have refused what must not get here. */
export async function ownerOf({ deps, caller, incoming }: McpRequest): Promise<Owner> {
  const bound = boundOwnerOf(caller);
  if (bound) return bound;
  const externalId = externalIdOf(incoming.request);
  if (externalId === null) return { userId: caller.userId, accountId: null };
  const account = await deps.accounts.findByExternalId(caller.userId, externalId);
  if (!account) throw accountNotFound(externalId);
  return { userId: caller.userId, accountId: account.id };
}

/** Whether the key, session, or what a person granted, and the connection's choice of providers admit a tool. */
export function isOffered(mcpRequest: McpRequest, endpoint: RegisteredEndpoint): boolean {
  return isChosen(mcpRequest, endpoint) && mayUseTool(mcpRequest.caller, endpoint);
}

export function isChosen({ options }: McpRequest, { provider }: RegisteredEndpoint): boolean {
  return !options.providers || options.providers.has(provider.id);
}

export async function isConnected({ deps }: McpRequest, owner: Owner, endpoint: RegisteredEndpoint): Promise<boolean> {
  const integrations = await deps.integrations.listByOwner(owner);
  return isAnyUsable(integrations.get(endpoint.provider.id), endpoint);
}

export interface ExecuteOptions {
  /** Replaces the client's Idempotency-Key. */
  onceKey?: string | undefined;
  confirmation?: Confirmation;
}

/** Calls a tool as a call by name does, with the client's own request for who calls and for whom. */
export async function execute(
  mcpRequest: McpRequest,
  endpoint: RegisteredEndpoint,
  args: Record<string, unknown>,
  { onceKey, confirmation }: ExecuteOptions = {},
): Promise<Response> {
  const { deps, incoming, calls, run, size } = mcpRequest;
  const to = calls(endpoint);
  const { maxBodyBytes } = executeSchemas(endpoint);
  const error = size > maxBodyBytes ? tooLarge(maxBodyBytes) : undefined;
  const inner: Incoming = {
    ...incoming,
    arrival: NO_BODY,
    message: { args, idempotencyKey: onceKey ?? idempotencyKeyOf(incoming.request) },
    hasTool: (tool) => isChosen(mcpRequest, tool),
    ...(confirmation && { confirmation }),
  };
  const response = await runAs(deps, error ? { ...to, error } : to, inner, run);
  incoming.series = inner.series;
  incoming.providerMs = inner.providerMs;
  mcpRequest.callHeaders = response.headers;
  return response;
}
