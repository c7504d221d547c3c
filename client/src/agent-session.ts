// An agent session: a token for one agent with part of the key's rights, the client that calls with it, and its end.
import type { Data } from "./calls.ts";
import type { GatewayClient } from "./client.ts";
import type { components, operations } from "./schema.ts";

type Schemas = components["schemas"];
type CreateBody = NonNullable<operations["create_agent_session"]["requestBody"]>["content"]["application/json"];
type ChangeBody = NonNullable<operations["change_agent_session"]["requestBody"]>["content"]["application/json"];

/** What the session may do and until when; whose it is, the client says that makes it. */
export type AgentSessionOptions = Omit<CreateBody, "account">;

/** Where an MCP client connects, and with what. */
export interface AgentSessionMcp {
  readonly url: string;
  readonly token: string;
  /** The token as a header, for clients that take an address with headers. */
  readonly headers: { readonly Authorization: string };
}

/** The client of the agent: its calls go with the session's token, and can do no more than the session. */
export interface AgentSessionClient extends Omit<GatewayClient, "customer" | "account"> {
  readonly sessionId: string;
  /** The session as the gateway last gave it, without its token. */
  readonly session: Schemas["AgentSession"];
  readonly mcp: AgentSessionMcp;
  /** The tools that the agent can call now; with `query` those that are best for it, by `format` for one vendor's model. */
  tools(options?: ToolsOptions): Promise<ToolList>;
  /** Calls a tool by its name; `data` of its endpoint's response. */
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Lets it live for so many seconds from now, with the key that made it: the agent's token cannot. */
  extend(seconds: number): Promise<Schemas["AgentSession"]>;
  /** Gives it less, with the key that made it. */
  narrow(change: Omit<ChangeBody, "expires_in">): Promise<Schemas["AgentSession"]>;
  /** Ends it with those below it. Calls of the token are refused within a second. */
  end(): Promise<void>;
}

export type ToolList = Data<"/api/v1/tools", "get">;
type ListQuery = NonNullable<operations["list_tools"]["parameters"]["query"]>;
export interface ToolsOptions extends Pick<ListQuery, "format" | "strict"> {
  /** What the agent wants to do, in words. */
  query?: string;
  /** Most of the tools that are best for the query. */
  limit?: number;
}

interface Made {
  created: Schemas["CreatedAgentSession"];
  /** The client with the key, which extends and ends it. */
  maker: GatewayClient;
  /** The client with the session's token. */
  own: GatewayClient;
}

export function agentSessionOf({ created, maker, own }: Made): AgentSessionClient {
  const { token, mcp_url: url, ...session } = created;
  const { id } = session;
  const params = { path: { id } };
  const change = async (body: ChangeBody) => {
    const changed = await maker.patch("/api/v1/agent-sessions/{id}", { params, body });
    client.session = changed;
    return changed;
  };
  const client = Object.assign(own, {
    sessionId: id,
    session: session as Schemas["AgentSession"],
    mcp: { url, token, headers: { Authorization: `Bearer ${token}` } },
    tools: ({ query, limit, ...form }: ToolsOptions = {}) =>
      query === undefined
        ? own.get("/api/v1/tools", { params: { query: form } })
        : own.get("/api/v1/tools/search/{query}", {
            params: { path: { query }, query: { ...form, ...(limit !== undefined && { limit }) } },
          }),
    call: (name: string, args: Readonly<Record<string, unknown>> = {}) =>
      own.post("/api/v1/tools/{name}/execute", { params: { path: { name } }, body: { arguments: args } }),
    extend: (seconds: number) => change({ expires_in: seconds }),
    narrow: change,
    async end() {
      await maker.delete("/api/v1/agent-sessions/{id}", { params });
    },
  });
  return client as unknown as AgentSessionClient;
}
