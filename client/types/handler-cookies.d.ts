export interface CookieSigner {
    /** The `Set-Cookie` of a connect that begins. */
    issue(sessionId: string, customer: string): Promise<string>;
    /** Whether this browser has it, for this customer. */
    isIssued(request: Request, sessionId: string, customer: string): Promise<boolean>;
    expire(sessionId: string): string;
}
export declare function cookieSigner(secret: string, { path, isSecure }: {
    path: string;
    isSecure: boolean;
}): CookieSigner;
