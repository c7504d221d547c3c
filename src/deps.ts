// What services are given: one plain object made in app.ts; tests replace members, never globals.
import type { AccountDirectory } from "./accounts/service.ts";
import type { Config } from "./config.ts";
import type { Changes } from "./db/changes.ts";
import type { RequestDatabase } from "./db/database.ts";
import type { RateLimiter } from "./limits/rate-limiter.ts";
import type { Log } from "./log.ts";
import type { ClientRegistry } from "./oauth/client-registry.ts";
import type { Registry } from "./registry/registry.ts";
import type { Resilience } from "./upstream/resilience.ts";
import type { Target } from "./upstream/target.ts";
import type { UsageWriter } from "./usage/writer.ts";
import type { Vault } from "./vault/vault.ts";

export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
}

export interface Deps {
  config: Config;
  /** The public base URL, without a trailing slash. */
  baseUrl: string;
  database: RequestDatabase;
  changes: Changes;
  accounts: AccountDirectory;
  vault: Vault;
  registry: Registry;
  /** Where a provider is, with the operator's overrides. */
  target(providerId: string): Target;
  /** Which OAuth client serves whom; nothing else may choose one. */
  oauthClients: ClientRegistry;
  limiter: RateLimiter;
  usage: UsageWriter;
  /** Everything that goes to a provider goes as somebody's, so that nobody takes the others' share. */
  fetchFor: Resilience["fetchFor"];
  clock: Clock;
  log: Log;
  /** Tells replicas apart in leases. */
  replicaId: string;
}
