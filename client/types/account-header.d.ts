/** The header and its value; throws on an empty id, and on one that is no Unicode text. */
export declare function accountHeader(externalId: string): Record<string, string>;
