// The faults that an emulated provider can have, each by the reason that the gateway's caller then reads.

interface Fault {
  /** What the provider does, for people. */
  does: string;
  /** What the caller of the gateway gets, on both APIs. */
  code: string;
  reason: string;
  /** The status with which the provider responds, where that is all. */
  status?: number;
  /** Only for the whole provider: it concerns connections, which belong to nobody. */
  isForAll?: true;
  /** The integration has ended: it must be connected again, also after the fault is off. */
  endsIntegration?: true;
}

const LIST = {
  expired: {
    does: "Access and refresh tokens that it has issued are past their end.",
    code: "INTEGRATION_EXPIRED",
    reason: "expired",
    endsIntegration: true,
  },
  revoked: {
    does: "It refuses the access and refresh tokens that it has issued.",
    code: "INTEGRATION_REVOKED",
    reason: "revoked",
    endsIntegration: true,
  },
  scope_missing: {
    does: "It says that the token lacks a scope.",
    code: "PERMISSION_DENIED",
    reason: "scope_missing",
  },
  provider_refused: {
    does: "It forbids the call.",
    code: "PERMISSION_DENIED",
    reason: "provider_refused",
    status: 403,
  },
  provider_not_found: {
    does: "It does not find the resource.",
    code: "NOT_FOUND",
    reason: "provider_not_found",
    status: 404,
  },
  provider_input: { does: "It refuses the input.", code: "VALIDATION_ERROR", reason: "provider_input", status: 422 },
  provider_conflict: {
    does: "The resource's state does not allow the call.",
    code: "PROVIDER_CONFLICT",
    reason: "provider_conflict",
    status: 409,
  },
  busy: { does: "It asks to come later.", code: "PROVIDER_UNAVAILABLE", reason: "busy", status: 425 },
  rate_limited: {
    does: "Too many calls, with Retry-After.",
    code: "PROVIDER_UNAVAILABLE",
    reason: "rate_limited",
    status: 429,
  },
  server_error: {
    does: "It fails for the moment, with status 503.",
    code: "PROVIDER_UNAVAILABLE",
    reason: "server_error",
    status: 503,
  },
  provider_error: {
    does: "It fails, with status 500.",
    code: "PROVIDER_ERROR",
    reason: "provider_error",
    status: 500,
  },
  malformed: {
    does: "It responds with a body that is not JSON.",
    code: "PROVIDER_ERROR",
    reason: "provider_error",
  },
  timeout: {
    does: "It does not respond before the gateway gives up, after 30 seconds.",
    code: "PROVIDER_UNAVAILABLE",
    reason: "timeout",
  },
  reset: { does: "It cuts the connection.", code: "PROVIDER_UNAVAILABLE", reason: "reset" },
  connect: {
    does: "It takes no connection.",
    code: "PROVIDER_UNAVAILABLE",
    reason: "connect",
    isForAll: true,
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof LIST;
export const FAULTS: Readonly<Record<FaultName, Fault>> = LIST;
export const FAULT_NAMES = Object.keys(LIST) as FaultName[];
export const isFaultName = (name: unknown): name is FaultName => typeof name === "string" && Object.hasOwn(LIST, name);
