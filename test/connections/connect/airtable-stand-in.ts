// Airtable as far as the tests need it, as strict as its reference: OAuth with PKCE, records, and webhooks with their logs.
import { createHash, createHmac, randomBytes } from "node:crypto";

export const CLIENT = { clientId: "airtable-client", clientSecret: "airtable-secret" };
export const BASE = "appMillMillMill01";
export const TABLE = "tblOrdersOrders01";
export const PERSONAL_TOKEN = `patPersonPerson01.${"0123456789abcdef".repeat(4)}`;

const FIELDS = ["Name", "Email", "Price", "Status"];
/** Webhooks of one OAuth integration in a base. */
const MAX_HOOKS = 2;
const WEEK_MS = 7 * 86_400_000;

type Cells = Record<string, unknown>;
interface Row {
  id: string;
  createdTime: string;
  fields: Cells;
}
export interface Hook {
  id: string;
  address: string;
  secret: string;
  expiresAt: number;
  payloads: object[];
}
interface Answer {
  status: number;
  json: unknown;
}

const random = () => randomBytes(24).toString("base64url");
const idOf = (prefix: string, n: number) => prefix + String(n).padStart(14, "0");
const ok = (json: unknown): Answer => ({ status: 200, json });
const refused = (status: number, type: string, message = "No."): Answer => ({
  status,
  json: { error: { type, message } },
});
const oauthRefused = (error: string, status = 400): Answer => ({ status, json: { error, error_description: "No." } });

export function startAirtable(now: () => number) {
  const codes = new Map<string, { challenge: string; redirectUri: string; scope: string }>();
  const tokens = new Map<string, { refresh: string; scope: string }>();
  const rows: Row[] = [];
  const hooks = new Map<string, Hook>();
  const tokenRequests: URLSearchParams[] = [];
  const formulas: string[] = [];
  const options = new Set(["Open"]);
  let made = 0;

  /** What the consent page redirects to; throws where Airtable would show an error in place of the page. */
  function consent(connectUrl: URL): URL {
    const says = (name: string) => connectUrl.searchParams.get(name) ?? "";
    const scopes = says("scope").split(" ");
    const isRight =
      connectUrl.origin + connectUrl.pathname === "https://airtable.com/oauth2/v1/authorize" &&
      says("client_id") === CLIENT.clientId &&
      says("response_type") === "code" &&
      /^[A-Za-z0-9._-]{16,1024}$/.test(says("state")) &&
      says("code_challenge_method") === "S256" &&
      /^[A-Za-z0-9_-]{43}$/.test(says("code_challenge")) &&
      new Set(scopes).size === scopes.length;
    if (!isRight) throw new Error(`Airtable refuses ${connectUrl.search}.`);
    const code = random();
    const redirectUri = says("redirect_uri");
    codes.set(code, { challenge: says("code_challenge"), redirectUri, scope: says("scope") });
    const callback = new URL(redirectUri);
    const parameters = {
      code,
      state: says("state"),
      code_challenge: says("code_challenge"),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(parameters)) callback.searchParams.set(name, value);
    return callback;
  }

  function issue(scope: string): Answer {
    const [access_token, refresh_token] = [random(), random()];
    tokens.set(access_token, { refresh: refresh_token, scope });
    const lives = { expires_in: 3_600, refresh_expires_in: 5_184_000 };
    return ok({ access_token, refresh_token, token_type: "Bearer ", scope, ...lives });
  }

  function token(headers: Headers, body: string): Answer {
    const form = new URLSearchParams(body);
    tokenRequests.push(form);
    const { clientId, clientSecret } = CLIENT;
    if (headers.get("authorization") !== `Basic ${btoa(`${clientId}:${clientSecret}`)}`)
      return oauthRefused("invalid_client", 401);
    if ((form.get("client_id") ?? clientId) !== clientId) return oauthRefused("invalid_client", 401);
    if (form.get("grant_type") === "refresh_token") {
      const found = [...tokens].find(([, { refresh }]) => refresh === form.get("refresh_token"));
      if (!found) return oauthRefused("invalid_grant");
      // Both old tokens end.
      tokens.delete(found[0]);
      return issue(found[1].scope);
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const isRight =
      code !== undefined &&
      form.get("grant_type") === "authorization_code" &&
      /^[A-Za-z0-9._-]{43,128}$/.test(verifier) &&
      code.challenge === challenge &&
      code.redirectUri === form.get("redirect_uri");
    return isRight ? issue(code.scope) : oauthRefused("invalid_grant");
  }

  /** The records that a formula is true for: it knows two forms, with text in single quotes. */
  function filtered(formula: string | undefined): Row[] | null {
    if (formula === undefined) return rows;
    formulas.push(formula);
    const text = `'((?:[^'\\\\]|\\\\.)*)'`;
    const equals = new RegExp(`^\\(\\{([^{}]+)\\} & ''\\) = ${text}$`, "s").exec(formula);
    const holds = new RegExp(`^FIND\\(LOWER\\(${text}\\), LOWER\\(\\(\\{([^{}]+)\\} & ''\\)\\)\\) > 0$`, "s").exec(
      formula,
    );
    if (!equals && !holds) return null;
    const [name, literal] = equals ? [equals[1], equals[2]] : [holds?.[2], holds?.[1]];
    const wanted = (literal ?? "").replace(/\\(.)/gs, (_, sign) => (sign === "n" ? "\n" : sign));
    const textOf = ({ fields }: Row) => String(fields[name ?? ""] ?? "");
    return equals
      ? rows.filter((row) => textOf(row) === wanted)
      : rows.filter((row) => textOf(row).toLowerCase().includes(wanted.toLowerCase()));
  }

  function list(json: Record<string, unknown>): Answer {
    const known = [
      "filterByFormula",
      "fields",
      "view",
      "sort",
      "recordMetadata",
      "returnFieldsByFieldId",
      "pageSize",
      "offset",
    ];
    const unknown = Object.keys(json).find((name) => !known.includes(name));
    if (unknown !== undefined) return refused(422, "INVALID_REQUEST_UNKNOWN", `What is ${unknown}?`);
    const found = filtered(json.filterByFormula as string | undefined);
    if (found === null) return refused(422, "INVALID_FILTER_BY_FORMULA", "The formula is invalid.");
    const from = Number(/^itr0\/(\d+)$/.exec(String(json.offset ?? "itr0/0"))?.[1] ?? Number.NaN);
    if (Number.isNaN(from)) return refused(422, "LIST_RECORDS_ITERATOR_NOT_AVAILABLE");
    const end = from + Number(json.pageSize);
    return ok({ records: found.slice(from, end), ...(end < found.length && { offset: `itr0/${end}` }) });
  }

  const change = (part: object) => {
    made++;
    const payload = {
      timestamp: new Date(now()).toISOString(),
      baseTransactionNumber: made,
      payloadFormat: "v0",
      actionMetadata: { source: "client", sourceMetadata: { user: { id: "usrBobBobBobBob01", name: "Bob Baker" } } },
      changedTablesById: { [TABLE]: part },
    };
    for (const hook of hooks.values()) hook.payloads.push(payload);
  };
  const insert = (fields: Cells): Row => {
    const row = { id: idOf("rec", rows.length + 1), createdTime: new Date(now()).toISOString(), fields };
    rows.push(row);
    change({
      createdRecordsById: { [row.id]: { createdTime: row.createdTime, cellValuesByFieldId: { fldName: fields.Name } } },
    });
    return row;
  };
  const update = (row: Row, fields: Cells): Row => {
    Object.assign(row.fields, fields);
    for (const [name, value] of Object.entries(fields)) if (value === null) delete row.fields[name];
    change({ changedRecordsById: { [row.id]: { current: { cellValuesByFieldId: { fldPrice: fields.Price } } } } });
    return row;
  };

  function cellsRefused(fields: Cells, typecast: unknown): Answer | null {
    const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name));
    if (unknown !== undefined) return refused(422, "UNKNOWN_FIELD_NAME", `Unknown field name: "${unknown}"`);
    const { Status } = fields;
    if (typeof Status !== "string" || options.has(Status)) return null;
    if (typecast !== true) return refused(422, "INVALID_MULTIPLE_CHOICE_options", "There is no such option.");
    options.add(Status);
    return null;
  }

  function write(method: string, json: Record<string, unknown>): Answer {
    const records = json.records as { id?: string; fields: Cells }[];
    if (records.length > 10) return refused(422, "INVALID_REQUEST_UNKNOWN", "Ten at most.");
    const wrong = records.map(({ fields }) => cellsRefused(fields, json.typecast)).find((answer) => answer !== null);
    if (wrong) return wrong;
    if (method === "POST") return ok({ records: records.map(({ fields }) => insert(fields)) });
    const upsert = json.performUpsert as { fieldsToMergeOn: string[] } | undefined;
    if (upsert === undefined) {
      const found = records.map(({ id }) => rows.find((row) => row.id === id));
      if (found.includes(undefined)) return refused(404, "MODEL_ID_NOT_FOUND");
      return ok({ records: records.map(({ fields }, n) => update(found[n] as Row, fields)) });
    }
    const isMatch = (row: Row, fields: Cells) =>
      upsert.fieldsToMergeOn.every((name) => row.fields[name] === fields[name]);
    const matches = records.map(({ fields }) => rows.filter((row) => isMatch(row, fields)));
    if (matches.some(({ length }) => length > 1)) return refused(422, "INVALID_REQUEST_UNKNOWN", "Several match.");
    const isNew = matches.map(([row]) => row === undefined);
    const done = records.map(({ fields }, n) => (matches[n]?.[0] ? update(matches[n][0], fields) : insert(fields)));
    const idsOf = (wanted: boolean) => done.filter((_, n) => isNew[n] === wanted).map(({ id }) => id);
    return ok({ records: done, createdRecords: idsOf(true), updatedRecords: idsOf(false) });
  }

  const shown = ({ id, address, expiresAt, payloads }: Hook) => ({
    id,
    notificationUrl: address,
    cursorForNextPayload: payloads.length + 1,
    areNotificationsEnabled: true,
    isHookEnabled: expiresAt > now(),
    expirationTime: new Date(expiresAt).toISOString(),
  });
  function webhooks(method: string, rest: string[], query: URLSearchParams, json: Record<string, unknown>): Answer {
    const [id, what] = rest;
    if (id === undefined && method === "GET") return ok({ webhooks: [...hooks.values()].map(shown) });
    if (id === undefined) {
      if (hooks.size >= MAX_HOOKS) return refused(422, "TOO_MANY_WEBHOOKS_IN_BASE");
      const hook = {
        id: idOf("ach", ++made),
        address: String(json.notificationUrl),
        secret: randomBytes(32).toString("base64"),
        expiresAt: now() + WEEK_MS,
        payloads: [],
      };
      hooks.set(hook.id, hook);
      const expirationTime = new Date(hook.expiresAt).toISOString();
      return ok({ id: hook.id, macSecretBase64: hook.secret, expirationTime });
    }
    const hook = hooks.get(id);
    if (!hook) return refused(404, "NOT_FOUND");
    if (method === "DELETE") return hooks.delete(id) ? ok("") : refused(404, "NOT_FOUND");
    hook.expiresAt = now() + WEEK_MS;
    if (what === "refresh") return ok({ expirationTime: new Date(hook.expiresAt).toISOString() });
    const from = Number(query.get("cursor"));
    const payloads = hook.payloads.slice(from - 1, from - 1 + Math.min(2, Number(query.get("limit"))));
    const cursor = from + payloads.length;
    return ok({ payloads, cursor, mightHaveMore: cursor <= hook.payloads.length });
  }

  function respond(url: URL, init: RequestInit): Answer {
    const headers = new Headers(init.headers);
    const [method, body] = [init.method ?? "GET", String(init.body ?? "")];
    if (url.href === "https://airtable.com/oauth2/v1/token") return token(headers, body);
    if (url.href === "https://airtable.com/oauth2/v1/revoke") return ok({});
    const bearer = headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
    const scope = bearer === PERSONAL_TOKEN ? "data.records:read" : tokens.get(bearer)?.scope;
    if (scope === undefined) return refused(401, "UNAUTHORIZED", "Invalid authentication token");
    const json = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
    const [, , first, second, ...rest] = url.pathname.split("/");
    const may = (name: string) => scope.split(" ").includes(name);
    const denied = refused(403, "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND");
    if (url.pathname === "/v0/meta/whoami")
      return ok({ id: "usrAdaAdaAdaAda01", ...(may("user.email:read") && { email: "ada@example.com" }) });
    if (first === "bases" && second === BASE && rest[0] === "webhooks")
      return may("webhook:manage") ? webhooks(method, rest.slice(1), url.searchParams, json) : denied;
    if (first !== BASE || second !== TABLE) return denied;
    if (rest[0] === "listRecords" && method === "POST") return may("data.records:read") ? list(json) : denied;
    return may("data.records:write") ? write(method, json) : denied;
  }

  const macOf = (secret: string, text: string) =>
    `hmac-sha256=${createHmac("sha256", Buffer.from(secret, "base64")).update(text).digest("hex")}`;
  return {
    fetch: async (input: string, init: RequestInit) => {
      const { status, json } = respond(new URL(input), init);
      return Response.json(json, { status });
    },
    consent,
    rows,
    hooks,
    tokenRequests,
    formulas,
    insert,
    update,
    /** Ends every access token, as an hour does. */
    endAccess() {
      for (const [access, grant] of [...tokens]) {
        tokens.delete(access);
        tokens.set(random(), grant);
      }
    },
    /** Says that something changed, and no more. */
    ping(hook: Hook, sign = (text: string) => macOf(hook.secret, text)) {
      const timestamp = new Date(now()).toISOString();
      const text = JSON.stringify({ base: { id: BASE }, webhook: { id: hook.id }, timestamp });
      const headers = { "content-type": "application/json", "x-airtable-content-mac": sign(text) };
      return fetch(hook.address, { method: "POST", headers, body: text });
    },
    /** The same, signed with the text of the secret. */
    pingUndecoded(hook: Hook) {
      return this.ping(hook, (text) => `hmac-sha256=${createHmac("sha256", hook.secret).update(text).digest("hex")}`);
    },
  };
}
