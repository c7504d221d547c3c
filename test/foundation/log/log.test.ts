// The log: one JSON line for each event, without secrets, whatever its fields hold.
import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { createLog, type Log, type LogFields } from "../../../src/foundation/log/log.ts";
import { testDatabase } from "../../support/database.ts";

const NOW = Date.UTC(2026, 2, 4, 12);

/** Logs one event; returns its line and the parsed object. */
function logged(fields: LogFields): { line: string; object: Record<string, unknown> } {
  const lines: string[] = [];
  createLog(
    "debug",
    () => NOW,
    (line) => void lines.push(line),
  ).info("event_name", fields);
  expect(lines).toHaveLength(1);
  const line = lines[0] as string;
  return { line, object: JSON.parse(line) as Record<string, unknown> };
}

describe("log", () => {
  test("an event is one JSON line with its time, level, name and fields", () => {
    expect(logged({ user_id: "u1", count: 3, ok: true, none: null }).line).toBe(
      '{"time":"2026-03-04T12:00:00.000Z","level":"info","event":"event_name","user_id":"u1","count":3,"ok":true,"none":null}\n',
    );
  });

  test.each<[level: "debug" | "info" | "warn" | "error" | "silent", written: string[]]>([
    ["debug", ["debug", "info", "warn", "error"]],
    ["info", ["info", "warn", "error"]],
    ["warn", ["warn", "error"]],
    ["error", ["error"]],
    ["silent", []],
  ])("at the level %s, lower levels are not written", (level, written) => {
    const lines: string[] = [];
    const log = createLog(level, Date.now, (line) => void lines.push(line));
    for (const name of ["debug", "info", "warn", "error"] as const satisfies (keyof Log)[]) log[name](`a_${name}`);
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(written);
  });

  test.each([
    "access_token",
    "refreshToken",
    "client_secret",
    "password",
    "Authorization",
    "set-cookie",
    "code_verifier",
    "state",
    "code",
    "key",
  ])("S-71: the value of a field named %s is redacted: text, list or object, at any depth", (name) => {
    for (const secret of ["hunter2", ["hunter2"], { value: "hunter2" }]) {
      expect(logged({ [name]: secret }).object[name]).toBe("[redacted]");
      expect(logged({ outer: { list: [{ [name]: secret }] } }).line).not.toContain("hunter2");
    }
  });

  test.each([
    "sk_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM",
    "as_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM",
    "adm_abcdefghijklmnopqrstuvwxyz-_0123456789ABCDE",
    "gho_16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_11ABCDEFG0abcdefghij_0123456789",
    "xoxb-1234567890-abcdefghij",
    "xoxe.xoxp-1-Mi0yLTEyMzQ1Njc4OTA",
    "ya29.a0AfH6SMBx-abc_DEF",
    "1//0gAbCdEfGhIjKlMnOpQ-x_y",
    "GOCSPX-abcdefghijklmnop",
  ])("S-71: the secret %s is redacted within any text", (secret) => {
    const texts = [
      secret,
      `before ${secret} after`,
      `"${secret}"`,
      `https://x.example/?a=${secret}&b=1`,
      `a,${secret},b`,
    ];
    for (const text of texts) {
      const line = [{ note: text }, { list: [text] }, { deep: { er: text } }, { error: new Error(text) }]
        .map((fields) => logged(fields).line)
        .join("");
      expect(line).not.toContain(secret.slice(-8));
      expect(line).toContain("[redacted]");
    }
  });

  test("S-71: a bearer token of any provider is redacted within text", () => {
    for (const header of ["Bearer eyJhbGciOi.J9.x-y_z==", "Bearer   opaque/token+1", "Authorization: Bearer abc.def"]) {
      expect(logged({ note: header }).line).not.toMatch(/eyJ|opaque|abc\.def/);
    }
  });

  test("S-71: a failed query is logged by its code alone, without SQL and parameters", async () => {
    for (const lane of ["postgres", "embedded"] as const) {
      const { database, close } = await testDatabase(lane);
      try {
        const id = crypto.randomUUID();
        const insert = () =>
          database.orm.execute(sql`insert into users (id, email) values (${id}, ${"ada@example.com"})`);
        const raw = () => database.query("insert into users (id, email) values ($1, $2)", [id, "ada@example.com"]);
        await insert();
        for (const failing of [insert, raw]) {
          const error = await Promise.resolve(failing()).then(
            () => null,
            (reason: unknown) => reason,
          );
          expect(error).toBeInstanceOf(Error);
          const { line, object } = logged({ error });
          expect(object.error).toMatchObject({ code: "23505" });
          expect(line).not.toMatch(/insert into|ada@example|values/);
          expect(line).not.toContain(id);
        }
      } finally {
        await close();
      }
    }
  });

  test("a copy of an error keeps a code of the database or the system, and no other code, message or parameter", () => {
    const copyOf = (code: string) => {
      const { message, stack } = new Error("insert into users values (ada@example.com)");
      return logged({ error: { code, message, stack, detail: "ada@example.com", queue: "mails" } });
    };
    for (const code of ["53300", "57P01"]) {
      const { line, object } = copyOf(code);
      expect(object.error).toMatchObject({ code });
      expect(line).not.toContain("ada@example.com");
    }
    expect(copyOf("ECONNREFUSED").object.error).toMatchObject({ code: "ECONNREFUSED" });
    expect(copyOf("SplxlOBeZQQYbYS6WxSbIA").object.error).toMatchObject({ code: "[redacted]" });
    expect(logged({ error: { code: "53300" } }).object.error).toEqual({ code: "[redacted]" });
  });

  test("any other error is logged with its message and the first lines of its stack", () => {
    const { object } = logged({ error: new RangeError("out of bounds") });
    expect(object.error).toMatchObject({ name: "RangeError", message: "out of bounds" });
    expect((object.error as { stack: string[] }).stack.length).toBeGreaterThan(0);
  });

  test("S-73: text with line ends and control characters is logged as one printable line", () => {
    const text = 'a\nb\r\nc\u0000\u001b[31mred\u007f\u0085\u009b2J\u2028\u2029{"event":"forged"}';
    const { line, object } = logged({ note: text, [`name\n${text}`]: 1 });
    expect(line.slice(0, -1)).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/);
    expect(object.note).toBe(text);
    expect(object.event).toBe("event_name");
  });

  test("S-73: a field cannot overwrite the event's name, level or time", () => {
    const { object } = logged({ event: "forged", level: "debug", time: "1999" });
    expect(object).toEqual({ time: "2026-03-04T12:00:00.000Z", level: "info", event: "event_name" });
  });

  test("a long text and a long list are truncated", () => {
    const { object } = logged({ text: "x".repeat(10_000), list: Array.from({ length: 1_000 }, (_, i) => i) });
    expect(object.text).toHaveLength(2_000);
    expect(object.list).toEqual([...Array.from({ length: 50 }, (_, i) => i), "and 950 more"]);
  });

  test("any fields give one line, and nothing throws", () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const list: unknown[] = [];
    list.push(list);
    for (const fields of [
      { circular },
      { list },
      { big: 10n },
      { fn: () => 1, symbol: Symbol("s"), none: undefined },
    ]) {
      expect(logged(fields).line.split("\n")).toHaveLength(2);
    }
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anything), (fields) => {
        expect(logged(fields).line.split("\n")).toHaveLength(2);
      }),
    );
  });
});
