// Who makes a request or sets something going, and where from.

export interface Actor {
  /** An admin token or an operator at the dashboard, an API key, an MCP client by its grant, an agent session, a person at the dashboard, a provider's callback, the gateway by itself, or nobody known. */
  kind: "admin" | "key" | "mcp_client" | "agent_session" | "person" | "provider" | "system" | "anonymous";
  id: string | null;
  /** The token's name, the person's e-mail address; of a key, its display form; of a client, what it calls itself. */
  name: string | null;
}

/** Who makes a request, and where from. */
export interface Initiator {
  actor: Actor;
  address: string | null;
  requestId: string | null;
}
