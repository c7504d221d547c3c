export interface PageQuery {
    cursor?: string;
    offset?: number;
}
/** Yields pages until the last; `read` requests one. A page may be empty without being the last. */
export declare function pagesOf<P>(read: (query: PageQuery) => Promise<P>, first?: PageQuery): AsyncGenerator<P, void>;
/** The items of a page: its one member that is a list. */
export declare function itemsOf(page: Record<string, unknown>): unknown[];
