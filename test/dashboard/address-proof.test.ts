// A person whom a team's invitation made: who saw its link gets no operator's role with them, and loses the way in by a setup link.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { testClock } from "../support/clock.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { type ForgingIssuer, startForgingIssuer } from "../support/forging-issuer.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { newBrowser, PASSWORD, type SignedIn, signedIn } from "./browser.ts";
import { onwardOf, SECURITY_PATH, visits } from "./oidc-visits.ts";

setDefaultTimeout(HOOK_MS);

describe("a person whom a team's invitation made", () => {
  const clock = testClock();
  let gateway: TestGateway;
  let issuer: ForgingIssuer;
  let inviter: SignedIn;
  beforeAll(async () => {
    issuer = await startForgingIssuer(clock);
    gateway = await startTestGateway({
      ...{ lane: "embedded", clock },
      env: { ...issuer.env, OIDC_ROLES: "chiefs=owner" },
    });
    await signedIn(gateway, { role: "owner" });
    inviter = await signedIn(gateway);
  });
  afterAll(async () => {
    await gateway.close();
    await issuer.close();
  });

  /** Joins by the link of the page, as an inviter could, with a second factor and other ways to sign in. */
  const joinAsInviter = async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const page = await inviter.submit("/settings/team/invite", { email, role: "member" });
    const link = /(\/setup\/team\/[A-Za-z0-9_-]{43})/.exec(page.text)?.[1] as string;
    const browser = newBrowser(gateway);
    expect((await browser.submit(link, { name: "Somebody", password: PASSWORD })).status).toBe(303);
    const { id } = (await gateway.admin("GET", `/people/${email}`)).json.data;
    await gateway.database.database.query(
      `insert into mcp_grants (id, person_id, user_id, client_id, client_name, read_only, resource, redirect_uri, code_mac,
        code_challenge, code_expires_at, created_at, expires_at)
      values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, 'client', 'client', true, 'r', 'r', $1, 'c', now(), now(),
        now() + interval '1 day')`,
      [id, inviter.userId],
    );
    return { email, id, browser };
  };
  const addFactors = (id: string) =>
    gateway.database.database.query(
      `with passkey as (insert into passkeys (id, person_id, public_key, counter, name, created_at)
          values ($1, $1::text::uuid, 'key', 0, 'key', now())),
        linked as (insert into identities (provider, subject, person_id, name, created_at)
          values ('github', $1, $1::text::uuid, 'other', now()))
      insert into totp_secrets (person_id, secret, confirmed_at, recovery_macs)
      values ($1::text::uuid, 'sealed', now(), '{code}')`,
      [id],
    );
  const setupPath = async (id: string) =>
    new URL((await gateway.admin("POST", `/people/${id}/link`)).json.data.setup_link).pathname;
  const personOf = async (id: string) => (await gateway.admin("GET", `/people/${id}`)).json.data;
  const openGrants = async (id: string) =>
    (
      await gateway.database.database.query<{ n: number }>(
        "select count(*)::int as n from mcp_grants where person_id = $1::text::uuid and revoked_at is null",
        [id],
      )
    )[0]?.n;
  const entries = async (event: string, email: string) =>
    (await gateway.admin("GET", `/audit?event=${event}&limit=50`)).json.data.entries.filter(
      ({ actor }: { actor: { name: string } }) => actor.name === email,
    );
  const passwordWorks = async (email: string, password: string) =>
    (await newBrowser(gateway).submit("/sign-in", { email, password })).status === 303;

  test("gets a role only after a setup link, which ends every way to sign in from before", async () => {
    const { email, id, browser } = await joinAsInviter();
    expect(await passwordWorks(email, PASSWORD)).toBe(true);
    for (const role of ["owner", "operator", "viewer"]) {
      const refused = await gateway.admin("PATCH", `/people/${id}`, { role });
      expect([refused.status, refused.json.code]).toEqual([409, "CONFLICT"]);
      expect(refused.json.error).toContain("Make a setup link");
    }
    await addFactors(id);
    const path = await setupPath(id);
    const visitor = newBrowser(gateway);
    expect((await visitor.get(path)).text).toContain("removes the password, passkeys");
    expect((await visitor.submit(path, { password: "another long password" })).status).toBe(303);
    expect(await personOf(id)).toMatchObject({
      ...{ has_password: true, has_second_factor: false, passkeys: 0, identities: [], sessions: 1 },
    });
    expect([await passwordWorks(email, PASSWORD), await openGrants(id)]).toEqual([false, 0]);
    expect((await browser.get(SECURITY_PATH)).status).toBe(303);
    expect((await visitor.get(SECURITY_PATH)).status).toBe(200);
    expect(await entries("person_address_proven", email)).toHaveLength(1);
    expect((await gateway.admin("PATCH", `/people/${id}`, { role: "operator" })).status).toBe(200);
    // A forgotten password later leaves the proven person's own ways to sign in.
    await addFactors(id);
    await newBrowser(gateway).submit(await setupPath(id), { password: "yet another password" });
    expect(await personOf(id)).toMatchObject({ has_second_factor: true, passkeys: 1, identities: ["github"] });
  });

  test("is raised by groups of the issuer only by a setup link, and the inviter's password ends then", async () => {
    const { email, id } = await joinAsInviter();
    const at = visits(gateway, issuer);
    const claims = (sub: string) => ({
      ...{ sub, email, email_verified: true, name: "Somebody", groups: ["chiefs"] },
    });
    const password = newBrowser(gateway);
    await password.submit("/sign-in", { email, password: PASSWORD });
    await at.link(password as SignedIn, claims("one"));
    expect((await at.signIn(claims("one"))).location).toBe("/");
    expect((await personOf(id)).role).toBeNull();
    expect(await entries("person_role_withheld", email)).toHaveLength(1);
    const path = await setupPath(id);
    const boss = newBrowser(gateway);
    const page = await boss.submit(`${path}/oidc`, {}, path);
    expect((await boss.get(issuer.signIn(onwardOf(page), claims("two")))).headers.get("location")).toBe("/");
    expect(await personOf(id)).toMatchObject({ role: "owner", has_password: false, identities: [`${issuer.url}/`] });
    expect([await passwordWorks(email, PASSWORD), await openGrants(id)]).toEqual([false, 0]);
    expect((await at.signIn(claims("one"))).status).toBe(401);
  });

  test("an invitation's secret is sealed while its visitor signs in at the issuer, and the visitor comes back to it", async () => {
    const next = `/settings/join/${"s".repeat(43)}`;
    const { email, browser: member } = await joinAsInviter();
    const at = visits(gateway, issuer);
    const claims = { sub: "three", email, email_verified: true, name: "Somebody", groups: [] };
    await at.link(member as SignedIn, claims);
    const browser = newBrowser(gateway);
    const page = await browser.submit("/sign-in/oidc", { next }, "/sign-in");
    const rows = await gateway.database.database.query<{ next: string | null }>("select next from oidc_attempts");
    expect([rows.some((row) => row.next !== null), JSON.stringify(rows).includes(next)]).toEqual([true, false]);
    expect((await browser.get(issuer.signIn(onwardOf(page), claims))).headers.get("location")).toBe(next);
  });
});
