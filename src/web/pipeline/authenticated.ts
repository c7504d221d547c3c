// Carries out a request with an API key, step by step: authenticate, limit, route, check, authorize, claim, handle, commit its row.

import { AppError } from "../../foundation/errors.ts";
import { createYielder } from "../../foundation/tick.ts";
import { boundOwnerOf, type Caller } from "../../identity/keys/model.ts";
import type { Owner, Surface } from "../../identity/owner.ts";
import type { IdempotentRequest } from "../../metering/idempotency/service.ts";
import { NO_BODY } from "../../metering/long-lived/bodies.ts";
import type { Deps } from "../../server/deps.ts";
import { jsonResponse, wellFormedJson } from "../http/body.ts";
import { errorResponse, publicCode, toAppError } from "../http/errors.ts";
import { checkInput, type ExtraChecks, type Input, type ReadBody, readBody, sendsFile } from "../http/input.ts";
import { API_ROOT, isBelow, isPartners, namesConnection, type Reply } from "../http/route.ts";
import { hasAccountHeader } from "./account-header.ts";
import { authenticate, refuseUnauthenticated } from "./authentication.ts";
import { authorize, initiatorOf } from "./authorization.ts";
import { connectionErrors, connectionOf } from "./connection-header.ts";
import { noteInput } from "./evidence.ts";
import { idempotencyKeyErrors } from "./idempotency-key.ts";
import { identifiedBy, keyOf } from "./identified-request.ts";
import { chargeUnits, checkLimits, type LimitDecision, withRateHeaders } from "./limits.ts";
import { fieldsToRedact, markRedacted, redactedReplay, redactedReply } from "./redacted.ts";
import { resolveOwner } from "./resolve-owner.ts";
import type { ApiKeyRequest, ApiKeyRoute, Incoming, Match, NamedCall } from "./route.ts";
import { type Call, type Outcome, settle, visibleError } from "./settle.ts";
import { endingOf, watchBody } from "./still-served.ts";
import { createUsageRecord } from "./usage-record.ts";

/** Responds to a request below the API's root, whatever becomes of it. */
export async function handleAuthenticated(deps: Deps, match: Match, incoming: Incoming): Promise<Response> {
  const { route } = match;
  const precheckResponse = route?.precheck?.(incoming.request);
  if (precheckResponse) return precheckResponse;
  const surface = surfaceOf(match, incoming.request);
  const refused = (error: unknown) =>
    refuseUnauthenticated(deps, incoming, toAppError(error, deps.log, incoming.requestId), surface);
  const takesAccessTokens = route?.takesAccessTokens ?? match.takesAccessTokens;
  const caller = await authenticate(deps, incoming, refused, takesAccessTokens);
  if (caller instanceof Response) return withWwwAuthenticate(caller, route, incoming);
  if (!route?.dispatch) return handleCaller(deps, match, incoming, caller);
  let admitted: LimitDecision | null = null;
  const run = (to: Match, as = incoming) => {
    const decision = admitted;
    admitted = null;
    return handleCaller(deps, to, as, caller, decision);
  };
  const admit = async () => {
    try {
      admitted = await checkLimits(deps, caller, surfaceOf(match, incoming.request, caller));
      return admitted.refused;
    } catch (error) {
      return toAppError(error, deps.log, incoming.requestId);
    }
  };
  return route.dispatch({ match, incoming, caller, run, admit });
}

function withWwwAuthenticate(response: Response, route: ApiKeyRoute | null, { request }: Incoming): Response {
  if (response.status === 401 && route?.wwwAuthenticate)
    response.headers.set("www-authenticate", route.wwwAuthenticate(request.headers.has("authorization")));
  return response;
}

/**
 * Responds to a request of a known caller: of a key's, or of a person's at the dashboard. `admitted` is the decision about its
 * limits where it has been made.
 */
export async function handleCaller(
  deps: Deps,
  match: Match,
  incoming: Incoming,
  caller: Caller,
  admitted: LimitDecision | null = null,
): Promise<Response> {
  const { response, outcome } = await runAndSettle(deps, match, incoming, caller, admitted);
  return outcome.limits ? withRateHeaders(response, outcome.limits) : response;
}

async function runAndSettle(
  deps: Deps,
  match: Match,
  incoming: Incoming,
  caller: Caller,
  admitted: LimitDecision | null = null,
): Promise<{ response: Response; outcome: Outcome }> {
  const surface = surfaceOf(match, incoming.request, caller);
  const usage = createUsageRecord(deps, { caller, match, incoming });
  const call: Call = { deps, match, incoming, caller, surface, usage, admitted };
  const outcome = await runSteps(call);
  const error = await settle(call, outcome);
  await chargeUnits(deps, caller, outcome.limits, usage.units);
  if (error === null) return { response: outcome.response, outcome };
  await outcome.response.body?.cancel();
  return { response: errorResponse(error, surface), outcome: { ...outcome, error } };
}

/** Another call within a call, which may ask nobody: it ends with its error in place of a question. */
async function callAlso({ deps, incoming, caller }: Call, to: Match, message: NamedCall): Promise<void> {
  const { confirmation: _confirmation, ...own } = incoming;
  const { provider = "", method, path } = to.route as ApiKeyRoute;
  const series = deps.metrics.route({ provider, method, endpoint: path });
  const also: Incoming = { ...own, arrival: NO_BODY, message, series, providerMs: 0, isOfAnotherCall: true };
  const startedAt = performance.now();
  const { outcome } = await runAndSettle(deps, to, also, caller);
  const code = outcome.error ? publicCode(outcome.error.code) : "OK";
  series.end(code, performance.now() - startedAt, also.providerMs);
  incoming.providerMs += also.providerMs;
  if (outcome.error) throw outcome.error;
}

/** The partner API: its own paths, and requests that name a connected account where the path takes one. */
function surfaceOf({ route, owner = "user" }: Match, request: Request, caller?: Caller): Surface {
  const whose = route ?? { owner };
  const isBoundToAccount = caller !== undefined && boundOwnerOf(caller)?.accountId != null;
  const isOfAccount = () => isBoundToAccount || hasAccountHeader(request);
  return isPartners(whose) || (whose.owner === "user-or-account" && isOfAccount()) ? "partner" : "user";
}

/** The steps in their order; the first to throw ends the request. */
async function runSteps(call: Call): Promise<Outcome> {
  const { deps, match, incoming, caller, surface, usage } = call;
  const { request } = incoming;
  let limits: LimitDecision | null = null;
  let claim: IdempotentRequest | null = null;
  try {
    limits = call.admitted ?? (await checkLimits(deps, caller, surface));
    usage.setLimits(limits);
    if (limits.refused) throw limits.refused;
    if (isOptions(match, request)) return replied(limits, optionsResponse(match));
    const route = findRoute(match, request);
    const owner = await resolveOwner(call, route);
    const body = incoming.message ? null : await readBody(match.named?.schemas ?? route, request, incoming.arrival);
    const turn = createYielder();
    const input = inputOf(call, route, owner, body);
    if (route.provider !== undefined) noteInput(call, route, input);
    // A text of many megabytes takes long to be checked, and long again to be used.
    await turn();
    const decision = await deps.policies.decide({ caller, owner, route, input, request });
    const ask = authorize(deps, { caller, incoming, route, owner, input, decision });
    const hidden = fieldsToRedact(decision, input, incoming);
    const identified = identifiedBy(call, { route, owner, body });
    // Made already, before a rule asked or by a standing approval that has ended: it is not made again by a later yes.
    const made = ask && identified && (await deps.idempotency.find(identified));
    const inPlace = ask && (made ? await redactedReplay(made, hidden) : await ask(input));
    if (inPlace) return replied(limits, inPlace);
    if (identified) {
      const replayed = await deps.idempotency.begin(identified);
      if (replayed) return replied(limits, await redactedReplay(replayed, hidden));
      claim = identified;
    }
    if (route.responds === "proxy" || sendsFile(route, request)) incoming.arrival.hold();
    const ending = endingOf(route, request);
    const isRedacted = hidden.length > 0;
    const whole = await route.handle(requestOf(call, { route, owner, input, isRedacted, signal: ending?.signal }));
    const { reply, redacted } = redactedReply(whole, hidden);
    usage.setReply(reply);
    if (caller.kind === "agent_session" && route.provider !== undefined)
      await deps.sessionFacts.note(caller, { tool: route.id, input, requestId: incoming.requestId }, reply);
    const isStream = "response" in reply && reply.isStream === true;
    if (ending && "response" in reply) watchBody(deps, { route, incoming, caller, owner }, reply.response, ending);
    const response = markRedacted(responseOf(route, surface, reply), redacted);
    sayHow(response, incoming);
    return { ...replied(limits, response), isStream, claim };
  } catch (thrown) {
    const error = visibleError(call, thrown);
    return { response: errorResponse(error, surface), limits, error, isStream: false, claim };
  }
}

function replied(limits: LimitDecision, response: Response): Outcome {
  return { response, limits, error: null, isStream: false, claim: null };
}

/** Which connection and whose earlier yes the call has used, where the request does not say so. */
function sayHow({ headers }: Response, { connection, standingApprovals }: Incoming): void {
  if (connection !== undefined) headers.set("x-connection", connection);
  if (standingApprovals) headers.set("x-standing-approval", standingApprovals.join(", "));
}

function isOptions({ route, allow }: Match, request: Request): boolean {
  return !route && request.method === "OPTIONS" && allow.length > 0;
}

const optionsResponse = ({ allow }: Match) => new Response(null, { status: 204, headers: { allow: allow.join(", ") } });

function findRoute({ route, template, allow, error }: Match, request: Request): ApiKeyRoute {
  if (error) throw error;
  if (route) return route;
  if (allow.length === 0 && isBelow(API_ROOT + API_ROOT, new URL(request.url).pathname))
    throw new AppError("NOT_FOUND", `This path has ${API_ROOT} twice. Leave ${API_ROOT} out of the base URL.`);
  if (allow.length === 0)
    throw new AppError("NOT_FOUND", "There is nothing at this path. GET /openapi.json lists the paths.", {
      reason: "no_such_path",
    });
  const list = allow.join(", ");
  throw new AppError("METHOD_NOT_ALLOWED", `${request.method} is not possible at ${template}; try ${list}.`, {
    allow: list,
  });
}

function inputOf({ match, incoming }: Call, route: ApiKeyRoute, owner: Owner, body: ReadBody | null): Input {
  const { request, message } = incoming;
  // A key of the message stands in place of the header.
  const hasHeader = route.method !== "GET" && !message?.idempotencyKey;
  const headerErrors = [
    ...(hasHeader ? idempotencyKeyErrors(request) : []),
    ...(namesConnection(route) ? connectionErrors(request) : []),
  ];
  const extraChecks: ExtraChecks = (passed, errors) => [
    ...headerErrors,
    ...(route.check?.(passed, errors, owner) ?? []),
  ];
  if (message && match.named) return match.named.check(message.args, extraChecks);
  if (match.named) return match.named.read(request, body as ReadBody, extraChecks);
  return checkInput(route, request, match.params, body as ReadBody, extraChecks);
}

interface RequestParts {
  route: ApiKeyRoute;
  owner: Owner;
  input: Input;
  isRedacted: boolean;
  signal: AbortSignal | undefined;
}

function requestOf(call: Call, { route, owner, input, isRedacted, signal }: RequestParts): ApiKeyRequest {
  const { caller, incoming, usage } = call;
  const { params, query, body } = input;
  return {
    params,
    query,
    body,
    request: incoming.request,
    requestId: incoming.requestId,
    address: incoming.address,
    caller,
    owner,
    connection: input.connection ?? (incoming.isOfAnotherCall ? null : connectionOf(incoming.request)),
    idempotencyKey: keyOf(route, incoming),
    isJsonOnly: incoming.message !== undefined,
    isRedacted,
    takeFile: incoming.message?.takeFile,
    hasTool: incoming.hasTool,
    callAlso: (to, message) => callAlso(call, to, message),
    get initiator() {
      return initiatorOf(caller, incoming);
    },
    signal: signal ?? incoming.request.signal,
    countRequest: usage.countRequest,
    addProviderTime: (ms) => {
      incoming.providerMs += ms;
    },
    noteAccount: usage.setAccount,
    noteIntegration: (integration, isByChoice) => {
      usage.setIntegration(integration);
      if (isByChoice) incoming.connection = integration.name;
    },
    noteStep: usage.noteStep,
    commitPending: usage.commitPending,
  };
}

function responseOf(route: ApiKeyRoute, surface: Surface, reply: Reply): Response {
  if ("response" in reply) return reply.response;
  const isOk = surface === "partner" || route.withOk;
  const toText = route.provider === undefined ? JSON.stringify : wellFormedJson;
  return jsonResponse(isOk ? { ok: true, data: reply.data } : { data: reply.data }, toText);
}
