// What is searched for, out of the address of a page.

export const MAX_SEARCH = 200;
/** The element that holds the results. */
export const RESULTS_ID = "search-results";

/** Keys and tokens, each with as much as pages show of it. */
const SECRET = /^((?:sk_live_|as_live_|adm_|mcp_[a-z]{2}_)\w{4})\w{8,}$/;

/** Without control characters, which the database refuses; a whole key becomes the part that pages show. */
export function searchText({ searchParams }: URL): string {
  const text = (searchParams.get("q") ?? "")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, MAX_SEARCH)
    .trim();
  return SECRET.exec(text)?.[1] ?? text;
}
