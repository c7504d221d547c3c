// The faults of the demo's providers: switched for a whole provider, or for whom an account or the demo's user has connected.

import type { EmulatedProvider, EmulatedServiceName } from "../emulators/emulators.ts";
import { FAULT_NAMES, FAULTS, type FaultName, isFaultName } from "../emulators/fault-list.ts";
import { createFaultSwitch } from "../emulators/faults.ts";
import { GRANT_TABLES } from "../src/connections/integrations/store.ts";
import { nearest } from "../src/foundation/schema/nearest.ts";
import type { Deps } from "../src/server/deps.ts";

/** A fault that is on. */
export interface FaultView {
  provider: string;
  fault: FaultName;
  /** As it was named; null for everybody. */
  account: string | null;
  /** Requests until it is off; null until it is switched off. */
  calls: number | null;
}

export interface FaultRequest {
  provider: string;
  fault: string;
  /** An account's external_id, or the person as the consent page names them. */
  account?: string;
  calls?: number;
}

export interface FaultControl {
  providers: readonly string[];
  /** Throws a `FaultError`. */
  set(request: FaultRequest): Promise<FaultView>;
  /** Switches off what a provider has, or everything; returns how many faults. */
  clear(provider?: string): Promise<number>;
  list(): FaultView[];
}

/** A request that no fault can follow, in a sentence. */
export class FaultError extends Error {
  override name = "FaultError";
}

export const MAX_CALLS = 1_000;

/** Every fault with what the gateway's caller sees. */
export const EMULATED_FAULTS = FAULT_NAMES.map((fault) => {
  const { does, code, reason, endsIntegration = false } = FAULTS[fault];
  return { fault, does, code, reason, reconnect: endsIntegration };
});

type ControlDeps = Pick<Deps, "database" | "changes" | "clock" | "cooldowns" | "forgetFailures">;
type Providers = Partial<Record<EmulatedServiceName, EmulatedProvider>>;

export function createFaultControl(deps: ControlDeps, providers: Providers): FaultControl {
  const names = Object.keys(providers);
  const switches = new Map(Object.entries(providers).map(([name, one]) => [name, createFaultSwitch(one)]));
  /** How a person of a provider was named when the fault was set. */
  const accounts = new Map<string, string>();
  const switchOf = (provider: string) => {
    const found = switches.get(provider);
    if (!found) throw new FaultError(`The demo has no provider "${provider}": it has ${names.join(", ")}.`);
    return found;
  };
  const list = () =>
    [...switches].flatMap(([provider, one]) =>
      one.list().map(({ fault, person, calls }) => ({
        provider,
        fault,
        account: person === null ? null : (accounts.get(`${provider} ${person}`) ?? person),
        calls,
      })),
    );
  return {
    providers: names,
    async set({ provider, fault, account, calls }) {
      const found = switchOf(provider);
      if (!isFaultName(fault)) throw new FaultError(noSuchFault(fault));
      checkExtent(fault, account, calls);
      const person = account === undefined ? null : await personOf(deps, provider, providers, account);
      if (fault === "expired") await expireGrants(deps, provider, person);
      await found.set({ fault, person, calls: calls ?? null });
      forgetProviderFailures(deps);
      if (person !== null && account !== undefined) accounts.set(`${provider} ${person}`, account);
      return { provider, fault, account: account ?? null, calls: calls ?? null };
    },
    async clear(provider) {
      const cleared = provider === undefined ? [...switches.values()] : [switchOf(provider)];
      const counts = await Promise.all(cleared.map((one) => one.clear()));
      forgetProviderFailures(deps);
      return counts.reduce((sum, count) => sum + count, 0);
    },
    list,
  };
}

/** The next call meets the providers as they are now, and not a pause that an earlier fault caused. */
function forgetProviderFailures({ cooldowns, forgetFailures }: ControlDeps): void {
  cooldowns.clear();
  forgetFailures();
}

function noSuchFault(fault: string): string {
  const meant = nearest(fault, FAULT_NAMES);
  return `There is no fault "${fault}". ${meant ? `Did you mean ${meant}? ` : ""}Faults: ${FAULT_NAMES.join(", ")}.`;
}

function checkExtent(fault: FaultName, account: string | undefined, calls: number | undefined): void {
  if (FAULTS[fault].isForAll && (account !== undefined || calls !== undefined))
    throw new FaultError(`"${fault}" is for the whole provider until it is off: leave account and calls out.`);
  if (FAULTS[fault].endsIntegration && calls !== undefined)
    throw new FaultError(`"${fault}" ends integrations, so it has no number of calls: leave calls out.`);
  if (calls !== undefined && !(Number.isInteger(calls) && calls >= 1 && calls <= MAX_CALLS))
    throw new FaultError(`calls must be a whole number from 1 to ${MAX_CALLS}.`);
}

interface Identity {
  id: string;
  name: string;
}

/** An id can name the workspace too, as Slack's does. */
const partsOf = (id: string) => id.split(/[^A-Za-z0-9]/);

/** Whom an account has connected; else a person who is connected and has this name. */
async function personOf(
  { database }: ControlDeps,
  provider: string,
  providers: Providers,
  account: string,
): Promise<string> {
  const connected = providers[provider as EmulatedServiceName]?.issued.map(({ user }) => user) ?? [];
  if (connected.includes(account)) return account;
  const rows = await database.query<{ identity: Identity }>(
    `select i.identity from integrations i left join accounts a on a.user_id = i.user_id and a.id = i.account_id
     join users u on u.id = i.user_id
     where i.provider = $1 and (a.external_id = $2 or (i.account_id is null and u.email = $2)) limit 100`,
    [provider, account],
  );
  for (const { identity } of rows) {
    const person = connected.find((user) => user === identity.name || partsOf(identity.id).includes(user));
    if (person !== undefined) return person;
  }
  const people = [...new Set(connected)].sort().join(", ") || "nobody";
  throw new FaultError(
    `Nobody is connected to ${provider} as "${account}". Name an account by its external_id, or a person: ${people}.`,
  );
}

/** Time alone ends a token as expired, so the gateway's rows say that it is over. */
async function expireGrants(
  { database, changes, clock }: ControlDeps,
  provider: string,
  person: string | null,
): Promise<void> {
  const ended = new Date(clock.now() - 1_000).toISOString();
  const rows = await database.query<{ user_id: string }>(
    `update integrations set access_expires_at = $2::timestamptz,
       refresh_expires_at = case when refresh_token is null then null else $2::timestamptz end
     where provider = $1 and ($3::text is null or identity->>'name' = $3
       or $3 = any (regexp_split_to_array(identity_id, '[^A-Za-z0-9]'))) returning user_id`,
    [provider, ended, person],
  );
  for (const { user_id } of rows) changes.invalidate(user_id, GRANT_TABLES);
}
