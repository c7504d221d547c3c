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
    readonly headers: {
        readonly Authorization: string;
    };
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
export declare function agentSessionOf({ created, maker, own }: Made): AgentSessionClient;
export {};
