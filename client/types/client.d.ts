import { type Client } from "openapi-fetch";
import { type AgentSessionClient, type AgentSessionOptions } from "./agent-session.ts";
import type { Call, Data, FilePath, InitArgument, InitOf, ItemOf, PagedPath } from "./calls.ts";
import { type CustomerClient } from "./customer.ts";
import type { Providers } from "./endpoints.ts";
import { type EventStream, type EventsOptions } from "./events.ts";
import { type FileStream } from "./file.ts";
import { type ClientOptions } from "./options.ts";
import type { paths } from "./schema.ts";
/** Calls by path, and each provider's endpoints by name: `gateway.google.gmail.listMessages({ limit: 5 })`. */
export interface GatewayClient extends Providers {
    get: Call<"get">;
    post: Call<"post">;
    put: Call<"put">;
    patch: Call<"patch">;
    delete: Call<"delete">;
    /** The pages of a list, each requested when the iteration comes to it. */
    pages<P extends PagedPath<"get">>(path: P, ...init: InitArgument<InitOf<P, "get">>): AsyncGenerator<Data<P, "get">, void>;
    /** The items of a list over all pages. */
    items<P extends PagedPath<"get">>(path: P, ...init: InitArgument<InitOf<P, "get">>): AsyncGenerator<ItemOf<Data<P, "get">>, void>;
    /** The pages of a search that is sent by POST. */
    postPages<P extends PagedPath<"post">>(path: P, ...init: InitArgument<InitOf<P, "post">>): AsyncGenerator<Data<P, "post">, void>;
    /** A file of any size. Read `body` to its end or cancel it. */
    file<P extends FilePath>(path: P, ...init: InitArgument<InitOf<P, "get">>): Promise<FileStream>;
    /** New events as they come, connected again after a break. They are the account's in a client for one. */
    events(options?: EventsOptions): EventStream;
    /** The same client for a customer of yours, by your own id. Its account is made when it first connects. */
    customer(externalId: string): CustomerClient;
    /** The same as `customer`. */
    account(externalId: string): CustomerClient;
    /** The same client for one of several connections with a provider, by its name. */
    connection(name: string): GatewayClient;
    /** Creates an agent session with part of the key's rights, of the customer in a client for one; in a session's client one below it. */
    agentSession(options?: AgentSessionOptions): Promise<AgentSessionClient>;
    /** The same calls as openapi-fetch makes them, with the response and the envelope. They throw error classes too. */
    raw: Client<paths>;
}
export declare function createClient(options: ClientOptions): GatewayClient;
