// Every form and filter of the dashboard, found by the route table, with values that no page would send: refused by a sentence.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { addUserOf } from "../../src/identity/people/store.ts";
import { beginSession } from "../../src/identity/sign-in/sessions.ts";
import { type SignedIn, signedIn } from "../dashboard/browser.ts";
import { type FoundForm, findForms, namesRead } from "../dashboard/found-forms.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

setDefaultTimeout(600_000);

/** As they stand in a body or query, percent-encoded. */
const ODD: Readonly<Record<string, string>> = {
  "too large a number": "1e309",
  "a negative number": "-1",
  "no number": "NaN",
  "four hundred digits": "9".repeat(400),
  "a NUL character": "a%00b",
  "a year past the last": "275761-01-01",
  "a time past the last": "275761-01-01T00%3A00",
  "the year 0": "0000-01-01",
  "a time of the year 0": "0000-01-01T00%3A00",
  "half a surrogate pair": "%ED%A0%80",
  "bytes that are no UTF-8": "%ff%fe",
  "a percent sign alone": "%zz%",
  "3,000 quotes": "%27".repeat(3_000),
  nothing: "",
  JSON: "%7B%22a%22%3A%5B1e400%5D%7D",
};
/** What is refused wherever it stands: a parser would change it, or no column holds it. */
const UNSTORABLE = ["a NUL character", "half a surrogate pair", "bytes that are no UTF-8", "a percent sign alone"];
/** What has broken a single field before: put in all fields at once, another field's refusal would come first. */
const BREAKING = ["too large a number", "a year past the last", "a time past the last"];
/** Of a body as a whole: no field of its own makes a difference. */
const OVERSIZED: Readonly<Record<string, string>> = {
  "100 KB": "x".repeat(100_000),
  "deep JSON": "%5B".repeat(4_000),
};
/** Of the session, the guard over repeats, and what was asked: rows that a refusal is meant to leave. */
const KEPT = /^(audit_|form_submissions|people_sessions|sign_in_failures|usage_|limit_windows|jobs?$|source_)/;

describe("odd values in the forms of the dashboard", () => {
  let gateway: TestGateway;
  let person: SignedIn;
  let forms: FoundForm[];
  let tables: string[];
  let sent = 0;
  /** Of the tables; null where something else than the form has changed them. */
  let known: string | null = null;
  /** Of the session. */
  let token = "";
  beforeAll(async () => {
    const webhooks = { resolve: async () => ["93.184.215.14"] };
    gateway = await startTestGateway({ lane: "postgres", emulate: ["google"], webhooks });
    person = await signedIn(gateway, { role: "owner", partner: true });
    token = await tokenOf();
    await prepare();
    forms = await findForms(gateway, person);
    const names = await gateway.database.database.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    tables = names.map(({ name }) => name).filter((name) => !KEPT.test(name));
    await countWrites();
  });
  afterAll(() => gateway.close());

  /** A thing of each kind, so that pages lead to the forms about them. */
  async function prepare(): Promise<void> {
    await person.submit("/webhooks/new", { url: "https://93.184.215.14/x", events: "all", scope: "all" });
    await person.submit("/settings/keys/new", { name: "one" });
    await person.submit("/partner/accounts/new", { external_id: "customer" });
  }

  /** A form can have taken the person's role or user away. */
  async function restore(): Promise<void> {
    const { database } = gateway.database;
    await database.query("update people set role = 'owner' where id = $1::uuid", [person.personId]);
    await addUserOf(database, person.personId, person.userId);
  }

  /** Without the password, whose hash would take half the test's time. */
  const signIn = async () => {
    const { personId } = person;
    const [row] = await gateway.database.database.query<{ version: number }>(
      "select credentials_version as version from people where id = $1::uuid",
      [personId],
    );
    const as = { personId, stage: "complete", credentialsVersion: row?.version ?? 0, isStrong: false } as const;
    const session = await beginSession(gateway.app.deps, as, { address: null, userAgent: null });
    person.cookies.set("session", session);
    known = null;
    token = await tokenOf();
    expect(token).not.toBe("");
  };
  const tokenOf = async () => {
    const { text } = await person.get("/");
    return /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
  };
  /** Has the tables count what is written to them, also what a rollback takes back. */
  async function countWrites(): Promise<void> {
    const { database } = gateway.database;
    await database.query("create sequence odd_forms_writes");
    await database.query(
      `create function odd_forms_count() returns trigger language plpgsql as
      $$ begin perform nextval('odd_forms_writes'); return null; end $$`,
    );
    for (const name of tables) {
      await database.query(
        `create trigger odd_forms_count after insert or update or delete on "${name}"
        for each row execute function odd_forms_count()`,
      );
    }
  }
  const writes = async () => {
    const [row] = await gateway.database.database.query<{ at: string }>(
      "select is_called || ' ' || last_value as at from odd_forms_writes",
    );
    return row?.at as string;
  };
  const digest = async () => {
    const parts = tables.map(
      (name) => `select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text)) as sum from "${name}" t`,
    );
    return JSON.stringify(await gateway.database.database.query(parts.join(" union all ")));
  };

  const send = async ({ method, path }: FoundForm, pairs: readonly string[]) => {
    const headers: Record<string, string> = {
      cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      "sec-fetch-site": "same-origin",
    };
    const content = pairs.join("&");
    const init =
      method === "GET"
        ? { headers }
        : { method, headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, body: content };
    const address = gateway.url + path + (method === "GET" && content !== "" ? `?${content}` : "");
    const response = await fetch(address, { ...init, redirect: "manual" });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  /** Why a response is none that a person can go on from; null where it is one. */
  function faultIn({ status, headers, text }: Awaited<ReturnType<typeof send>>): string | null {
    if (status >= 500) return `is ${status}: ${text.replace(/<[^>]*>/g, " ").slice(-300)}`;
    if (status === 303 || status === 204) return null;
    const isPage = headers.get("content-type")?.startsWith("text/html") === true;
    if (isPage && text.trim() === "") return `is an empty ${status}`;
    if (status < 400) return null;
    if (!isPage) return `is ${status} and no page`;
    const [, said = ""] = /class="(?:notice|field-error)[^>]*>(.*)/s.exec(text) ?? [];
    const isSaid = /(?:[A-Za-z]+[ ,.]){3}/.test(said.replace(/<[^>]*>/g, " "));
    return isSaid ? null : `is ${status} without a sentence`;
  }

  const pair = (name: string, text: string) => `${encodeURIComponent(name)}=${text}`;
  const isToSignIn = ({ headers }: { headers: Headers }) => headers.get("location")?.startsWith("/sign-in") === true;

  /** Sends it with the session's token; past a limit, or signed out by the last one, a second time. */
  async function submit(form: FoundForm, pairs: readonly string[]) {
    const whole = () => [...(form.method === "POST" ? [pair("form_token", token)] : []), ...pairs];
    const response = await send(form, whole());
    if (response.status === 429) gateway.clock.nextMinute();
    else if (isToSignIn(response)) await signIn();
    else return response;
    return send(form, whole());
  }

  /** Tries a form out with every value, in each field and in all; gives what was wrong. */
  async function faultsOf(form: FoundForm): Promise<string[]> {
    const faults: string[] = [];
    const values = [...form.values].filter(([name]) => !/^form_/.test(name));
    const names = new Set(values.map(([name]) => name));
    const filled = (without?: string) =>
      values.filter(([name]) => name !== without).map(([name, text]) => pair(name, encodeURIComponent(text)));
    known = null;
    const tryOut = async (what: string, pairs: readonly string[]) => {
      // The runtime itself refuses a longer address, with an empty 431.
      if (form.method === "GET" && pairs.join("&").length > 12_000) return;
      sent++;
      known ??= await digest();
      const before = await writes();
      const response = await submit(form, pairs);
      const fault = faultIn(response);
      if (fault) faults.push(`${form.method} ${form.template} with ${what} ${fault}`);
      if (form.method === "GET") return;
      const isChanged = known !== null && before !== (await writes()) && known !== (await digest());
      if (UNSTORABLE.includes(what.replace(/ (?:as|everywhere).*/, "")) && response.status !== 400)
        faults.push(`${form.template} with ${what} is ${response.status}`);
      if (isChanged && response.status >= 400) faults.push(`${form.template} with ${what} is half done`);
      if (!isChanged) return;
      await restore();
      known = null;
    };
    const of = form.method === "POST" ? "forms" : "queries";
    const learn = async (what: string, pairs: readonly string[]) => {
      for (const name of await namesRead(of, () => tryOut(what, pairs))) if (!/^form_/.test(name)) names.add(name);
    };
    await learn("an unknown field", [...filled(), "no_such_field=1"]);
    for (const [what, text] of Object.entries({ ...ODD, ...OVERSIZED })) {
      await learn(
        `${what} everywhere`,
        ["no_such_field", ...names].map((name) => pair(name, text)),
      );
    }
    for (const name of names) {
      for (const what of BREAKING)
        await tryOut(`${what} as ${name}`, [...filled(name), pair(name, ODD[what] as string)]);
      await tryOut(`${name} three times`, [...filled(), pair(name, "a"), pair(name, ""), pair(name, "b")]);
    }
    await tryOut("5,001 fields", Array<string>(5_001).fill("a"));
    return faults;
  }

  test("S-74: each is answered by a page with a sentence, and what is refused changes nothing", async () => {
    expect(forms.filter(({ method }) => method === "POST").length).toBeGreaterThan(50);
    const faults: string[] = [];
    for (const form of forms) faults.push(...(await faultsOf(form)));
    expect(sent).toBeGreaterThan(2_000);
    expect(faults).toEqual([]);
  });
});
