// A customer of yours under your own id: connecting, what is connected, and calls for it.
import type { GatewayClient } from "./client.ts";
import type { ResultOf } from "./endpoint.ts";
import { AccountNotFoundError } from "./errors.ts";
import type { components, operations } from "./schema.ts";

type Schemas = components["schemas"];
type ConnectBody = operations["connect_customer"]["requestBody"]["content"]["application/json"];
type Own = Omit<ConnectBody, "external_id" | "provider" | "credentials" | "redirect_url" | "page">;
type UsageQuery = Omit<NonNullable<operations["summarise_usage"]["parameters"]["query"]>, "account_id">;

/** For a browser: through the provider's consent page. */
export interface ConnectOptions extends Own {
  /** The address of yours where the browser comes back. */
  redirect_url: string;
  /** Whether connect_url is the gateway's own page, which says what will be allowed; always so without a provider. */
  page?: boolean;
}
/** An API key or the like that you have already; nobody needs a browser. */
export interface CredentialsOptions extends Own {
  credentials: NonNullable<ConnectBody["credentials"]>;
}

export interface CustomerClient extends GatewayClient {
  readonly externalId: string;
  /** Starts a connect, and makes the customer's account where there is none. Send the browser to `connect_url`. */
  connect(provider: Schemas["Provider"], options: ConnectOptions): Promise<Schemas["StartedCustomerConnect"]>;
  /** Connects with credentials at once. */
  connect(provider: Schemas["Provider"], options: CredentialsOptions): Promise<Schemas["ConnectedCustomerIntegration"]>;
  /** Starts a connect in which the customer chooses the provider, on the gateway's page. */
  connect(options: ConnectOptions): Promise<Schemas["StartedCustomerConnect"]>;
  /** How a started connect stands. */
  connectSession(sessionId: string): Promise<ResultOf<"get_account_connect_session">>;
  /** Makes a connect that was started with `confirm` final, by the token from the redirect, once you know who came back. */
  confirm(provider: Schemas["Provider"], confirmToken: string): Promise<ResultOf<"confirm_account_integration">>;
  /** What is connected; nothing for a customer without an account. */
  integrations(): Promise<ResultOf<"list_account_integrations">["integrations"]>;
  disconnect(provider: Schemas["Provider"]): Promise<ResultOf<"disconnect_account_integration">>;
  /** Totals of the customer's calls; by default since the start of the month (UTC). */
  usage(query?: UsageQuery): Promise<ResultOf<"summarise_usage">>;
  /** Deletes the account with everything that is stored about it, and asks each provider to end its grant. */
  erase(): Promise<ResultOf<"delete_account">>;
}

/** `gateway` makes the partner's calls about the account, `calls` those in its name. */
export function customerOf(gateway: GatewayClient, calls: GatewayClient, externalId: string): CustomerClient {
  const id = `external:${externalId}`;
  const connect = (first: Schemas["Provider"] | ConnectOptions, second?: ConnectOptions | CredentialsOptions) => {
    const chosen = typeof first === "string" ? { ...second, provider: first } : { ...first, page: true };
    return gateway.post("/api/v1/connect", { body: { ...chosen, external_id: externalId } });
  };
  const own = {
    externalId,
    connect,
    connectSession: (session_id: string) =>
      gateway.get("/api/v1/accounts/{id}/connect/{session_id}", { params: { path: { id, session_id } } }),
    confirm: (provider: Schemas["Provider"], confirm_token: string) =>
      gateway.post("/api/v1/accounts/{id}/integrations/{provider}/confirm", {
        params: { path: { id, provider } },
        body: { confirm_token },
      }),
    integrations: () =>
      gateway.get("/api/v1/accounts/{id}/integrations", { params: { path: { id } } }).then(
        ({ integrations }) => integrations,
        (error: unknown) => {
          if (error instanceof AccountNotFoundError) return [];
          throw error;
        },
      ),
    disconnect: (provider: Schemas["Provider"]) =>
      gateway.delete("/api/v1/accounts/{id}/integrations/{provider}", { params: { path: { id, provider } } }),
    usage: (query?: UsageQuery) =>
      gateway.get("/api/v1/usage/summary", { params: { query: { ...query, account_id: id } } }),
    erase: () => gateway.delete("/api/v1/accounts/{id}", { params: { path: { id } } }),
  };
  return Object.assign(calls, own) as CustomerClient;
}
