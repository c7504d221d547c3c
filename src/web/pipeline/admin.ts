// Carries out the operator's requests: authenticate the token, check its role, run the handler, record the act.

import { AppError, UnauthorizedError } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { networkOf } from "../../metering/limits/networks.ts";
import type { Operator } from "../../operations/admin-tokens/tokens.ts";
import type { Deps } from "../../server/deps.ts";
import { jsonResponse } from "../http/body.ts";
import { errorResponse, toAppError } from "../http/errors.ts";
import { checkInput, type Input, readBody } from "../http/input.ts";
import { ADMIN_ROLES, type AdminRole, type AdminRoute, type Reply, roleOf } from "../http/route.ts";
import { recordAdminAction } from "./admin-actions.ts";
import { bearerToken, refuseUnauthenticated } from "./authentication.ts";
import type { Incoming } from "./route.ts";

type AdminDeps = Pick<Deps, "log" | "strangers" | "adminTokens" | "audit">;

/** Responds on an operator's route, and records the request where it changes something or shows more than a viewer sees. */
export async function handleAdminRoute(
  deps: AdminDeps,
  route: AdminRoute,
  params: Record<string, string>,
  incoming: Incoming,
): Promise<Response> {
  const operator = await authenticated(deps, incoming);
  if (operator instanceof Response) return operator;
  incoming.arrival.belongsTo({ userId: null, credentialId: operator.id, address: incoming.address });
  const initiator = initiatorOf(operator, incoming);
  // Runs together with the handler: if the database hangs, both wait for it together.
  const signedIn = recordSignIn(deps, operator, initiator);
  try {
    const holder = `the token "${operator.name}"`;
    const reply = await runAdminRoute(
      deps,
      route,
      { params, incoming, initiator, role: operator.role, holder },
      signedIn,
    );
    return "response" in reply ? reply.response : jsonResponse({ data: reply.data });
  } catch (thrown) {
    // What the audit log threw is none of ours yet.
    const error = thrown instanceof AppError ? thrown : toAppError(thrown, deps.log, incoming.requestId);
    return errorResponse(error, "user");
  }
}

/** An operator's request, by token or at the dashboard. */
export interface OperatorCall {
  params: Record<string, string>;
  incoming: Pick<Incoming, "request" | "requestId" | "address" | "arrival">;
  initiator: Initiator;
  role: AdminRole;
  /** Who has the role, for the sentence that refuses. */
  holder: string;
}

/** Runs a route's handler for a caller who has the role, and records the act; throws `AppError`. */
export async function runAdminRoute(
  deps: Pick<Deps, "log" | "audit">,
  route: AdminRoute,
  { params, incoming, initiator, role, holder }: OperatorCall,
  before: Promise<void> = Promise.resolve(),
): Promise<Reply> {
  let input: Input = { params, query: {}, body: {} };
  try {
    assertRole(route, role, holder);
    const body = await readBody(route, incoming.request, incoming.arrival);
    const loaded = await route.loadCheck?.();
    input = checkInput(route, incoming.request, params, body, (passed, errors) => [
      ...(route.check?.(passed, errors) ?? []),
      ...(loaded?.(passed, errors) ?? []),
    ]);
    const { request, requestId, address, arrival } = incoming;
    const reply = await route.handle({ ...input, request, requestId, address, arrival, initiator, role });
    try {
      await before;
      await recordAdminAction(deps, route, initiator, { input, reply });
    } catch (error) {
      // Nobody will read what it holds.
      if ("response" in reply) await reply.response.body?.cancel();
      throw error;
    }
    return reply;
  } catch (thrown) {
    const error = toAppError(thrown, deps.log, incoming.requestId);
    await before;
    await recordAdminAction(deps, route, initiator, { input, error });
    throw error;
  }
}

/** Responds on an operator's path without a route, behind the token like those with one. */
export async function handleAdmin(deps: AdminDeps, incoming: Incoming, respond: () => Response): Promise<Response> {
  const operator = await authenticated(deps, incoming);
  return operator instanceof Response ? operator : respond();
}

/** Who holds the request's token, or the response to one without a living token. */
async function authenticated(deps: AdminDeps, incoming: Incoming): Promise<Operator | Response> {
  try {
    const text = bearerToken(incoming.request);
    const operator = await deps.adminTokens.authenticate(text, incoming.address);
    if (!operator) throw new UnauthorizedError("AUTH_REQUIRED", "Invalid admin token");
    return operator;
  } catch (thrown) {
    const error = toAppError(thrown, deps.log, incoming.requestId);
    return refuseUnauthenticated(deps, incoming, error, "user", "admin_refused");
  }
}

/** The first use of a token from a network in an hour. A command in its own process has no address, and signs in nowhere. */
async function recordSignIn(deps: AdminDeps, operator: Operator, initiator: Initiator): Promise<void> {
  const { address } = initiator;
  if (address === null || !deps.adminTokens.isSignIn(operator, networkOf(address))) return;
  await deps.audit.record(initiator, { event: "admin_signed_in", details: { role: operator.role } });
}

function initiatorOf({ id, name }: Operator, { address, requestId }: Incoming): Initiator {
  return { actor: { kind: "admin", id, name }, address, requestId };
}

function assertRole(route: AdminRoute, role: AdminRole, holder: string): void {
  const needed = roleOf(route);
  if (ADMIN_ROLES.indexOf(role) >= ADMIN_ROLES.indexOf(needed)) return;
  throw new AppError("PERMISSION_DENIED", `This needs the role ${needed}; ${holder} has the role ${role}.`);
}
