// Tests how rights are computed, how ids convert to times, and expected text.
import { describe, expect, test } from "bun:test";
import { defaultScopes, missingScopes } from "../../src/providers/registry/scopes.ts";
import { idOfMoment, timeOfId } from "./ids.ts";
import discord from "./index.ts";
import { oauth } from "./oauth.ts";
import { type Member, overwritesOf, RIGHTS, readBits, rightsIn } from "./rights.ts";
import { plainText } from "./text.ts";

const [GUILD, ROLE, OTHER_ROLE, USER] = ["1", "2", "3", "4"] as const;
const { view, send, history, admin } = RIGHTS;
const memberWith = (more: Partial<Member> = {}): Member => ({
  guildId: GUILD,
  userId: USER,
  isOwner: false,
  isRestricted: false,
  roleIds: [ROLE],
  roleRights: new Map([[GUILD, view | send]]),
  ...more,
});
const overwrite = (id: string, allow: bigint, deny: bigint, type = 0) => ({
  ...{ id, type, allow: String(allow), deny: String(deny) },
});
const rights = (more: Partial<Member>, ...permission_overwrites: object[]) =>
  rightsIn(memberWith(more), overwritesOf({ permission_overwrites }));

describe("A member's rights in a channel", () => {
  test("are those of everybody and of the member's roles", () => {
    const roleRights = new Map([
      [GUILD, view],
      [ROLE, history],
      [OTHER_ROLE, send],
    ]);
    expect(rights({ roleRights })).toBe(view | history);
  });
  test("follow everybody's overwrite, then the roles', then the member's", () => {
    expect(rights({}, overwrite(GUILD, 0n, send))).toBe(view);
    expect(rights({}, overwrite(GUILD, 0n, send), overwrite(ROLE, send, 0n))).toBe(view | send);
    const closed = [overwrite(GUILD, 0n, send), overwrite(ROLE, send, 0n), overwrite(USER, 0n, view, 1)];
    expect(rights({}, ...closed)).toBe(0n);
    expect(rights({}, ...closed.toReversed())).toBe(0n);
  });
  test("a member's own overwrite allows what everybody's and the roles' deny", () => {
    const own = [overwrite(USER, send, 0n, 1), overwrite(GUILD, 0n, send), overwrite(ROLE, 0n, send)];
    expect(rights({}, ...own)).toBe(view | send);
  });
  test("one role's overwrite allows what another's denies", () => {
    const roleIds = [ROLE, OTHER_ROLE];
    expect(rights({ roleIds }, overwrite(ROLE, send, 0n), overwrite(OTHER_ROLE, 0n, send))).toBe(view | send);
  });
  test("ignore overwrites of other roles and people, and of a role with the person's id", () => {
    const strangers = [
      overwrite(OTHER_ROLE, history, 0n),
      overwrite("9", history, 0n, 1),
      overwrite(USER, history, 0n),
    ];
    expect(rights({}, ...strangers)).toBe(view | send);
  });
  test("are complete for the owner and for administrators", () => {
    const locked = overwrite(GUILD, 0n, view);
    expect(rights({ isOwner: true }, locked) & admin).toBe(admin);
    expect(rights({ roleRights: new Map([[ROLE, admin]]) }, locked) & send).toBe(send);
    expect(rights({ roleIds: [], roleRights: new Map([[ROLE, admin]]) }, locked)).toBe(0n);
  });
  test("are none where the channel is hidden, and read-only in time-out", () => {
    expect(rights({ roleRights: new Map([[GUILD, send | history]]) })).toBe(0n);
    expect(rights({ isRestricted: true, roleRights: new Map([[GUILD, view | send | history]]) })).toBe(view | history);
  });
  test.each([
    {},
    { permission_overwrites: null },
    { permission_overwrites: [{ id: GUILD, type: 0, allow: "0" }] },
    { permission_overwrites: [{ id: GUILD, type: 0, allow: "0", deny: 1024 }] },
    { permission_overwrites: [{ id: GUILD, type: "role", allow: "0", deny: "0" }] },
    { permission_overwrites: [{ type: 0, allow: "0", deny: "0" }] },
  ])("are none where an overwrite cannot be read: %j", (channel) => {
    expect(rightsIn(memberWith(), overwritesOf(channel))).toBe(0n);
  });
  test("keep bits beyond the 53 of a number", () => {
    expect(readBits("2251799813685249")).toBe((1n << 51n) | 1n);
    expect([readBits("9007199254740993"), readBits("-1"), readBits(""), readBits(8), readBits("0x8")]).toEqual([
      ...[9007199254740993n, null, null, null, null],
    ]);
  });
});

describe("Discord's grant", () => {
  test("requests the person, their servers and memberships, and the bot with its rights", () => {
    expect(defaultScopes(discord).toSorted()).toEqual(["bot", "guilds", "guilds.members.read", "identify"]);
    expect(oauth.authorizationParams).toEqual({ permissions: "17901423807552" });
  });
  test("enables all but deleting without the scope bot", () => {
    const granted = ["identify", "guilds", "guilds.members.read"];
    for (const { permission } of Object.values(discord.endpoints)) {
      const missing = permission === "messages.manage" ? ["bot"] : [];
      expect(missingScopes(discord, permission, granted)).toEqual(missing);
    }
  });
});

describe("Ids and times", () => {
  test("an id contains its time", () => {
    expect(timeOfId("175928847299117063")).toBe("2016-04-30T11:18:25.796Z");
  });
  test("a time becomes the first id of its millisecond", () => {
    const id = idOfMoment("2016-04-30T11:18:25.796Z") as string;
    expect(timeOfId(id)).toBe("2016-04-30T11:18:25.796Z");
    expect(BigInt(id)).toBeLessThanOrEqual(175928847299117063n);
    expect([idOfMoment("175928847299117063"), idOfMoment(undefined)]).toEqual(["175928847299117063", undefined]);
  });
  test("a time before Discord's epoch becomes the first id, and an invalid time is refused", () => {
    expect(idOfMoment("2001-01-01T00:00:00Z")).toBe("4194304");
    expect(() => idOfMoment("2001-99-01T00:00:00Z")).toThrow("is not a time");
  });
});

describe("Plain text", () => {
  const names = new Map([["42", "Ada"]]);
  test.each([
    ["<@42> and <@!42> and <@43>", "@Ada and @Ada and @user"],
    ["<a:spin:1> <:mill:2>", ":spin: :mill:"],
    [
      "<t:1767225600> <t:1767225600:R> <t:9999999999999>",
      "2026-01-01T00:00:00.000Z 2026-01-01T00:00:00.000Z <t:9999999999999>",
    ],
    ["</help me:7> <#8> <@&9>", "/help me #channel @role"],
    ["1 < 2 > 0 <b> <@x>", "1 < 2 > 0 <b> <@x>"],
  ])("%p becomes %p", (text, expected) => {
    expect(plainText(text, names)).toBe(expected);
  });
});
