// Switches an emulated provider's faults on and off: for all of its people or for one, for good or for some requests.
import { clearTimeout, setTimeout } from "node:timers";
import type { EmulatedProvider, InjectedFailure, LoggedRequest } from "./emulators.ts";
import { FAULTS, type FaultName } from "./fault-list.ts";
import { bearerOf } from "./service.ts";

export interface FaultOrder {
  fault: FaultName;
  /** Whom it concerns, as the consent page names the person; null for everybody. */
  person: string | null;
  /** After so many requests it is off; null until it is switched off. */
  calls: number | null;
}

export interface FaultSwitch {
  /** Replaces the fault that the person, or everybody, has. */
  set(order: FaultOrder): Promise<void>;
  /** Ends all faults; returns how many. */
  clear(): Promise<number>;
  /** Those that are on, with the calls that are left. */
  list(): FaultOrder[];
}

interface ActiveFault extends FaultOrder {
  /** Tokens issued before: a person who connects again has others, which work. */
  tokens: ReadonlySet<string>;
}

const RETRY_AFTER_S = 5;
/** Longer than any deadline of the gateway. */
const MAX_SLOW_MS = 60_000;
/** A fault of everybody, under which no person is stored. */
const EVERYBODY = "";

/** Takes over the provider's failure injector. */
export function createFaultSwitch(provider: EmulatedProvider): FaultSwitch {
  const active = new Map<string, ActiveFault>();
  /** Ends the waits of the fault `timeout`. */
  let release = Promise.withResolvers<void>();
  const { paths } = provider.service;

  /** The token of a request that a fault can concern: a call or a refresh, but not the exchange of a code. */
  function tokenOf({ method, path, headers, body }: Readonly<LoggedRequest>): { token: string; isRefresh: boolean } {
    if (method === "POST" && path.split("?", 1)[0] === paths.token)
      return { token: new URLSearchParams(body).get("refresh_token") ?? "", isRefresh: true };
    return { token: bearerOf(new Headers(headers)), isRefresh: false };
  }
  function faultOf(token: string): ActiveFault | undefined {
    return active.get(provider.userOf(token) ?? EVERYBODY) ?? active.get(EVERYBODY);
  }
  function count(found: ActiveFault): void {
    if (found.calls === null) return;
    found.calls--;
    if (found.calls === 0) active.delete(found.person ?? EVERYBODY);
  }
  provider.setFailureInjector((request) => {
    const { token, isRefresh } = tokenOf(request);
    if (token === "") return undefined;
    const found = faultOf(token);
    if (!found || !concerns(found, token, isRefresh)) return undefined;
    count(found);
    return isRefresh ? provider.service.invalidRefreshToken() : failureOf(provider, found.fault, release.promise);
  });
  const connectOrRefuse = () => {
    const everybody = active.get(EVERYBODY);
    return everybody && FAULTS[everybody.fault].isForAll ? provider.refuseConnections() : provider.takeConnections();
  };
  return {
    async set({ fault, person, calls }) {
      const tokens = new Set(provider.issued.map((issued) => issued.token));
      active.set(person ?? EVERYBODY, { fault, person, calls, tokens });
      await connectOrRefuse();
    },
    async clear() {
      const { size } = active;
      active.clear();
      release.resolve();
      release = Promise.withResolvers();
      await connectOrRefuse();
      return size;
    },
    list: () => [...active.values()].map(({ fault, person, calls }) => ({ fault, person, calls })),
  };
}

/** An ended grant is one that was given before; its refresh fails too. The others concern calls alone. */
function concerns({ fault, tokens }: ActiveFault, token: string, isRefresh: boolean): boolean {
  return FAULTS[fault].endsIntegration ? tokens.has(token) : !isRefresh;
}

async function failureOf(
  { service }: EmulatedProvider,
  fault: FaultName,
  released: Promise<void>,
): Promise<InjectedFailure> {
  if (fault === "expired" || fault === "revoked") return service.refuse(fault);
  if (fault === "scope_missing") return service.refuseScope();
  if (fault === "malformed") return new Response('{"unexpected', { headers: { "content-type": "application/json" } });
  if (fault === "timeout") await slow(released);
  const { status } = FAULTS[fault];
  if (status === undefined) return "reset";
  const headers: HeadersInit = fault === "rate_limited" ? { "retry-after": String(RETRY_AFTER_S) } : {};
  return Response.json({ message: `The emulated fault "${fault}" is on.` }, { status, headers });
}

/** Until the fault is off, or the caller must have given up. */
async function slow(released: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, MAX_SLOW_MS);
  timer.unref();
  await Promise.race([released, late.promise]);
  clearTimeout(timer);
}
