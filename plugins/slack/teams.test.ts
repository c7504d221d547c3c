// Which workspace a call of an organization's installation is about.
import { describe, expect, test } from "bun:test";
import type { Upstream } from "gateway/plugin";
import slack from "./index.ts";
import { teamFor } from "./teams.ts";

const ofTeam = { id: "T012AB3CD:U012AB3CD" };
const ofOrganization = { id: "E012AB3CD:U012AB3CD" };

/** An installation in so many workspaces, and how often they were asked for. */
function installation(count: number, next_cursor = "") {
  const asked: unknown[] = [];
  const teams = Array.from({ length: count }, (_, index) => ({ id: `T${index + 1}` }));
  const request = async (sent: unknown) => {
    asked.push(sent);
    return { status: 200, headers: new Headers(), json: { ok: true, teams, response_metadata: { next_cursor } } };
  };
  return { upstream: { request } as unknown as Upstream, asked };
}

describe("the workspace of a call", () => {
  test.each([0, 1, 2, 3])("of %d: the only one by itself, else the one that is named", async (count) => {
    const { upstream, asked } = installation(count);
    expect(await teamFor("T2", ofOrganization, upstream)).toBe("T2");
    expect(await teamFor(undefined, ofTeam, upstream)).toBeUndefined();
    expect(asked).toEqual([]);
    const own = await teamFor(undefined, ofOrganization, upstream).catch(({ message }: Error) => message);
    if (count === 1) expect(own).toBe("T1");
    else expect(own).toContain(count === 0 ? "none of its workspaces" : "team_id, from slack_list_teams");
  });

  test("is not taken from a first page that has one of several", async () => {
    const { upstream } = installation(1, "more");
    const own = await teamFor(undefined, ofOrganization, upstream).catch(({ message }: Error) => message);
    expect(own).toContain("list_teams");
  });

  test("can be named wherever Slack needs it", () => {
    const named = Object.entries(slack.endpoints).filter(([, { query, body }]) => {
      const fields = { ...query?.properties, ...(body as { properties?: object } | undefined)?.properties };
      return "team_id" in fields;
    });
    expect(named.map(([name]) => name).sort()).toEqual([
      "create_channel",
      "get_team",
      "list_channels",
      "list_dms",
      "list_files",
      "list_private_channels",
      "list_scheduled_messages",
      "list_users",
      "search_messages",
    ]);
  });
});
