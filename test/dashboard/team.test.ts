// The page of a team over HTTP: inviting, joining with a new or an existing sign-in, roles, removing and leaving, with their records.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { changeTeam } from "../../src/identity/people/team.ts";
import type { TeamRole } from "../../src/identity/people/team-roles.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type Browser, newBrowser, PASSWORD, type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const TEAM = "/settings/team";

describe("the team's page", () => {
  let gateway: TestGateway;
  let owner: SignedIn;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
    owner = await signedIn(gateway);
  });
  afterAll(() => gateway.close());

  const newAddress = () => `${crypto.randomUUID()}@example.com`;
  const linkFor = async (email: string, role: TeamRole, by: Browser = owner) => {
    const page = await by.submit(`${TEAM}/invite`, { email, role });
    const link = /https?:\/\/[^<"\s]*(\/setup\/team\/[A-Za-z0-9_-]{43})/.exec(page.text)?.[1];
    if (!link) throw new Error(`no link on the page (${page.status})`);
    return link;
  };
  const entryOf = async (event: string) =>
    (await gateway.admin("GET", `/audit?event=${event}&limit=1`)).json.data.entries[0];
  const follow = async (browser: Browser, location: string | null) =>
    unescaped((await browser.get(location ?? "/")).text);

  test("an invited person without a sign-in makes one by the link, once, and acts for the user as invited", async () => {
    const email = newAddress();
    const link = await linkFor(email, "viewer");
    const visitor = newBrowser(gateway);
    const page = await visitor.get(link);
    expect(unescaped(page.text)).toContain(`invites you to the team of`);
    const weak = await visitor.submit(link, { name: "New", password: "short" });
    expect([weak.status, weak.headers.get("x-error-code")]).toEqual([400, "VALIDATION_ERROR"]);
    const joined = await visitor.submit(link, { name: "New", password: PASSWORD });
    expect(joined.status).toBe(303);
    expect(await follow(visitor, "/settings/team")).toContain(email);
    expect((await visitor.get("/inbox")).status).toBe(403);
    expect((await newBrowser(gateway).get(link)).status).toBe(401);
    const entry = await entryOf("team_person_joined");
    expect(entry).toMatchObject({ user_id: owner.userId, actor: { name: email } });
    expect(entry.details).toMatchObject({
      email,
      team_role_before: null,
      team_role: "viewer",
      invited_by: owner.email,
    });
  });

  test("a signed-in person joins with the sign-in that they have, whatever address was invited", async () => {
    const guest = await signedIn(gateway);
    const link = await linkFor(newAddress(), "member");
    const first = await guest.get(link);
    const location = first.headers.get("location") as string;
    expect(await follow(guest, location)).toContain(`You join as ${guest.email}`.split(guest.email)[0] as string);
    const joined = await guest.submit(location, {});
    expect([joined.status, joined.headers.get("location")]).toEqual([303, `/u/${owner.userId}/`]);
    expect(await follow(guest, `/u/${owner.userId}/`)).toContain("You are in the team of");
    expect((await guest.get(`/u/${owner.userId}/inbox`)).status).toBe(200);
    const again = await guest.get(location.replace(/^\//, `/u/${owner.userId}/`));
    expect(again.status).toBe(401);
  });

  test("an invited address that somebody signs in with leads to the sign-in, and back to the invitation", async () => {
    const guest = await signedIn(gateway);
    const link = await linkFor(guest.email, "member");
    const visitor = newBrowser(gateway);
    const { text } = await visitor.get(link);
    const signIn = unescaped(/href="(\/sign-in\?next=[^"]*)"/.exec(text)?.[1] ?? "");
    const forged = await visitor.post(link, { name: "x", password: PASSWORD });
    expect(forged.status).toBe(403);
    const next = new URLSearchParams(signIn.split("?")[1]).get("next") as string;
    const after = await visitor.submit("/sign-in", { email: guest.email, password: PASSWORD, next }, signIn);
    expect(after.headers.get("location")).toBe(next);
    expect((await visitor.submit(next, {})).headers.get("location")).toBe(`/u/${owner.userId}/`);
  });

  test("roles change with undo, and an admin invites only members and viewers", async () => {
    const admin = await signedIn(gateway);
    const { userId } = owner;
    await changeTeam(gateway.database, { userId, personId: admin.personId, role: "member", by: owner.personId }).catch(
      () => changeTeam(gateway.database, { userId, personId: admin.personId, role: "member", by: null }),
    );
    const changed = await owner.submit(`${TEAM}/people/${admin.personId}/role`, { role: "admin" }, TEAM);
    expect(changed.status).toBe(303);
    const page = await owner.get(TEAM);
    expect(unescaped(page.text)).toContain("has the role admin now");
    expect(page.text).toMatch(/name="role" value="member"/);
    const { details } = await entryOf("team_role_changed");
    expect(details).toMatchObject({ team_role_before: "member", team_role: "admin" });
    const invitePage = `/u/${userId}${TEAM}/invite`;
    expect((await admin.get(invitePage)).text).not.toContain('value="owner"');
    const above = await admin.submit(invitePage, { email: newAddress(), role: "owner" });
    expect([above.status, above.headers.get("x-error-code")]).toEqual([403, "PERMISSION_DENIED"]);
    const email = newAddress();
    const made = await admin.submit(invitePage, { email, role: "viewer" });
    expect(made.text).toContain("/setup/team/");
  });

  test("a revoked invitation and one that was sent again have no old link", async () => {
    const email = newAddress();
    const first = await linkFor(email, "member");
    const { text } = await owner.get(TEAM);
    const row = text.slice(text.indexOf(email));
    const resend = /action="([^"]*\/resend)"/.exec(row)?.[1] as string;
    const early = await owner.submit(resend, {}, TEAM);
    expect([early.status, early.headers.get("x-error-code")]).toEqual([429, "RATE_LIMITED"]);
    gateway.clock.move(10 * 60_000);
    const again = await owner.submit(resend, {}, TEAM);
    const second = /(\/setup\/team\/[A-Za-z0-9_-]{43})/.exec(again.text)?.[1] as string;
    const statusOf = async (link: string) => (await newBrowser(gateway).get(link)).status;
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    const revoked = await owner.submit(resend.replace("/resend", "/revoke"), {}, TEAM);
    expect(revoked.status).toBe(303);
    expect(await statusOf(second)).toBe(401);
    expect((await entryOf("team_invitation_revoked")).details).toMatchObject({ email, team_role: "member" });
  });

  test("the last owner stays, an owner removes others, and everybody may leave", async () => {
    const { userId } = owner;
    const guest = await signedIn(gateway);
    await changeTeam(gateway.database, { userId, personId: guest.personId, role: "viewer", by: null });
    const last = await owner.submit(`${TEAM}/leave`, {});
    expect([last.status, last.headers.get("x-error-code")]).toEqual([409, "CONFLICT"]);
    const left = await guest.submit(`/u/${userId}${TEAM}/leave`, {});
    expect(left.headers.get("location")).toBe(`/u/${guest.userId}/`);
    expect(await follow(guest, "/")).toContain("You have left the team");
    expect((await guest.get(`/u/${userId}/`)).status).toBe(403);
    await changeTeam(gateway.database, { userId, personId: guest.personId, role: "admin", by: null });
    const removed = await owner.submit(`${TEAM}/people/${guest.personId}/remove`, {});
    expect(removed.status).toBe(303);
    expect((await guest.get(`/u/${userId}/`)).status).toBe(403);
    expect((await entryOf("team_person_removed")).details).toMatchObject({
      team_role_before: "admin",
      team_role: null,
    });
  });
});
