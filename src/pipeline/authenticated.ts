// The pipeline of every request that carries a key: key, allowance, account, input, permission, handler, usage row, headers.

import type { Deps } from "../deps.ts";
import { AppError, accountNotFound, findAppError, UnauthorizedError } from "../errors.ts";
import { jsonResponse, wellFormedJson } from "../http/body.ts";
import { errorResponse, toAppError } from "../http/errors.ts";
import { checkInput, extraChecks, readBody } from "../http/input.ts";
import { withRate } from "../http/rate-headers.ts";
import type { AccountRef, ApiKeyRequest, ApiKeyRoute, Reply } from "../http/route.ts";
import type { Idempotency, IdempotentRequest } from "../idempotency/service.ts";
import type { Caller } from "../keys/model.ts";
import type { ApiKeys } from "../keys/service.ts";
import { windowAt } from "../limits/windows.ts";
import type { Owner, Surface } from "../owner.ts";
import { aggregateRowId, type UsageRow } from "../usage/writer.ts";
import { accountHeaderError, externalIdOf, hasAccountHeader } from "./account-header.ts";
import { authenticate, type Throttle } from "./authentication.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { checkLimits, type LimitDecision, withRateHeaders } from "./limits.ts";

export type AuthenticatedDeps = Pick<Deps, "limiter" | "usage" | "clock" | "log"> & {
  keys: ApiKeys;
  accounts: { named(userId: string, externalId: string): Promise<AccountRef | null> };
  throttle: Throttle;
  idempotency: Idempotency;
};

/** What the router found: a route, or why there is none. */
export interface Match {
  route: ApiKeyRoute | null;
  /** The path's template, for the usage log. */
  template: string;
  params: Record<string, string>;
  /** Methods the path knows; empty for an unknown path. */
  allow: readonly string[];
  /** Where there is no route: whether the path's other methods serve connected accounts. */
  acceptsAccount?: boolean;
  /** Why the path cannot be read at all. */
  problem?: AppError;
}

export interface Incoming {
  request: Request;
  requestId: string;
  address: string | null;
}

/** Answers a request below /api/v1 that needs a key, whatever becomes of it. */
export async function handleAuthenticated(
  deps: AuthenticatedDeps,
  match: Match,
  incoming: Incoming,
): Promise<Response> {
  const surface = surfaceOf(match, incoming.request);
  const refused = (error: unknown) =>
    refuseUnauthenticated(deps, incoming, toAppError(error, deps.log, incoming.requestId), surface);
  const caller = await authenticate(deps, incoming, refused);
  if (caller instanceof Response) return caller;
  return await new AuthenticatedRequest(deps, match, incoming, caller, surface).answer();
}

const OWN_ALONE = "X-Account-Id has no meaning here: this is about the user's own.";
const PARTNERS_PATHS = /^\/api\/v1\/(accounts|oauth-apps|redirect-origins)(\/|$)/;

/** B: the partner's own paths, and a request that names a connected account where the path takes one. */
function surfaceOf({ route, acceptsAccount }: Match, request: Request): Surface {
  const isPartners = route ? route.isPartnerRoute : PARTNERS_PATHS.test(new URL(request.url).pathname);
  return isPartners || ((route?.acceptsAccount ?? acceptsAccount) && hasAccountHeader(request)) ? "partner" : "user";
}

/** The answer to a request without a living key or token; past the address's limit it is 429. */
export function refuseUnauthenticated(
  deps: Pick<AuthenticatedDeps, "throttle" | "log">,
  incoming: Incoming,
  error: AppError,
  surface: Surface,
): Response {
  if (error.code !== "AUTH_REQUIRED")
    return withRate(errorResponse(error, surface), deps.throttle.state(incoming.address));
  const { isPast, rate, retryAfter } = deps.throttle.refuse(incoming.address);
  if (!isPast) {
    deps.log.info("key_refused", { request_id: incoming.requestId, address: incoming.address });
    return withRate(errorResponse(error, surface), rate);
  }
  const limited = new AppError("RATE_LIMITED", "Too many requests without a valid API key.", {}, retryAfter);
  return withRate(errorResponse(limited, "user"), rate);
}

/** One authenticated request on its way to an answer and a usage row. */
class AuthenticatedRequest {
  private readonly startedAt: number;
  private readonly callId = crypto.randomUUID();
  private units = 0;
  private allowance: LimitDecision | null = null;
  private account: AccountRef | null = null;
  private isPendingCommitted = false;
  /** Resolves when the Idempotency-Key of the request has come to its end. */
  private keyEnded: Promise<void> | null = null;
  /** What the database refused. Logged when the call's row can be written; else the usage writer logs the outage, once. */
  private outage: AppError | null = null;

  constructor(
    private readonly deps: AuthenticatedDeps,
    private readonly match: Match,
    private readonly incoming: Incoming,
    private readonly caller: Caller,
    private readonly surface: Surface,
  ) {
    this.startedAt = deps.clock.now();
  }

  async answer(): Promise<Response> {
    let response: Response;
    let isStream = false;
    let isOutage = false;
    try {
      this.allowance = await checkLimits(this.deps, this.caller, this.surface);
      if (this.allowance.refused) throw this.allowance.refused;
      const reply = await this.handle();
      isStream = "response" in reply && reply.isStream === true;
      response = this.success(reply);
    } catch (error) {
      const shown = this.shown(error);
      isOutage = shown.code === "SERVICE_UNAVAILABLE";
      response = errorResponse(shown, this.surface);
    }
    const recorded = this.record(response.status);
    // A body that breaks off while nobody reads it yet would be sent on as a complete one, so a stream, whose row is
    // committed as pending, goes out at once. So does the news that the database is gone: waiting for it again would
    // change nothing.
    const [unrecorded] = isStream || isOutage ? [] : await Promise.all([recorded, this.keyEnded]);
    if (unrecorded) response = errorResponse(unrecorded, this.surface);
    return this.allowance ? withRateHeaders(response, this.allowance) : response;
  }

  /** Writes the call's row; gives the error that the caller must see when a call without any row could not be written. */
  private async record(status: number): Promise<AppError | null> {
    try {
      await this.deps.usage.write(this.row("done", status));
      if (this.outage) toAppError(this.outage, this.deps.log, this.incoming.requestId);
      return null;
    } catch (error) {
      const unrecorded = this.shown(error);
      // Where there is a pending row already, what happened is told. Anything else is not acknowledged without its row.
      return this.isPendingCommitted ? null : unrecorded;
    }
  }

  private shown(error: unknown): AppError {
    // Nobody reads this answer, and it was no fault of ours or of a plugin's.
    if (this.incoming.request.signal.aborted && (error as Error | undefined)?.name === "AbortError") {
      return new AppError("INTERNAL_ERROR", "The caller has gone.");
    }
    const own = findAppError(error);
    if (own?.code === "SERVICE_UNAVAILABLE") {
      this.outage = own;
      return own;
    }
    return toAppError(error, this.deps.log, this.incoming.requestId, this.match.route?.provider);
  }

  private async handle(): Promise<Reply> {
    const { route, template, allow } = this.match;
    const { request } = this.incoming;
    if (this.match.problem) throw this.match.problem;
    if (!route && request.method === "OPTIONS" && allow.length > 0) {
      return { response: new Response(null, { status: 204, headers: { allow: allow.join(", ") } }) };
    }
    if (!route) throw missing(request, template, allow);
    const owner = await this.ownerOf(route);
    const bytes = await readBody(route, request);
    const key = route.method === "GET" ? null : idempotencyKeyOf(request);
    const call = this.callOf(route, owner, bytes);
    this.assertPermitted(route);
    if (key === null) return await route.handle(call);
    return await this.runOnce(route, call, { ...owner, key, request, body: bytes });
  }

  /** Whose integrations apply: the named account's, else the user's own, which a key for partner use does not reach. */
  private async ownerOf(route: ApiKeyRoute): Promise<Owner> {
    const { caller } = this;
    const { request } = this.incoming;
    const own: Owner = { userId: caller.userId, accountId: null };
    if (route.isUserOnly && hasAccountHeader(request)) throw accountHeaderError(OWN_ALONE);
    if (!route.acceptsAccount) return own;
    const name = externalIdOf(request);
    if (name === null) {
      if (caller.partnerOnly)
        throw accountHeaderError("This key is for partner use only: name the account in X-Account-Id.");
      return own;
    }
    this.account = await this.deps.accounts.named(caller.userId, name);
    if (!this.account) throw accountNotFound(name);
    return { userId: caller.userId, accountId: this.account.id };
  }

  private assertPermitted({ permissions, isUserOnly }: ApiKeyRoute): void {
    const isOutOfReach = isUserOnly && this.caller.partnerOnly;
    if (isOutOfReach || !this.deps.keys.mayUse(this.caller, permissions))
      throw new UnauthorizedError("PERMISSION_DENIED", "Permission denied");
  }

  /** Runs a write under its Idempotency-Key: the first answer is kept, unless it is sure that nothing was changed. */
  private async runOnce(route: ApiKeyRoute, call: ApiKeyRequest, attempt: IdempotentRequest): Promise<Reply> {
    const { idempotency, log } = this.deps;
    const kept = await idempotency.begin(attempt);
    if (kept) return { response: kept };
    let response: Response;
    let isKept = true;
    let isOutage = false;
    try {
      response = this.success(await route.handle(call));
    } catch (error) {
      const shown = this.shown(error);
      // More than one exchange: an earlier one may have changed something although the last was not made.
      isKept = this.isPendingCommitted && (this.units > 1 || !wasSurelyNotMade(shown));
      isOutage = shown.code === "SERVICE_UNAVAILABLE";
      response = errorResponse(shown, this.surface);
    }
    const ended = idempotency.end(attempt, isKept ? response : null).catch((error: unknown) => {
      log.error("idempotency_not_kept", { request_id: this.incoming.requestId, error });
    });
    // Waited for together with the usage row: a database that hangs costs a call one wait, not two.
    if (!isOutage) this.keyEnded = ended;
    return { response };
  }

  private callOf(route: ApiKeyRoute, owner: Owner, bytes: Uint8Array): ApiKeyRequest {
    const { request, requestId } = this.incoming;
    return {
      ...checkInput(route, request, this.match.params, bytes, extraChecks(route, request, owner)),
      request,
      requestId,
      caller: this.caller,
      owner,
      signal: request.signal,
      countUnits: (units) => {
        this.units += units;
      },
      noteAccount: (account) => {
        this.account = account;
      },
      commitPending: async () => {
        await this.deps.usage.write(this.row("pending", null));
        this.isPendingCommitted = true;
      },
    };
  }

  private success(reply: Reply): Response {
    if ("response" in reply) return reply.response;
    const isOk = this.surface === "partner" || this.match.route?.withOk;
    const toText = this.match.route?.provider === undefined ? JSON.stringify : wellFormedJson;
    return jsonResponse(isOk ? { ok: true, data: reply.data } : { data: reply.data }, toText);
  }

  private row(state: "pending" | "done", status: number | null): UsageRow {
    const { caller, match, allowance, account } = this;
    const at = allowance?.rates.at ?? this.startedAt;
    // A call that the limits could not be asked about is not one of a partner's month.
    const surface = allowance?.surface ?? "user";
    // What no limit counts would grow the log without bound, so it is added up.
    const isAddedUp = state === "done" && allowance?.isCounted === false;
    const minute = windowAt("minute", at).startsAt;
    return {
      id: isAddedUp ? aggregateRowId(caller.id, minute, status as number, surface) : this.callId,
      occurredAt: isAddedUp ? minute : at,
      surface,
      userId: caller.userId,
      keyId: caller.id,
      accountId: account?.id ?? null,
      externalId: account?.externalId ?? null,
      requestId: this.incoming.requestId,
      method: this.incoming.request.method,
      endpoint: match.template,
      provider: match.route?.provider ?? null,
      action: match.route?.action ?? null,
      state,
      status,
      units: this.units,
      durationMs: Math.max(0, Math.round(this.deps.clock.now() - this.startedAt)),
      callCount: 1,
    };
  }
}

/** Failures that come before a provider has seen the request: a repetition under the same key may try again. */
function wasSurelyNotMade(error: AppError): boolean {
  const reason = String(error.details.reason);
  return error.code === "PROVIDER_UNAVAILABLE" && ["connect", "rate_limited", "circuit_open"].includes(reason);
}

function missing(request: Request, template: string, allow: readonly string[]): AppError {
  if (allow.length === 0) return new AppError("NOT_FOUND", "There is nothing at this path.");
  const list = allow.join(", ");
  return new AppError("METHOD_NOT_ALLOWED", `${request.method} is not possible at ${template}; try ${list}.`, {
    allow: list,
  });
}
