// Effects: what a call does, told by its method unless the plugin says otherwise.
import { describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { annotations, toolDefinition } from "../../../src/agents/tools/forms/definition.ts";
import type { Endpoint, Method } from "../../../src/plugin/index.ts";
import { effectViolations } from "../../../src/plugin-kit/check/effects.ts";
import { type EndpointEffects, isReaching, resolveEffects } from "../../../src/providers/registry/effects.ts";
import { rawEffects } from "../../../src/providers/registry/raw-effects.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { builtInPlugins } from "../../support/built-in.ts";

const registry = buildRegistry(await builtInPlugins());
const { endpoints } = registry;
/** Words of endpoints that take something away or end it, also under a method that does not tell. */
const DESTROYING =
  /(^|_)(delete|trash|cancel|archive|merge(?!_requests?(_|$))|remove|unpin|unshare|void|refund|end)(_|$)/;
/** Words of endpoints that only read. */
const READING = /(^|_)(list|get|find|search|query|download|export|describe)(_|$)/;
/** Names of what somebody else always gets. */
const REACHING = /(^|_)(send_(message|email|draft|invoice)|reply|forward|create_comment|create_post|share_file|invite)/;

type Declared = Pick<Endpoint, "effect" | "reaches" | "idempotent">;

describe("effects", () => {
  test.each<[Method, Declared, EndpointEffects]>([
    ["GET", {}, { effect: "reads", reaches: false, idempotent: true }],
    ["POST", {}, { effect: "writes", reaches: true, idempotent: false }],
    ["PATCH", {}, { effect: "writes", reaches: true, idempotent: false }],
    ["PUT", {}, { effect: "writes", reaches: true, idempotent: true }],
    ["DELETE", {}, { effect: "destroys", reaches: true, idempotent: true }],
    ["POST", { effect: "reads" }, { effect: "reads", reaches: false, idempotent: true }],
    ["POST", { effect: "destroys", reaches: true }, { effect: "destroys", reaches: true, idempotent: false }],
    ["DELETE", { effect: "writes" }, { effect: "writes", reaches: true, idempotent: true }],
    ["PUT", { idempotent: false }, { effect: "writes", reaches: true, idempotent: false }],
  ])("%s with %j", (method, declared, expected) => {
    expect(resolveEffects({ method, ...declared })).toEqual(expected);
  });

  test("reach somebody where a field that makes it so is set", () => {
    const reaches = { when: ["attendees", "notify"] };
    for (const set of [{ attendees: ["ada@example.com"] }, { notify: true }, { notify: "all", attendees: [] }])
      expect(isReaching(reaches, set, [])).toBe(true);
    for (const unset of [{}, { attendees: [] }, { notify: false }, { notify: "" }, { attendees: null }, { title: "x" }])
      expect(isReaching(reaches, unset, [])).toBe(false);
  });

  test("reach nobody by what a field has where no caller sets it", () => {
    const calendar = t.Object({ calendar: t.Optional(t.String({ default: "primary" })) });
    const reaches = { when: ["calendar"] };
    expect(isReaching(reaches, { calendar: "primary" }, [null, calendar])).toBe(false);
    expect(isReaching(reaches, { calendar: "team" }, [null, calendar])).toBe(true);
  });

  test("are MCP's annotations, and whole in its metadata", () => {
    const trash = registry.tool("google_gmail_trash_message");
    expect(trash && annotations(trash)).toEqual({
      title: "Trash message (Google Gmail)",
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: false,
    });
    const send = registry.tool("google_gmail_send_message");
    expect(send && annotations(send)).toMatchObject({ destructiveHint: false, openWorldHint: true });
    const create = registry.tool("google_calendar_create_event");
    expect(create && toolDefinition(create, "mcp")._meta).toEqual({
      "open-integration-gateway/effects": {
        effect: "writes",
        reaches: { when: ["attendees", "calendar_id"] },
        idempotent: false,
      },
    });
  });

  test("of every endpoint agree with its name and its words", () => {
    const namesOf = (some: typeof endpoints) => some.map(({ tool }) => tool);
    const wrong = endpoints.filter(
      ({ key, effects }) => DESTROYING.test(key) !== (effects.effect === "destroys") && !isKnown(key),
    );
    expect(namesOf(wrong)).toEqual([]);
    expect(namesOf(endpoints.filter(({ key, effects }) => READING.test(key) !== (effects.effect === "reads")))).toEqual(
      [],
    );
    expect(
      namesOf(
        endpoints.filter(
          ({ key, effects }) => effects.effect !== "reads" && REACHING.test(key) && effects.reaches !== true,
        ),
      ),
    ).toEqual([]);
    expect(endpoints.flatMap(effectViolations)).toEqual([]);
  });
});

describe("a raw request", () => {
  const judge = (id: string) => {
    const provider = registry.provider(id);
    if (!provider) throw new Error(`no ${id}`);
    return rawEffects(provider, registry.endpointsOf(id));
  };
  const of = (id: string, method: Method, path: string, host: string | null = null) =>
    judge(id)({ method, path, host });
  const unknown = { effect: "destroys", reaches: true, spends: true } as const;

  test("is what a declared endpoint at the same place is, and may be anything at any other", () => {
    expect(of("github", "GET", "/user")).toEqual({ effect: "reads", reaches: false });
    expect(of("github", "POST", "/repos/acme/web/issues")).toMatchObject({ effect: "writes", reaches: true });
    expect(of("github", "PATCH", "/repos/acme/web/issues/7")).toMatchObject({ effect: "writes", reaches: true });
    expect(of("google", "POST", "/gmail/v1/users/me/messages/1/trash")).toMatchObject({ effect: "destroys" });
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const)
      expect(of("github", method, "/anything/else")).toEqual(unknown);
    expect(of("linear", "POST", "/graphql")).toEqual(unknown);
  });

  test("at another host, or with an escape in the path, is no declared one", () => {
    expect(of("github", "POST", "/repos/acme/web/issues", "uploads.github.com")).toEqual(unknown);
    expect(of("github", "POST", "/repos/acme/web%2Fx/issues")).toEqual(unknown);
  });

  test("that is a GET is no read where the API carries out changes by GET", () => {
    expect(of("slack", "GET", "/api/chat.delete")).toEqual(unknown);
  });
});

/** Changes of several kinds, of which one deletes, moves to the trash, archives, or takes somebody's place away. */
function isKnown(key: string): boolean {
  const known = [
    "commit_files",
    "drive_update_file",
    "gmail_modify_message",
    "move_email",
    "set_registrant_status",
    "update_page",
    "update_project",
  ];
  return known.includes(key);
}
