// The pipeline of every request that carries a key: key, payment, partner, limits, input, handler, usage row, headers.
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Attempt, Idempotency } from "../idempotency/service.ts";
import type { KeyOwner } from "../keys/model.ts";
import type { RateState } from "../ledger/admission.ts";
import { refusedRowId, type UsageRow } from "../ledger/usage-writer.ts";
import { TIER_LIMITS, windowAt } from "../ledger/windows.ts";
import { bearerToken, invalidKey, type Throttle } from "./authentication.ts";
import { type Area, errorResponse, STATUS, toAppError } from "./errors.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { checkInput, readBody } from "./input.ts";
import type { KeyedRequest, KeyedRoute, Reply } from "./route.ts";

export type KeyedDeps = Pick<Deps, "ledger" | "clock" | "log"> & {
  keys: { recognise(text: string): Promise<KeyOwner | null> };
  throttle: Throttle;
  idempotency: Idempotency;
};

/** What the router found: a route, or why there is none. */
export interface Match {
  route: KeyedRoute | null;
  /** The path's template, for the usage log. */
  template: string;
  params: Record<string, string>;
  /** Methods the path knows; empty for an unknown path. */
  allow: readonly string[];
  /** Why the path cannot be read at all. */
  problem?: AppError;
}

export interface Incoming {
  request: Request;
  requestId: string;
  address: string | null;
}

/** Answers a request below /api/v1 that needs a key, whatever becomes of it. */
export async function answerKeyed(deps: KeyedDeps, match: Match, incoming: Incoming): Promise<Response> {
  const area = areaOf(match, incoming.request);
  let owner: KeyOwner;
  try {
    owner = await authenticate(deps, incoming.request);
  } catch (error) {
    return refuseUnauthenticated(deps, incoming, toAppError(error, deps.log, incoming.requestId), area);
  }
  return new KeyedAnswer(deps, match, incoming, owner, area).answer();
}

/** B: the request names a connected account where the route takes one. */
function areaOf(match: Match, request: Request): Area {
  const isPartners = /^\/api\/v1\/(accounts|oauth-apps|redirect-origins)(\/|$)/.test(match.template);
  return isPartners || (match.route?.takesAccount && hasAccountHeader(request)) ? "B" : "A";
}

function hasAccountHeader(request: Request): boolean {
  return request.headers.has("x-account-id") || request.headers.has("x-account-id*");
}

async function authenticate(deps: KeyedDeps, request: Request): Promise<KeyOwner> {
  const owner = await deps.keys.recognise(bearerToken(request));
  if (!owner) throw invalidKey();
  return owner;
}

/** The answer to a request without a living key or token; past the address's limit it is 429. */
export function refuseUnauthenticated(
  deps: Pick<KeyedDeps, "throttle" | "log">,
  incoming: Incoming,
  error: AppError,
  area: Area,
): Response {
  if (error.code !== "AUTH_REQUIRED")
    return withRate(errorResponse(error, area), deps.throttle.state(incoming.address));
  const { isPast, rate, retryAfter } = deps.throttle.refuse(incoming.address);
  if (!isPast) {
    deps.log.info("key_refused", { request_id: incoming.requestId, address: incoming.address });
    return withRate(errorResponse(error, area), rate);
  }
  const limited = new AppError("RATE_LIMITED", "Too many requests without a valid API key.", {}, retryAfter);
  return withRate(errorResponse(limited, "A"), rate);
}

/** Puts the three rate headers on a response. */
export function withRate(response: Response, rate: RateState): Response {
  response.headers.set("x-ratelimit-limit", String(rate.limit));
  response.headers.set("x-ratelimit-remaining", String(rate.remaining));
  response.headers.set("x-ratelimit-reset", String(rate.resetAt));
  return response;
}

/** One authenticated request on its way to an answer and a usage row. */
class KeyedAnswer {
  private readonly startedAt: number;
  private readonly callId = crypto.randomUUID();
  private units = 0;
  private rate: RateState | null = null;
  private isPendingCommitted = false;

  constructor(
    private readonly deps: KeyedDeps,
    private readonly match: Match,
    private readonly incoming: Incoming,
    private readonly owner: KeyOwner,
    private readonly area: Area,
  ) {
    this.startedAt = deps.clock.now();
  }

  async answer(): Promise<Response> {
    let response: Response;
    let isStream = false;
    let isOutage = false;
    try {
      await this.admit();
      const reply = await this.handle();
      isStream = "response" in reply && reply.isStream === true;
      response = this.success(reply);
    } catch (error) {
      const shown = toAppError(error, this.deps.log, this.incoming.requestId);
      isOutage = shown.code === "SERVICE_UNAVAILABLE";
      response = errorResponse(shown, this.area);
    }
    const recorded = this.record(response.status);
    // A body that breaks off while nobody reads it yet would be sent on as a complete one, so a stream, whose row is
    // committed as pending, goes out at once. So does the news that the database is gone: waiting for it again would
    // change nothing.
    const unrecorded = isStream || isOutage ? null : await recorded;
    if (unrecorded) response = errorResponse(unrecorded, this.area);
    return this.rate ? withRate(response, this.rate) : response;
  }

  /** Writes the call's row; gives the error that the caller must see when a call without any row could not be written. */
  private async record(status: number): Promise<AppError | null> {
    try {
      await this.deps.ledger.record(this.row("done", status));
      return null;
    } catch (error) {
      const unrecorded = toAppError(error, this.deps.log, this.incoming.requestId);
      // Where there is a pending row already, what happened is told. Anything else is not acknowledged without its row.
      return this.isPendingCommitted ? null : unrecorded;
    }
  }

  private async admit(): Promise<void> {
    const { owner, deps } = this;
    const subject = `user:${owner.userId}`;
    const limits = TIER_LIMITS[owner.tier];
    if (owner.paymentState === "past_due") {
      this.rate = await deps.ledger.peek(subject, limits);
      throw new AppError("PAYMENT_REQUIRED", "Payment is past due. Update the payment method to go on.");
    }
    const admission = await deps.ledger.admit(subject, limits);
    this.rate = admission.rate;
    if (!admission.isAdmitted) {
      throw new AppError("RATE_LIMITED", "Too many requests.", {}, admission.retryAfter);
    }
  }

  private async handle(): Promise<Reply> {
    const { route, template, allow } = this.match;
    const { request } = this.incoming;
    if (this.match.problem) throw this.match.problem;
    if (!route && request.method === "OPTIONS" && allow.length > 0) {
      return { response: new Response(null, { status: 204, headers: { allow: allow.join(", ") } }) };
    }
    if (!route) throw missing(request, template, allow);
    if (route.takesAccount && hasAccountHeader(request)) {
      throw new AppError("PARTNER_REQUIRED", "X-Account-Id needs an active partner profile.");
    }
    const bytes = await readBody(route, request);
    const key = route.method === "GET" ? null : idempotencyKeyOf(request);
    if (key === null) return this.run(route, bytes);
    return this.runOnce(route, { userId: this.owner.userId, key, request, body: bytes });
  }

  /** Runs a write under its Idempotency-Key: the first answer is kept, unless it is sure that nothing was changed. */
  private async runOnce(route: KeyedRoute, attempt: Attempt): Promise<Reply> {
    const { idempotency, log } = this.deps;
    const kept = await idempotency.begin(attempt);
    if (kept) return { response: kept };
    let response: Response;
    let isKept = true;
    try {
      response = this.success(await this.run(route, attempt.body));
    } catch (error) {
      const shown = toAppError(error, log, this.incoming.requestId);
      // More than one exchange: an earlier one may have changed something although the last was not made.
      isKept = this.isPendingCommitted && (this.units > 1 || !wasSurelyNotMade(shown));
      response = errorResponse(shown, this.area);
    }
    await idempotency.end(attempt, isKept ? response : null).catch((error: unknown) => {
      log.error("idempotency_not_kept", { request_id: this.incoming.requestId, error });
    });
    return { response };
  }

  private run(route: KeyedRoute, bytes: Uint8Array): Promise<Reply> {
    const { request, requestId } = this.incoming;
    const call: KeyedRequest = {
      ...checkInput(route, request, this.match.params, bytes),
      request,
      requestId,
      caller: this.owner,
      subject: { userId: this.owner.userId, accountId: null },
      signal: request.signal,
      countUnits: (units) => {
        this.units += units;
      },
      commitPending: async () => {
        await this.deps.ledger.record(this.row("pending", null));
        this.isPendingCommitted = true;
      },
    };
    return route.handle(call);
  }

  private success(reply: Reply): Response {
    if ("response" in reply) return reply.response;
    const isOk = this.area === "B" || this.match.route?.withOk;
    return Response.json(isOk ? { ok: true, data: reply.data } : { data: reply.data });
  }

  private row(state: "pending" | "done", status: number | null): UsageRow {
    const { owner, match } = this;
    const isRefused = status === STATUS.RATE_LIMITED || status === STATUS.PAYMENT_REQUIRED;
    const minute = windowAt("minute", this.startedAt).startsAt;
    return {
      id: isRefused ? refusedRowId(owner.id, minute, status as number) : this.callId,
      occurredAt: isRefused ? minute : this.startedAt,
      userId: owner.userId,
      keyId: owner.id,
      accountId: null,
      externalId: null,
      requestId: this.incoming.requestId,
      method: this.incoming.request.method,
      endpoint: match.template,
      provider: match.route?.provider ?? null,
      action: match.route?.action ?? null,
      state,
      status,
      units: this.units,
      durationMs: Math.max(0, Math.round(this.deps.clock.now() - this.startedAt)),
      repeated: 1,
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
