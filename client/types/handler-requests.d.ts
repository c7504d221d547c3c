/** Whether a browser says that another site sent the request; by Sec-Fetch-Site, else by Origin. */
export declare function isFromElsewhere({ headers, method }: Request, origin: string): boolean;
/** The scopes that a link names, with spaces between them as in OAuth (RFC 6749, section 3.3). */
export declare function scopesIn({ url }: Request): string[];
/** Text of at most so many bytes; null where it is longer. */
export declare function readBody(request: Request, maxBytes: number): Promise<string | null>;
/** The fields that a page posts once its pop-up is over, by the names that a redirect gives them; else the refusal. */
export declare function outcomeIn(request: Request): Promise<URLSearchParams | Response>;
export declare function redirect(location: string, cookies?: readonly string[]): Response;
export declare function json(status: number, value: unknown, cookies?: readonly string[]): Response;
export declare const refused: (status: number, error: string) => Response;
export declare const invalid: (error: string) => Response;
