// Hints: what a call does, told by its method unless the plugin says otherwise.
import { describe, expect, test } from "bun:test";
import type { Hints, Method } from "../../src/plugin/index.ts";
import { resolveHints } from "../../src/registry/hints.ts";
import { buildRegistry } from "../../src/registry/registry.ts";
import { annotations } from "../../src/tools/forms/definition.ts";
import { builtInPlugins } from "../support/built-in.ts";

const { endpoints } = buildRegistry(await builtInPlugins());
/** Words of endpoints that take something away or end it, also under a method that does not tell. */
const DESTROYING =
  /(^|_)(delete|trash|cancel|archive|merge(?!_requests?(_|$))|remove|unpin|unshare|void|refund|end)(_|$)/;
/** Words of endpoints that only read. */
const READING = /(^|_)(list|get|find|search|query|download|export|describe)(_|$)/;

describe("hints", () => {
  test.each<[Method, Hints | undefined, Required<Hints>]>([
    ["GET", undefined, { reads: true, destroys: false, idempotent: true, openWorld: true }],
    ["POST", undefined, { reads: false, destroys: false, idempotent: false, openWorld: true }],
    ["PATCH", undefined, { reads: false, destroys: false, idempotent: false, openWorld: true }],
    ["PUT", undefined, { reads: false, destroys: false, idempotent: true, openWorld: true }],
    ["DELETE", undefined, { reads: false, destroys: true, idempotent: true, openWorld: true }],
    ["POST", { reads: true }, { reads: true, destroys: false, idempotent: true, openWorld: true }],
    ["POST", { destroys: true }, { reads: false, destroys: true, idempotent: false, openWorld: true }],
    ["DELETE", { destroys: false }, { reads: false, destroys: false, idempotent: true, openWorld: true }],
    [
      "PUT",
      { idempotent: false, openWorld: false },
      { reads: false, destroys: false, idempotent: false, openWorld: false },
    ],
  ])("%s with %j", (method, hints, expected) => {
    expect(resolveHints({ method, hints })).toEqual(expected);
  });

  test("are MCP's annotations", () => {
    const found = endpoints.find(({ tool }) => tool === "google_gmail_trash_message");
    expect(found && annotations(found)).toEqual({
      title: "Trash message (Google Gmail)",
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: true,
    });
  });

  test("of every endpoint agree with its name", () => {
    const wrong = endpoints.filter(({ key, hints }) => DESTROYING.test(key) !== hints.destroys && !isKnown(key));
    expect(wrong.map(({ tool }) => tool)).toEqual([]);
    const unread = endpoints.filter(({ key, hints }) => READING.test(key) && !hints.reads);
    expect(unread.map(({ tool }) => tool)).toEqual([]);
    const silent = endpoints.filter(({ key, hints }) => hints.reads && !READING.test(key));
    expect(silent.map(({ tool }) => tool)).toEqual([]);
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
