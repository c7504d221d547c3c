import { GatewayError } from "./errors.ts";
/** The error of a response that is no success; reads its body. */
export declare function errorOf(response: Response): Promise<GatewayError>;
/** Seconds of Retry-After (RFC 9110, section 10.2.3: seconds or a date); null without a valid one. */
export declare function retryAfterOf(headers: Headers, now?: number): number | null;
