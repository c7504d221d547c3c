// What the tests use of `oidc-provider`, which comes without types.
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface StoredToken {
    /** When it was spent, in seconds; absent while it is good. */
    consumed?: number;
    destroy(): Promise<void>;
  }
  interface TokenModel {
    /** Live ones alone. */
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
