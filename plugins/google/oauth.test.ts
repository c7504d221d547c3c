// Tests Google's OAuth: the authorize URL, which scopes cover which permissions, the identity.
import { describe, expect, test } from "bun:test";
import { authorizationUrl } from "../../src/connections/oauth/client.ts";
import { coveredScopes, defaultScopes, missingScopes } from "../../src/providers/registry/scopes.ts";
import { resolveTarget } from "../../src/providers/upstream/target.ts";
import google from "./index.ts";

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;

describe("Google's authorize URL", () => {
  const url = authorizationUrl(
    resolveTarget(google),
    { id: "client", secret: "hidden" },
    {
      state: "state",
      verifier: "v".repeat(43),
      scopes: ["openid", scope("drive.file")],
      redirectUri: "https://a.example/cb",
    },
  );

  test("requests offline access with a new consent, without which Google issues no refresh token", () => {
    expect(google.auth.oauth2?.pkce).toBe(true);
    expect(`${url.origin}${url.pathname}`).toBe("https://accounts.google.com/o/oauth2/v2/auth");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "client",
      redirect_uri: "https://a.example/cb",
      state: "state",
      scope: `openid ${scope("drive.file")}`,
      code_challenge: expect.any(String),
      code_challenge_method: "S256",
      access_type: "offline",
      prompt: "consent",
    });
  });

  test("does not contain the client's secret", () => {
    expect(url.href).not.toContain("hidden");
  });
});

describe("Google's scopes", () => {
  test("a grant of one scope enables that permission alone", () => {
    const granted = ["openid", scope("userinfo.email"), scope("calendar.readonly")];
    expect(missingScopes(google, "calendar.read", granted)).toEqual([]);
    for (const permission of ["gmail.read", "gmail.send", "calendar.write", "drive.read", "drive.write"])
      expect(missingScopes(google, permission, granted)).not.toEqual([]);
  });
  test("broader scopes cover narrower ones transitively", () => {
    expect([...coveredScopes(google, ["https://mail.google.com/"])]).toEqual(
      expect.arrayContaining([scope("gmail.readonly"), scope("gmail.send"), scope("gmail.labels")]),
    );
    expect(missingScopes(google, "gmail.send", [scope("gmail.readonly")])).toEqual([scope("gmail.send")]);
  });
  test("the identity's scopes are always requested", () => {
    expect(defaultScopes(google)).toEqual(expect.arrayContaining(["openid", "email", "profile"]));
  });
});

test("a revocation reaches all grants of the same identity", () => {
  expect(google.auth.oauth2).toMatchObject({
    revocationUrl: "https://oauth2.googleapis.com/revoke",
    revocationScope: "identity",
    clientAuth: "body",
  } as object);
});

describe("the mailbox by which Gmail's notifications name a person", () => {
  const mailboxOf = (person: object) =>
    google.identity.resource.map({ sub: "1042", ...person } as never, {} as never) as { workspace?: { id: string } };

  test("is the address, where Google hosts the mailbox", () => {
    expect(mailboxOf({ email: "-@Gmail.com" }).workspace?.id).toBe("-@gmail.com");
    const workspace = { email: "ada@example.com", email_verified: true, hd: "example.com" };
    expect(mailboxOf(workspace).workspace?.id).toBe("ada@example.com");
  });
  test("S-89: is never an address that may have a new owner", () => {
    expect(mailboxOf({ email: "ada@example.com", email_verified: true })).not.toHaveProperty("workspace");
    expect(mailboxOf({ email: "ada@example.com", hd: "example.com" })).not.toHaveProperty("workspace");
    expect(mailboxOf({ email: "ada@gmail.com.example.com", email_verified: true })).not.toHaveProperty("workspace");
    expect(mailboxOf({ email_verified: true, hd: "example.com" })).not.toHaveProperty("workspace");
  });
});
