// What the program needs of its runtime; bun.ts implements it.

import type { PasswordHasher } from "../../identity/sign-in/passwords.ts";
import type { HmacOf } from "../vault/vault.ts";

export interface ServeOptions {
  hostname: string;
  port: number;
  /** Whether other processes of ours may listen there too. */
  isShared?: boolean;
  /** PEM; without it the listener speaks plain HTTP. */
  tls?: { cert: string; key: string } | null;
  /** `address` is the peer's IP address, or null where the runtime does not know it. */
  fetch: (request: Request, address: string | null) => Response | Promise<Response>;
}

export interface RunningServer {
  port: number;
  /** Refuses new connections; resolves when all requests in flight have their responses. */
  stop(): Promise<void>;
  /** Drops every connection at once. */
  abort(): void;
}

/** Name → what the module of this name exports. */
export type VirtualModules = Record<string, () => Promise<Record<string, unknown>>>;

export interface Platform {
  serve(options: ServeOptions): RunningServer;
  provideModules(modules: VirtualModules): void;
  /** The folder of the binary that contains the program, with links resolved; null from source. */
  binaryFolder: string | null;
  /** The executable, and the words between it and the arguments: runs this program once more. */
  commandLine: readonly string[];
  /** A YAML document as JSON values; throws on what is none. */
  parseYaml(text: string): unknown;
  /** Argon2id. */
  passwords: PasswordHasher;
  hmacOf: HmacOf;
  /** Locks a file by any path; gives the release, null when another process has it. The kernel frees it at exit. */
  lock(file: string): (() => void) | null;
}
