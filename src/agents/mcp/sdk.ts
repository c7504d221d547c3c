// The library that speaks the protocol, loaded with the first request: its import costs more than the rest of a start.
type Sdk = typeof import("@modelcontextprotocol/server");

let loading: Promise<Sdk> | null = null;

export function loadSdk(): Promise<Sdk> {
  loading ??= import("@modelcontextprotocol/server");
  return loading;
}

export type { Sdk };
