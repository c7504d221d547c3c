// The help center of a Zendesk account: its articles, listed, searched and read.
import { endpoint, field, htmlToText, many, maybeText, one, path, record, shapes, t } from "gateway/plugin";
import { cursorPagination, numberPagination, zendeskId } from "./fields.ts";

const articleFields = {
  id: field.id(),
  title: field.text(),
  url: field.nullableText({ from: "html_url", description: "URL to open in a browser." }),
  locale: field.nullableText({ description: "Language, such as en-us." }),
  section_id: field.nullableId(),
  author_id: field.nullableId(),
  labels: field.texts({ from: "label_names" }),
  is_draft: field.flag({ from: "draft" }),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime(),
};
const listed = record(articleFields);
const found = record({
  ...articleFields,
  snippet: field.nullableText({ description: "Where the words were found, with <em> around them." }),
});
const article = record({
  ...articleFields,
  text: field.of({
    from: "body",
    raw: maybeText,
    shape: shapes.nullableText("Content of the article as plain text."),
    map: (html) => (html ? htmlToText(html) : null),
  }),
});

const locale = t.Optional(
  t.String({
    pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
    maxLength: 20,
    description: "Only articles in this language, such as en-us.",
  }),
);

export const articleEndpoints = {
  list_articles: endpoint({
    method: "GET",
    path: "/articles",
    permission: "articles.read",
    description: "List the articles of the Zendesk help center, the last changed first.",
    keywords: ["knowledge base", "faq", "documentation", "guide"],
    query: t.Object({ locale }),
    upstream: ({ query }) => ({
      path:
        query.locale === undefined
          ? path`/api/v2/help_center/articles`
          : path`/api/v2/help_center/${query.locale}/articles`,
      query: { sort_by: "updated_at", sort_order: "desc" },
    }),
    returns: many("articles", listed, { at: "articles", pagination: cursorPagination }),
  }),
  search_articles: endpoint({
    method: "GET",
    path: "/search/articles",
    permission: "articles.read",
    description: "Search the articles of the Zendesk help center by words.",
    keywords: ["knowledge base", "faq", "how to", "find answer"],
    query: t.Object({
      q: t.String({ minLength: 1, maxLength: 500, description: "Words to look for." }),
      locale,
      label: t.Optional(t.String({ pattern: "^[^,]{1,255}$", description: "Only articles with this label." })),
      updated_since: t.Optional(
        t.String({
          format: "date",
          description:
            "Only what was changed after this day, such as 2026-01-31; Zendesk does not say in which time zone.",
        }),
      ),
    }),
    upstream: ({ query: { q, locale: language, label, updated_since } }) => ({
      path: path`/api/v2/help_center/articles/search`,
      query: { query: q, locale: language, label_names: label, updated_after: updated_since },
    }),
    returns: many("articles", found, { at: "results", pagination: numberPagination }),
  }),
  get_article: endpoint({
    method: "GET",
    path: "/articles/{id}",
    permission: "articles.read",
    description: "Get one article of the Zendesk help center with its text.",
    keywords: ["read article", "knowledge base"],
    params: { id: zendeskId("Id of the article, from zendesk_list_articles.") },
    upstream: ({ params }) => ({ path: path`/api/v2/help_center/articles/${params.id}` }),
    returns: one(article, { at: "article" }),
  }),
};
