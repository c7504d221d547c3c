// Who makes a request or sets something going, and where from.

export interface Actor {
  /** An admin token, an API key, a provider's callback, the gateway by itself, or nobody known. */
  kind: "admin" | "key" | "provider" | "system" | "anonymous";
  id: string | null;
  /** The token's name; of a key, its display form. */
  name: string | null;
}

/** Who makes a request, and where from. */
export interface Initiator {
  actor: Actor;
  address: string | null;
  requestId: string | null;
}
