// Types of the parts of `oidc-provider` that the tests use; the package has none.
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface StoredToken {
    /** When it was used, in seconds; absent while it is valid. */
    consumed?: number;
    destroy(): Promise<void>;
  }
  interface TokenModel {
    /** Finds only valid tokens. */
    find(value: string): Promise<StoredToken | undefined>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly AccessToken: TokenModel;
    readonly RefreshToken: TokenModel;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    on(event: string, listener: (...given: unknown[]) => void): void;
  }
}
