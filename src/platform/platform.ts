// What the rest of the program asks of its runtime; bun.ts answers it.

export interface ServeOptions {
  hostname: string;
  port: number;
  /** `address` is the peer's IP address, or null where the runtime does not know it. */
  fetch: (request: Request, address: string | null) => Response | Promise<Response>;
}

export interface RunningServer {
  port: number;
  /** Refuses new connections; resolves when the requests under way have been answered. */
  stop(): Promise<void>;
  /** Drops every connection at once. */
  abort(): void;
}

/** Modules that plugins find by name: name → what it exports. */
export type VirtualModules = Record<string, () => Promise<Record<string, unknown>>>;

export interface Platform {
  serve(options: ServeOptions): RunningServer;
  provideModules(modules: VirtualModules): void;
  /**
   * Takes a lock that the kernel frees when the process dies; null when another process holds it, by whatever path it
   * reached the file. Throws where the file cannot be opened or locked.
   */
  lock(file: string): (() => void) | null;
}
