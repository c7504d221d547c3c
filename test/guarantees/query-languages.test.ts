// S-69: caller text in a provider's query language is always data, never code, in every endpoint of every plugin.
import { describe, expect, test } from "bun:test";
import type { TObject, TSchema } from "@sinclair/typebox";
import { checkValue } from "../../src/foundation/schema/check.ts";
import { type AnyCall, Refusal, UnsafePathValue } from "../../src/plugin/index.ts";
import { UpstreamFailure } from "../../src/providers/upstream/failure.ts";
import {
  callOf,
  type EndpointFixtures,
  endpointFixtures,
  exchangesOf,
  replay,
  type SentRequest,
} from "../support/fixture-replay.ts";
import {
  AIRTABLE,
  DRIVE,
  DRIVE_EXPRESSION,
  ENDING,
  GRAPH_SEARCH,
  JQL,
  JQL_WORDS,
  JSON_TEXT,
  type Language,
  NAMES,
  ODATA,
  ODATA_IN_PATH,
  OPEN,
  PLAIN,
  SHOPIFY,
  SOQL,
  SOSL,
  ZENDESK,
} from "./query-languages.ts";

/** Every input that reaches a query language, by endpoint, with its language. */
const TABLE: Record<string, Record<string, Language>> = {
  airtable_list_records: { "query.formula": OPEN },
  airtable_search_records: { "query.contains": AIRTABLE, "query.equals": AIRTABLE, "query.field": AIRTABLE },
  calendly_list_available_times: { "params.id": ENDING },
  discord_find_members: { "query.q": PLAIN },
  github_search_issues: { "query.q": OPEN },
  github_search_repos: { "query.q": OPEN },
  github_search_code: { "query.q": OPEN },
  gitlab_find_users: { "query.q": PLAIN },
  gitlab_list_branches: { "query.q": OPEN },
  gitlab_list_issues: { "query.q": PLAIN },
  gitlab_list_labels: { "query.q": PLAIN },
  gitlab_list_members: { "query.q": PLAIN },
  gitlab_list_merge_requests: { "query.q": PLAIN },
  gitlab_list_my_issues: { "query.q": PLAIN },
  gitlab_list_my_merge_requests: { "query.q": PLAIN },
  gitlab_list_projects: { "query.q": PLAIN },
  gitlab_search_code: { "query.q": OPEN },
  gitlab_search_issues: { "query.q": PLAIN },
  gitlab_search_merge_requests: { "query.q": PLAIN },
  google_gmail_list_messages: { "query.q": OPEN },
  google_gmail_list_threads: { "query.q": OPEN },
  google_gmail_list_drafts: { "query.q": OPEN },
  google_calendar_list_events: { "query.q": PLAIN },
  google_drive_list_files: { "query.q": DRIVE, "query.parent_id": DRIVE, "query.query": DRIVE_EXPRESSION },
  hubspot_get_company: { "query.properties": NAMES },
  hubspot_get_contact: { "query.properties": NAMES },
  hubspot_get_deal: { "query.properties": NAMES },
  hubspot_list_companies: { "query.q": PLAIN, "query.domain": PLAIN, "query.properties": NAMES },
  hubspot_list_contacts: { "query.q": PLAIN, "query.lifecycle_stage": PLAIN, "query.properties": NAMES },
  hubspot_list_deals: {
    "query.q": PLAIN,
    "query.pipeline_id": PLAIN,
    "query.stage_id": PLAIN,
    "query.properties": NAMES,
  },
  hubspot_list_tickets: {
    "query.q": PLAIN,
    "query.pipeline_id": PLAIN,
    "query.stage_id": PLAIN,
    "query.properties": NAMES,
  },
  jira_find_users: { "query.q": PLAIN },
  jira_list_projects: { "query.q": PLAIN },
  jira_search_issues: {
    "query.q": JQL_WORDS,
    "query.project": JQL,
    "query.status": JQL,
    "query.type": JQL,
    "query.assignee": JQL,
    "query.reporter": JQL,
    "query.label": JQL,
    "query.jql": OPEN,
  },
  linear_create_comment: { "body.body": PLAIN },
  linear_create_issue: { "body.title": PLAIN },
  linear_list_issues: { "query.team": PLAIN, "query.state": PLAIN, "query.assignee": PLAIN, "query.label": PLAIN },
  linear_list_labels: { "query.q": PLAIN, "query.team": PLAIN },
  linear_list_projects: { "query.q": PLAIN, "query.team": PLAIN },
  linear_list_teams: { "query.q": PLAIN },
  linear_list_users: { "query.q": PLAIN },
  linear_search_issues: {
    "query.q": PLAIN,
    "query.team": PLAIN,
    "query.state": PLAIN,
    "query.assignee": PLAIN,
    "query.label": PLAIN,
  },
  linear_update_issue: { "body.title": PLAIN },
  microsoft_list_contacts: { "query.q": ODATA },
  microsoft_list_emails: { "query.q": GRAPH_SEARCH, "query.from": ODATA, "query.thread_id": ODATA },
  microsoft_list_events: { "query.q": ODATA },
  microsoft_list_files: { "query.q": ODATA_IN_PATH },
  notion_search_workspace: { "query.q": PLAIN },
  pipedrive_search_items: { "query.q": PLAIN },
  salesforce_list_accounts: { "query.q": SOQL, "query.industry": SOQL },
  salesforce_list_contacts: { "query.q": SOQL },
  salesforce_list_leads: { "query.q": SOQL, "query.status": SOQL },
  salesforce_list_opportunities: { "query.q": SOQL, "query.stage": SOQL },
  salesforce_search_records: { "query.q": SOSL },
  shopify_cancel_order: { "body.staff_note": PLAIN },
  shopify_create_customer: {
    "body.email": PLAIN,
    "body.first_name": PLAIN,
    "body.last_name": PLAIN,
    "body.note": PLAIN,
    "body.phone": PLAIN,
    "body.tags": PLAIN,
  },
  shopify_create_draft_order: { "body.email": PLAIN, "body.note": PLAIN, "body.tags": PLAIN },
  shopify_create_fulfillment: { "body.tracking_company": PLAIN, "body.tracking_number": PLAIN },
  shopify_create_product: {
    "body.description_html": PLAIN,
    "body.handle": PLAIN,
    "body.product_type": PLAIN,
    "body.tags": PLAIN,
    "body.title": PLAIN,
    "body.vendor": PLAIN,
  },
  shopify_list_customers: { "query.q": SHOPIFY },
  shopify_list_draft_orders: { "query.q": SHOPIFY },
  shopify_list_metafields: { "query.namespace": PLAIN },
  shopify_list_orders: { "query.q": SHOPIFY },
  shopify_list_products: { "query.q": SHOPIFY },
  shopify_list_variants: { "query.q": SHOPIFY },
  shopify_update_order: { "body.email": PLAIN, "body.note": PLAIN, "body.tags": PLAIN },
  shopify_update_product: {
    "body.description_html": PLAIN,
    "body.handle": PLAIN,
    "body.product_type": PLAIN,
    "body.tags": PLAIN,
    "body.title": PLAIN,
    "body.vendor": PLAIN,
  },
  stripe_search_customers: { "query.q": OPEN },
  stripe_search_payments: { "query.q": OPEN },
  slack_search_messages: { "query.q": OPEN },
  // Within the JSON of the form's field `files`.
  slack_upload_file: { "body.name": JSON_TEXT, "body.title": JSON_TEXT },
  twitter_search_posts: { "query.q": OPEN },
  zendesk_search_articles: { "query.q": PLAIN },
  zendesk_search_organizations: { "query.name": ZENDESK, "query.q": ZENDESK },
  zendesk_search_tickets: {
    "query.assignee": ZENDESK,
    "query.organization": ZENDESK,
    "query.q": ZENDESK,
    "query.requester": ZENDESK,
    "query.tag": ZENDESK,
  },
  zendesk_search_users: { "query.email": ZENDESK, "query.organization": ZENDESK, "query.q": ZENDESK },
};

/** Parameters, form fields and JSON fields that hold a query, or a part of one, in any plugin. */
const QUERY_POSITIONS =
  /^([?&](q|query|term|search|filter|jql|soql|\$filter|\$search|\$orderby)|json\.(jql|query|filter|filterByFormula|filterGroups|variables)\b.*)$/;

const HOSTILE = [
  "'",
  '"',
  "\\",
  "''",
  '""',
  "\\'",
  '\\"',
  "\\\\",
  "\\'\\",
  "' or '1'='1",
  "') or (name contains '",
  "' OR Name LIKE '%",
  '" OR project = "SECRET',
  'x" ORDER BY created //',
  "x} RETURNING User(Id) {y",
  "a)) or startswith(subject,'",
  "or trashed = true",
  "a) or (b",
  "(a or b)",
  ")",
  "(",
  "*",
  "ab*",
  "%",
  "_",
  "?",
  "~",
  "^",
  ":",
  "{",
  "}",
  "[a TO z]",
  "-a",
  "+a -b",
  "!a",
  "a && b || c",
  "AND",
  "cats OR dogs",
  "NOT cats",
  "and or not",
  "\u2018a\u2019 \u201cb\u201d",
  "\uff07 \u02bc \uff02",
  "a\nb",
  "a\r\nORDER BY x",
  "\t",
  "\u0000",
  "a\u0000b",
  "\u0001\u001f\u007f",
  "\u0085\u2028\u2029",
  "\ud800",
  "a\udc00b",
  "\u202e\u200b\ufeff",
  "😀",
  "&q=other",
  "#",
  "a;b",
  "a,b",
  "--",
  "/*a*/",
  "//",
  "$filter=a",
  "{a} ${b} {{c}}",
  "%27 %22 %5c",
  "\\u0027\\x27",
  "&#39;",
  "null",
  "currentUser()",
];

/** Recognizable values; an input uses the first that its schema accepts. */
const MARKS = [
  "zqxmark",
  "zqx@mark.example",
  "7355608",
  "2031-05-06",
  "2031-05-06T07:08:09Z",
  "5f0c1a52-7a0e-4c3b-9d0e-1b2c3d4e5f60",
];

type Part = "params" | "query" | "body";
interface Input {
  recorded: EndpointFixtures;
  part: Part;
  name: string;
  /** `query.q` */
  label: string;
}
interface Trial {
  input: Input;
  fixture: EndpointFixtures["fixtures"][number];
  /** Omits the fixture's optional inputs. */
  isBare: boolean;
  mark: string;
}

const isText = (schema: TSchema | undefined) => schema?.type === "string";
const isList = ({ recorded: { endpoint }, part, name }: Input) =>
  endpoint.input[part]?.properties[name]?.type === "array";

function textInputs(recorded: EndpointFixtures): Input[] {
  return (["params", "query", "body"] as const).flatMap((part) =>
    Object.entries(recorded.endpoint.input[part]?.properties ?? {})
      .filter(([, schema]) => isText(schema) || (schema.type === "array" && isText(schema.items as TSchema)))
      .filter(([name]) => name !== "cursor")
      .map(([name]) => ({ recorded, part, name, label: `${part}.${name}` })),
  );
}

/** The trial's call with this text; null if the schema rejects it. */
function callWith({ input, fixture, isBare }: Trial, text: string): AnyCall | null {
  const call = callOf(fixture);
  for (const part of isBare ? (["query", "body"] as const) : []) {
    const required = (endpointInput(input, part)?.required as string[] | undefined) ?? [];
    for (const name of Object.keys(call[part])) if (!required.includes(name)) delete call[part][name];
  }
  (call[input.part] as Record<string, unknown>)[input.name] = isList(input) ? [text] : text;
  const schema = endpointInput(input, input.part) as TObject;
  return "value" in checkValue(schema, { ...call[input.part] }, "query") ? call : null;
}
const endpointInput = ({ recorded: { endpoint } }: Input, part: Part) => endpoint.input[part];

/** Every value in a call's requests, by request number and position. */
function valuesByPosition(sent: readonly SentRequest[]): Map<string, string> {
  const positions = new Map<string, string>();
  const put = (position: string, text: string): void => {
    if (positions.has(position)) put(`${position}#`, text);
    else positions.set(position, text);
  };
  for (const [i, { method, url, type, body }] of sent.entries()) {
    put(`${i} ${method} segments`, String(url.pathname.split("/").length));
    for (const [n, segment] of url.pathname.split("/").entries()) put(`${i} path/${n}`, decodeURIComponent(segment));
    for (const [name, text] of url.searchParams) put(`${i} ?${name}`, text);
    if (type.includes("form")) for (const [name, text] of new URLSearchParams(body)) put(`${i} &${name}`, text);
    if (type.includes("json")) putLeaves(JSON.parse(body), `${i} json`, put);
  }
  return positions;
}
function putLeaves(json: unknown, position: string, put: (position: string, text: string) => void): void {
  if (typeof json !== "object" || json === null) put(position, typeof json === "string" ? json : JSON.stringify(json));
  else for (const [name, inner] of Object.entries(json)) putLeaves(inner, `${position}.${name}`, put);
}

const nameOf = (position: string) => position.replace(/^\d+ /, "").replace(/#+$/, "");
/**
 * Whether a value at this position is part of a query or of a longer parameter. JSON bodies hold plain text, and path
 * segments are encoded one by one, except for an OData function in a segment.
 */
function isQuery(position: string, text: string, mark: string): boolean {
  const name = nameOf(position);
  if (!text.includes(mark)) return false;
  if (name.startsWith("path")) return /[('"]/.test(text);
  return QUERY_POSITIONS.test(name) || (text !== mark && !name.startsWith("json"));
}

/** The first call in which this input reaches a query; null if none does. */
async function reachingTrial(input: Input): Promise<Trial | null> {
  const { endpoint, fixtures } = input.recorded;
  const has = ({ call }: (typeof fixtures)[number]) => call?.[input.part]?.[input.name as never] !== undefined;
  const good = fixtures.filter(({ failure }) => failure === undefined);
  const inOrder = [...good.filter(has), ...good.filter((fixture) => !has(fixture))].slice(0, 3);
  for (const fixture of inOrder.length > 0 ? inOrder : fixtures.slice(0, 1)) {
    for (const isBare of [false, true]) {
      const trials = MARKS.map((mark) => ({ input, fixture, isBare, mark }));
      const trial = trials.find((one) => callWith(one, one.mark) !== null);
      if (!trial) continue;
      const { sent } = await replay(endpoint, callWith(trial, trial.mark) as AnyCall, exchangesOf(fixture));
      if ([...valuesByPosition(sent)].some(([position, text]) => isQuery(position, text, trial.mark))) return trial;
    }
  }
  return null;
}

const variants = ({ mark }: Trial) => HOSTILE.flatMap((text) => [text, `${mark}${text}x`]);
const isOpenTo = (trial: Trial) => variants(trial).some((text) => callWith(trial, text) !== null);

const recorded = await endpointFixtures();
const trials = (await Promise.all(recorded.flatMap(textInputs).map(reachingTrial))).filter((trial) => trial !== null);
const reaching = trials.filter(isOpenTo);
const toolOf = ({ input }: Trial) => input.recorded.endpoint.tool;

/** Splits a query into pieces and joins adjacent pieces of the same kind. */
function piecesOf(language: Language, text: string): string[] {
  const pieces: string[] = [];
  let last = "";
  for (const piece of language.read(text)) {
    if (piece.kind === last) pieces[pieces.length - 1] += piece.text;
    else pieces.push(`${piece.kind}:${piece.text}`);
    last = piece.kind;
  }
  // Empty code is no piece.
  return pieces.filter((piece) => piece !== "code:");
}

/** Whether the plugin or the path encoding rejected the input. */
const isRefused = (outcome: unknown) =>
  outcome instanceof UnsafePathValue ||
  outcome instanceof Refusal ||
  (outcome instanceof UpstreamFailure && outcome.detail.failure === "invalid" && outcome.detail.status === null);

/** Expected and actual pieces at a position, with the text in place of the mark. URLs hold only well-formed strings. */
function compared(trial: Trial, language: Language, position: string, [before, after]: [string, string], text: string) {
  if (!before.includes(trial.mark)) return [[before], [after]] as const;
  if (!isQuery(position, before, trial.mark)) return [[], []] as const;
  if (language.isFull && before !== trial.mark) return [[trial.mark], [before]] as const;
  const expected = (language.expected?.(text) ?? text).replace(/^ +| +$/g, "");
  const tidy = (piece: string) => piece.toWellFormed().trim();
  const wanted = piecesOf(language, before).map((piece) => tidy(piece.replaceAll(trial.mark, () => expected)));
  return [wanted, piecesOf(language, after).map(tidy)] as const;
}

/** Sends the text and compares every position with the mark's requests; false if the text is rejected. */
async function isBound(trial: Trial, language: Language, plain: Map<string, string>, text: string): Promise<boolean> {
  const { recorded, name } = trial.input;
  const call = callWith(trial, text);
  if (call === null) return false;
  const { outcome, sent } = await replay(recorded.endpoint, call, exchangesOf(trial.fixture));
  if (isRefused(outcome)) return false;
  if (outcome instanceof Error && !(outcome instanceof UpstreamFailure)) throw outcome;
  const positions = valuesByPosition(sent);
  const wanted: unknown[] = [name, text, ...plain.keys()];
  const got: unknown[] = [name, text, ...positions.keys()];
  for (const [position, before] of plain) {
    const [should, does] = compared(trial, language, position, [before, positions.get(position) ?? ""], text);
    wanted.push(should);
    got.push(does);
  }
  expect(got).toEqual(wanted);
  return true;
}

describe("S-69: a caller's text in a provider's query language", () => {
  test("is listed for every endpoint: the table has exactly the inputs that reach one", () => {
    const found = reaching.map((trial) => `${toolOf(trial)} ${trial.input.label}`);
    const listed = Object.entries(TABLE).flatMap(([tool, inputs]) =>
      Object.keys(inputs).map((name) => `${tool} ${name}`),
    );
    expect(found.sort()).toEqual(listed.sort());
  });

  for (const trial of reaching) {
    const { label } = trial.input;
    const language = TABLE[toolOf(trial)]?.[label];
    if (!language) continue;
    test(`${toolOf(trial)}: ${label} is bound or rejected, whatever the text`, async () => {
      const { endpoint } = trial.input.recorded;
      const { sent } = await replay(endpoint, callWith(trial, trial.mark) as AnyCall, exchangesOf(trial.fixture));
      const plain = valuesByPosition(sent);
      let bound = 0;
      for (const text of variants(trial)) if (await isBound(trial, language, plain, text)) bound++;
      expect(bound).toBeGreaterThan(0);
    });
  }
});
