// Tests what fixtures cannot: literals hold any text, token responses, recipients, recurrence, token errors.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type EventTimeInput, InvalidInput } from "gateway/plugin";
import { eventBody } from "./calendar-input.ts";
import { listPath } from "./drive.ts";
import { mailBody, recipients, summaryOf } from "./mail-message.ts";
import { oauth, readTokens } from "./oauth.ts";
import { literal, pathLiteral, searchValue } from "./odata.ts";

/** Text with the characters that end literals. */
const hostile = fc.string({ unit: fc.constantFrom("'", '"', "\\", "/", ")", " ", "a", "é", "%", "&", "\n", "🎉") });

/** The function's result, or null where it throws InvalidInput. */
function unlessRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInput);
    return null;
  }
}

describe("S-69: a caller's text stays within its literal", () => {
  test("in a filter, where it reads back unchanged", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const quoted = literal(text);
        expect(quoted).toMatch(/^'(?:[^']|'')*'$/);
        expect(quoted.slice(1, -1).replaceAll("''", "'")).toBe(text);
      }),
    );
  });

  test("in a search of mail, which has no quotes and backslashes but the enclosing quotes", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const value = unlessRefused(() => searchValue(text));
        if (value !== null) expect(value).toMatch(/^"[^"\\]+"$/);
      }),
    );
    expect(() => searchValue('" \\')).toThrow(InvalidInput);
  });

  test("in a search of files, which is part of the path", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const inner = unlessRefused(() => pathLiteral(text));
        if (inner === null) return;
        expect(inner).toMatch(/^(?:[^'/\\\n]|'')+$/);
        const target = decodeURIComponent(listPath({ q: `${text}a` }));
        expect(target).toMatch(/^\/me\/drive\/root\/search\(q='(?:[^'/\\]|'')+'\)$/);
      }),
    );
  });

  test("in a folder's path, where no segment leaves it", () => {
    expect(listPath({ path: "a b/c?d#e:f" })).toBe("/me/drive/root:/a%20b/c%3Fd%23e%3Af:/children" as never);
    expect(listPath({ path: "/" })).toBe("/me/drive/root/children" as never);
    for (const target of ["a/../b", "..", "a//b", "a\\b"]) expect(() => listPath({ path: target })).toThrow();
  });
});

describe("a token response", () => {
  const response = { token_type: "Bearer", access_token: "opaque", refresh_token: "next", expires_in: 3811 };

  test("has its scopes by their short names, however Microsoft writes them", () => {
    const scope = "openid https://graph.microsoft.com/mail.read https://graph.microsoft.us/Files.ReadWrite Tasks.Read";
    expect(readTokens({ ...response, scope })).toEqual({
      accessToken: "opaque",
      refreshToken: "next",
      expiresIn: 3811,
      scopes: ["openid", "Mail.Read", "Files.ReadWrite", "Tasks.Read"],
    });
    const foreign = "https://graph.microsoft.com.example.com/Mail.Read";
    expect(readTokens({ ...response, scope: foreign }).scopes).toEqual([foreign]);
  });

  test("without a token yields an empty one, without an expiry none", () => {
    expect(readTokens({ error: "x" }).accessToken).toBe("");
    expect(readTokens({ access_token: "a", expires_in: "x" })).toMatchObject({ expiresIn: undefined });
    expect(readTokens({ access_token: "a", expires_in: "3599" }).expiresIn).toBe(3599);
  });
});

describe("a mail", () => {
  test.each([
    ["ada@example.com", { address: "ada@example.com" }],
    ["<ada@example.com>", { address: "ada@example.com" }],
    ["Ada L <ada@example.com>", { address: "ada@example.com", name: "Ada L" }],
    ['"L, \\"Ada\\"" <ada@example.com>', { address: "ada@example.com", name: 'L, "Ada"' }],
  ])("goes to %p", (text, emailAddress) => {
    expect(recipients(text)).toEqual([{ emailAddress }]);
  });

  test.each([
    "a@example.com, b@example.com",
    "A <a@example.com>, B <b@example.com>",
    "a@b@example.com",
    "Ada ada@example.com",
  ])("does not go to %p", (text) => {
    expect(() => recipients(text)).toThrow(InvalidInput);
  });

  test("has a picture where its HTML shows it", () => {
    const content = new TextEncoder().encode("hi");
    const picture = { name: "logo.png", mime_type: "image/png", content, content_id: "logo@x.example" };
    const mail = {
      to: "ada@example.com",
      subject: "Hi",
      html: '<img src="cid:logo@x.example">',
      attachments: [picture],
    };
    expect(mailBody(mail).attachments).toMatchObject([
      { name: "logo.png", contentBytes: "aGk=", isInline: true, contentId: "logo@x.example" },
    ]);
  });

  test("has its HTML as its body where it has both", () => {
    expect(mailBody({ to: "ada@example.com", subject: "Hi", text: "a", html: "<p>a</p>" }).body).toEqual({
      contentType: "html",
      content: "<p>a</p>",
    });
  });
});

describe("whoever a mail names", () => {
  const people = (...raw: { name?: string | null; address?: string | null }[]) =>
    summaryOf({ id: "m1", toRecipients: raw.map((emailAddress) => ({ emailAddress })) }).to;

  test("keeps the name where Exchange gives an entry of its directory, or nothing, for an address", () => {
    const entry = "/O=EXCHANGELABS/OU=EXCHANGE ADMINISTRATIVE GROUP (FYDIBOHF23SPDLT)/CN=RECIPIENTS/CN=ABC";
    expect(
      people(
        { name: "Ada", address: entry },
        { name: "Bob", address: null },
        { name: "Cy", address: "" },
        { name: "cy@example.com", address: "cy@example.com" },
        { name: entry, address: entry },
        { name: null, address: null },
      ),
    ).toEqual([
      { name: "Ada", email: null },
      { name: "Bob", email: null },
      { name: "Cy", email: null },
      { name: null, email: "cy@example.com" },
    ]);
    expect(summaryOf({ id: "m1", from: { emailAddress: { name: "Ada", address: entry } } }).from).toEqual({
      name: "Ada",
      email: null,
    });
  });
});

describe("an event", () => {
  const plans = (
    start: EventTimeInput,
    end: EventTimeInput,
    recurrence?: Parameters<typeof eventBody>[0]["recurrence"],
  ) => eventBody({ start, end, ...(recurrence && { recurrence }) });

  test("repeats on the wall day of its start", () => {
    const time_zone = "America/New_York";
    const start = { date_time: "2026-03-31T22:30:00-04:00", time_zone };
    const end = { date_time: "2026-03-31T23:30:00-04:00" };
    expect(plans(start, end, { frequency: "yearly", until: "2030-04-01" })).toMatchObject({
      start: { dateTime: "2026-03-31T22:30:00", timeZone: time_zone },
      end: { dateTime: "2026-03-31T23:30:00", timeZone: time_zone },
      recurrence: {
        pattern: { type: "absoluteYearly", interval: 1, dayOfMonth: 31, month: 3 },
        range: { type: "endDate", endDate: "2030-04-01", startDate: "2026-03-31", recurrenceTimeZone: time_zone },
      },
    });
    expect(plans({ date: "2026-03-31" }, { date: "2026-04-01" }, { frequency: "monthly", interval: 2 })).toMatchObject({
      recurrence: {
        pattern: { type: "absoluteMonthly", interval: 2, dayOfMonth: 31 },
        range: { type: "noEnd", startDate: "2026-03-31", recurrenceTimeZone: "UTC" },
      },
    });
  });

  test("has an end of one kind", () => {
    const day = [{ date: "2026-03-31" }, { date: "2026-04-01" }] as const;
    expect(() => plans(...day, { frequency: "daily", until: "2030-01-01", count: 2 })).toThrow(InvalidInput);
    expect(() => plans({ date: "2026-03-31", date_time: "2026-03-31T00:00:00Z" }, day[1])).toThrow(InvalidInput);
    expect(() => plans(day[0], {})).toThrow(InvalidInput);
  });
});

describe("errors of Microsoft's token endpoint", () => {
  const code = (response: Record<string, unknown>) => oauth.tokenError?.(response) ?? String(response.error);
  const invalidGrant = { error: "invalid_grant", error_description: "AADSTS: a sentence." };
  test.each([
    ["a token unused for 90 days", { ...invalidGrant, error_codes: [700082] }],
    ["a token past its life", { ...invalidGrant, error_codes: [70008] }],
    ["an unknown number", { ...invalidGrant, error_codes: [999999] }],
    ["no number", invalidGrant],
    ["numbers that are not a list", { ...invalidGrant, error_codes: "50173" }],
    ["a sign-in that needs a person", { error: "interaction_required", error_codes: [50076] }],
  ])("%s means that the grant expired", (_, response) => {
    expect(oauth.expiredGrantErrors).toContain(code(response));
  });
  test.each([
    ["revoked sessions", { ...invalidGrant, error_codes: [50173] }],
    ["a withdrawn grant", { ...invalidGrant, error_codes: [70000] }],
    ["a disabled account beside another number", { ...invalidGrant, error_codes: [70008, 50057] }],
    ["a withdrawn consent", { ...invalidGrant, error_codes: [65001], suberror: "consent_required" }],
    ["a withdrawn consent in the suberror alone", { ...invalidGrant, suberror: "consent_required" }],
    ["a withdrawn consent in the error", { error: "consent_required" }],
  ])("%s means that the grant was revoked", (_, response) => {
    expect(oauth.deadGrantErrors).toContain(code(response));
    expect(oauth.expiredGrantErrors).not.toContain(code(response));
  });
  test("a wrong client leaves the grant alone", () => {
    expect(code({ error: "invalid_client", error_codes: [7000215] })).toBe("invalid_client");
  });
});
