// Carries out the operator's requests: authenticate the token, check its role, run the handler, record the act.
import type { Deps } from "../deps.ts";
import { AppError, UnauthorizedError } from "../errors.ts";
import { jsonResponse } from "../http/body.ts";
import { errorResponse, toAppError } from "../http/errors.ts";
import { checkInput, type Input, readBody } from "../http/input.ts";
import { ADMIN_ROLES, type AdminRole, type AdminRoute, roleOf } from "../http/route.ts";
import type { Initiator } from "../initiator.ts";
import { timingSafeEqual } from "../plugin/index.ts";
import { recordAct } from "./admin-acts.ts";
import type { Incoming } from "./authenticated.ts";
import { bearerToken, refuseUnauthenticated } from "./authentication.ts";

type AdminDeps = Pick<Deps, "log" | "throttle" | "adminToken" | "audit">;

/** Who holds an admin token. */
interface Operator {
  id: string;
  name: string;
  role: AdminRole;
}

/** The token of the configuration. */
const BOOTSTRAP: Operator = { id: "bootstrap", name: "bootstrap", role: "owner" };

/** Responds on an operator's route, and records the request where it changes something or shows more than a viewer sees. */
export async function handleAdminRoute(
  deps: AdminDeps,
  route: AdminRoute,
  params: Record<string, string>,
  incoming: Incoming,
): Promise<Response> {
  const operator = authenticated(deps, incoming);
  if (operator instanceof Response) return operator;
  const initiator = initiatorOf(operator, incoming);
  let input: Input = { params, query: {}, body: {} };
  try {
    assertRole(route, operator);
    const bytes = await readBody(route, incoming.request);
    input = checkInput(route, incoming.request, params, bytes, route.check);
    const { request, requestId, address } = incoming;
    const reply = await route.handle({ ...input, request, requestId, address, initiator });
    await recordAct(deps, route, initiator, { input, reply });
    return "response" in reply ? reply.response : jsonResponse({ data: reply.data });
  } catch (thrown) {
    const error = toAppError(thrown, deps.log, incoming.requestId);
    await recordAct(deps, route, initiator, { input, error });
    return errorResponse(error, "user");
  }
}

/** Responds on an operator's path without a route, behind the token like those with one. */
export function handleAdmin(deps: AdminDeps, incoming: Incoming, respond: () => Response): Response {
  const operator = authenticated(deps, incoming);
  return operator instanceof Response ? operator : respond();
}

/** Who holds the request's token, or the response to one without a living token. */
function authenticated(deps: AdminDeps, incoming: Incoming): Operator | Response {
  try {
    if (timingSafeEqual(bearerToken(incoming.request), deps.adminToken)) return BOOTSTRAP;
    deps.log.warn("admin_refused", { request_id: incoming.requestId, address: incoming.address });
    throw new UnauthorizedError("AUTH_REQUIRED", "Invalid admin token");
  } catch (thrown) {
    const error = toAppError(thrown, deps.log, incoming.requestId);
    return refuseUnauthenticated(deps, incoming, error, "user");
  }
}

function initiatorOf({ id, name }: Operator, { address, requestId }: Incoming): Initiator {
  return { actor: { kind: "admin", id, name }, address, requestId };
}

function assertRole(route: AdminRoute, { name, role }: Operator): void {
  const needed = roleOf(route);
  if (ADMIN_ROLES.indexOf(role) >= ADMIN_ROLES.indexOf(needed)) return;
  throw new AppError("PERMISSION_DENIED", `This takes the role ${needed}; the token "${name}" has the role ${role}.`);
}
