// S-69: a caller's text that ends up in a query language is data there, whatever it holds, in every endpoint of every plugin.
import { describe, expect, test } from "bun:test";
import type { TObject, TSchema } from "@sinclair/typebox";
import { type AnyCall, Refusal, UnsafePathValue } from "../../src/plugin/index.ts";
import { checkValue } from "../../src/schema/check.ts";
import { UpstreamFailure } from "../../src/upstream/failure.ts";
import { callOf, exchangesOf, type Recorded, recordedEndpoints, replay, type Sent } from "../support/recorded-calls.ts";
import {
  DRIVE,
  DRIVE_EXPRESSION,
  ENDING,
  GRAPH_SEARCH,
  JQL,
  JQL_WORDS,
  type Language,
  NAMES,
  ODATA,
  ODATA_IN_PATH,
  OPEN,
  PLAIN,
  SOQL,
  SOSL,
} from "./query-languages.ts";

/** Of every endpoint, the inputs that reach a query language, and how they are read there. */
const TABLE: Record<string, Record<string, Language>> = {
  calendly_list_available_times: { "params.id": ENDING },
  discord_find_members: { "query.q": PLAIN },
  github_search_issues: { "query.q": OPEN },
  github_search_repos: { "query.q": OPEN },
  github_search_code: { "query.q": OPEN },
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
  slack_search_messages: { "query.q": OPEN },
  twitter_search_posts: { "query.q": OPEN },
};

/** Parameters, fields of forms and members of JSON that hold a query, or a part of one, whatever the plugin. */
const LANGUAGE_PLACES =
  /^([?&](q|query|term|search|filter|jql|soql|\$filter|\$search|\$orderby)|json\.(jql|query|filter|filterGroups|variables)\b.*)$/;

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

/** Texts that are found again in a request; the first that an input's schema takes. */
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
  recorded: Recorded;
  part: Part;
  name: string;
  /** `query.q` */
  label: string;
}
interface Trial {
  input: Input;
  fixture: Recorded["fixtures"][number];
  /** Without the optional inputs that the fixture has. */
  isBare: boolean;
  mark: string;
}

const isText = (schema: TSchema | undefined) => schema?.type === "string";
const isList = ({ recorded: { endpoint }, part, name }: Input) =>
  endpoint.input[part]?.properties[name]?.type === "array";

function textInputs(recorded: Recorded): Input[] {
  return (["params", "query", "body"] as const).flatMap((part) =>
    Object.entries(recorded.endpoint.input[part]?.properties ?? {})
      .filter(([, schema]) => isText(schema) || (schema.type === "array" && isText(schema.items as TSchema)))
      .filter(([name]) => name !== "cursor")
      .map(([name]) => ({ recorded, part, name, label: `${part}.${name}` })),
  );
}

/** The trial's call with this text; null where the schema refuses it. */
function callWith({ input, fixture, isBare }: Trial, text: string): AnyCall | null {
  const call = callOf(fixture);
  for (const part of isBare ? (["query", "body"] as const) : []) {
    const required = (endpointInput(input, part)?.required as string[] | undefined) ?? [];
    for (const name of Object.keys(call[part])) if (!required.includes(name)) delete call[part][name];
  }
  (call[input.part] as Record<string, unknown>)[input.name] = isList(input) ? [text] : text;
  const schema = endpointInput(input, input.part) as TObject;
  return "errors" in checkValue(schema, { ...call[input.part] }, "query") ? null : call;
}
const endpointInput = ({ recorded: { endpoint } }: Input, part: Part) => endpoint.input[part];

/** Where in its requests a call's values stand, by the request's number and the name of the place. */
function placesIn(sent: readonly Sent[]): Map<string, string> {
  const places = new Map<string, string>();
  const put = (place: string, text: string): void => {
    if (places.has(place)) put(`${place}#`, text);
    else places.set(place, text);
  };
  for (const [i, { method, url, type, body }] of sent.entries()) {
    put(`${i} ${method} segments`, String(url.pathname.split("/").length));
    for (const [n, segment] of url.pathname.split("/").entries()) put(`${i} path/${n}`, decodeURIComponent(segment));
    for (const [name, text] of url.searchParams) put(`${i} ?${name}`, text);
    if (type.includes("form")) for (const [name, text] of new URLSearchParams(body)) put(`${i} &${name}`, text);
    if (type.includes("json")) putLeaves(JSON.parse(body), `${i} json`, put);
  }
  return places;
}
function putLeaves(json: unknown, place: string, put: (place: string, text: string) => void): void {
  if (typeof json !== "object" || json === null) put(place, typeof json === "string" ? json : JSON.stringify(json));
  else for (const [name, inner] of Object.entries(json)) putLeaves(inner, `${place}.${name}`, put);
}

const nameOf = (place: string) => place.replace(/^\d+ /, "").replace(/#+$/, "");
/**
 * Whether a value at this place is part of a query, or of a longer parameter. Texts for people stand in bodies, and the
 * steps of a path are each encoded, but for a function of OData in one.
 */
function isQuery(place: string, text: string, mark: string): boolean {
  const name = nameOf(place);
  if (!text.includes(mark)) return false;
  if (name.startsWith("path")) return /[('"]/.test(text);
  return LANGUAGE_PLACES.test(name) || (text !== mark && !name.startsWith("json"));
}

/** The first way to call the endpoint in which this input reaches a query; null where it reaches none. */
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
      if ([...placesIn(sent)].some(([place, text]) => isQuery(place, text, trial.mark))) return trial;
    }
  }
  return null;
}

const variants = ({ mark }: Trial) => HOSTILE.flatMap((text) => [text, `${mark}${text}x`]);
const isOpenTo = (trial: Trial) => variants(trial).some((text) => callWith(trial, text) !== null);

const recorded = await recordedEndpoints();
const trials = (await Promise.all(recorded.flatMap(textInputs).map(reachingTrial))).filter((trial) => trial !== null);
const reaching = trials.filter(isOpenTo);
const toolOf = ({ input }: Trial) => input.recorded.endpoint.tool;

/** The pieces of a text in its language, with each run of the same kind as one. */
function piecesOf(language: Language, text: string): string[] {
  const pieces: string[] = [];
  let last = "";
  for (const piece of language.read(text)) {
    if (piece.kind === last) pieces[pieces.length - 1] += piece.text;
    else pieces.push(`${piece.kind}:${piece.text}`);
    last = piece.kind;
  }
  // An empty value beside nothing is none.
  return pieces.filter((piece) => piece !== "code:");
}

/** Whether the call was refused for its input, by the plugin or by the path. */
const isRefused = (outcome: unknown) =>
  outcome instanceof UnsafePathValue ||
  outcome instanceof Refusal ||
  (outcome instanceof UpstreamFailure && outcome.detail.failure === "invalid" && outcome.detail.status === null);

/** What the place should hold in the mark's stead, and what it holds, in pieces. An address has whole characters only. */
function compared(trial: Trial, language: Language, place: string, [before, after]: [string, string], text: string) {
  if (!before.includes(trial.mark)) return [[before], [after]] as const;
  if (!isQuery(place, before, trial.mark)) return [[], []] as const;
  if (language.isWhole && before !== trial.mark) return [[trial.mark], [before]] as const;
  const kept = (language.kept?.(text) ?? text).replace(/^ +| +$/g, "");
  const tidy = (piece: string) => piece.toWellFormed().trim();
  const wanted = piecesOf(language, before).map((piece) => tidy(piece.replaceAll(trial.mark, () => kept)));
  return [wanted, piecesOf(language, after).map(tidy)] as const;
}

/** Sends the text and holds every place of the requests against those of the mark; false where the text is refused. */
async function isBound(trial: Trial, language: Language, plain: Map<string, string>, text: string): Promise<boolean> {
  const { recorded, name } = trial.input;
  const call = callWith(trial, text);
  if (call === null) return false;
  const { outcome, sent } = await replay(recorded.endpoint, call, exchangesOf(trial.fixture));
  if (isRefused(outcome)) return false;
  if (outcome instanceof Error && !(outcome instanceof UpstreamFailure)) throw outcome;
  const places = placesIn(sent);
  const wanted: unknown[] = [name, text, ...plain.keys()];
  const got: unknown[] = [name, text, ...places.keys()];
  for (const [place, before] of plain) {
    const [should, does] = compared(trial, language, place, [before, places.get(place) ?? ""], text);
    wanted.push(should);
    got.push(does);
  }
  expect(got).toEqual(wanted);
  return true;
}

describe("S-69: a caller's text in a provider's query language", () => {
  test("is known for every endpoint: the table has each input that reaches one, and no other", () => {
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
    test(`${toolOf(trial)}: ${label} is bound or refused, whatever it holds`, async () => {
      const { endpoint } = trial.input.recorded;
      const { sent } = await replay(endpoint, callWith(trial, trial.mark) as AnyCall, exchangesOf(trial.fixture));
      const plain = placesIn(sent);
      let bound = 0;
      for (const text of variants(trial)) if (await isBound(trial, language, plain, text)) bound++;
      expect(bound).toBeGreaterThan(0);
    });
  }
});
