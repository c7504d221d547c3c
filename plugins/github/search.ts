// Endpoints that search issues, repositories and code.
import { endpoint, field, many, oneOf, path, record, t } from "gateway/plugin";
import { orderBy, paging } from "./fields.ts";
import { issue } from "./issue.ts";
import { repository } from "./repository.ts";

const codeMatch = record({
  name: field.text(),
  path: field.text(),
  sha: field.text(),
  html_url: field.text(),
  repository: field.text({ from: "repository.full_name", description: "Repository as owner/name." }),
  fragments: field.of({
    from: "text_matches",
    raw: t.Optional(t.Array(t.Object({ fragment: t.Optional(t.String()) }))),
    shape: t.Array(t.String({ description: "Lines around a match." })),
    map: (matches) => (matches ?? []).flatMap((match) => match.fragment ?? []),
  }),
});

const words = (description: string) => t.String({ minLength: 1, maxLength: 1024, description });
const order = t.Optional(oneOf(["asc", "desc"], "Sort direction; counts only together with order_by."));

export const search = {
  search_issues: endpoint({
    method: "GET",
    path: "/search/issues",
    permission: "search.read",
    description: "Search the issues and pull requests of all GitHub repositories that the connected user can see.",
    keywords: ["find bugs", "tickets", "PR", "my issues", "assigned to me"],
    query: t.Object({
      q: words(
        "Words and qualifiers, such as repo:acme/site is:issue is:open label:bug author:ada; @me is the connected user.",
      ),
      order_by: orderBy(
        ["comments", "reactions", "interactions", "created", "updated"],
        "What to sort by; the default is the best match.",
      ),
      order,
    }),
    upstream: ({ query: { order_by, ...query } }) => ({
      path: path`/search/issues`,
      query: { ...query, sort: order_by },
    }),
    returns: many("issues", issue, { at: "items", pagination: paging }),
  }),
  search_repos: endpoint({
    method: "GET",
    path: "/search/repos",
    permission: "search.read",
    description: "Search GitHub repositories by name, description, topic, language or owner.",
    keywords: ["find a repository", "projects", "open source"],
    query: t.Object({
      q: words("Words and qualifiers, such as gateway language:typescript stars:>100 user:acme."),
      order_by: orderBy(
        ["stars", "forks", "help-wanted-issues", "updated"],
        "What to sort by; the default is the best match.",
      ),
      order,
    }),
    upstream: ({ query: { order_by, ...query } }) => ({
      path: path`/search/repositories`,
      query: { ...query, sort: order_by },
    }),
    returns: many("repos", repository, { at: "items", pagination: paging }),
  }),
  search_code: endpoint({
    method: "GET",
    path: "/search/code",
    permission: "search.read",
    description: "Search the source code of GitHub repositories, in files up to 384 KB on default branches.",
    keywords: ["grep", "find in files", "where is this function used"],
    query: t.Object({
      q: words("At least one plain word, and qualifiers such as repo:acme/site path:src language:go extension:md."),
    }),
    upstream: ({ query }) => ({
      path: path`/search/code`,
      query: { q: query.q },
      // Adds the lines around each match: docs.github.com/rest/search/search#text-match-metadata
      headers: { accept: "application/vnd.github.text-match+json" },
    }),
    returns: many("matches", codeMatch, { at: "items", pagination: paging }),
  }),
};
