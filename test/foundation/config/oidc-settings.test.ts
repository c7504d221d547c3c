// The settings of the sign-in with an OpenID Connect issuer: what is read, and what stops a start.
import { describe, expect, test } from "bun:test";
import { type ConfigError, type Environment, readConfig } from "../../../src/foundation/config/config.ts";

const CLIENT = { OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret" };
const SET = { OIDC_ISSUER: "https://login.example/realms/staff", ...CLIENT };

function errorsOf(env: Environment): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    return (error as ConfigError).errors;
  }
  return [];
}

describe("settings of the issuer", () => {
  test("an issuer alone brings the defaults", () => {
    expect(readConfig(SET).oidc).toEqual({
      isOnly: false,
      issuers: [
        {
          key: null,
          issuer: SET.OIDC_ISSUER,
          clientId: "id",
          clientSecret: "secret",
          name: "login.example",
          scopes: "openid email profile",
          groupsClaim: "groups",
          roles: null,
          mayJoin: false,
          trustsEmail: false,
          secondFactors: [],
          endsIssuerSession: false,
        },
      ],
    });
  });

  test.each<[string, Environment, object]>([
    [
      "roles, of groups with any sign but a comma",
      { OIDC_ROLES: "a=b=owner, /team x=viewer,ou:1=operator" },
      {
        roles: new Map([
          ["a=b", "owner"],
          ["/team x", "viewer"],
          ["ou:1", "operator"],
        ]),
      },
    ],
    ["who joins", { OIDC_JOIN: "groups", OIDC_ROLES: "a=viewer" }, { mayJoin: true }],
    ["values of a second factor", { OIDC_SECOND_FACTOR: "mfa, urn:high" }, { secondFactors: ["mfa", "urn:high"] }],
    ["a sign-out that goes on", { OIDC_SIGN_OUT: "issuer" }, { endsIssuerSession: true }],
    ["trust in addresses", { OIDC_TRUST_EMAIL: "true" }, { trustsEmail: true }],
    ["a loopback issuer in development", { OIDC_ISSUER: "http://127.0.0.1:9000" }, { issuer: "http://127.0.0.1:9000" }],
  ])("%s are read", (_, env, expected) => {
    expect(readConfig({ ...SET, ...env }).oidc.issuers).toMatchObject([expected]);
  });

  const named = (key: string, host: string): Environment => ({
    [`OIDC_${key}_ISSUER`]: `https://${host}`,
    [`OIDC_${key}_CLIENT_ID`]: `${host} client`,
    [`OIDC_${key}_CLIENT_SECRET`]: "secret",
  });

  test("further issuers have names, and settings of their own", () => {
    const env = {
      ...SET,
      GATEWAY_SIGN_IN: "oidc",
      OIDC_NAME: "Staff",
      OIDC_ROLES: "a=owner",
      OIDC_ISSUERS: "work, b2",
      ...named("WORK", "work.example"),
      ...named("B2", "b2.example"),
      OIDC_WORK_ROLES: "b=viewer",
      OIDC_WORK_SCOPES: "openid groups",
      OIDC_B2_NAME: "Second",
    };
    const { issuers, isOnly } = readConfig(env).oidc;
    expect(isOnly).toBe(true);
    expect(issuers).toMatchObject([
      { key: null, name: "Staff", issuer: SET.OIDC_ISSUER, roles: new Map([["a", "owner"]]) },
      {
        key: "work",
        name: "work.example",
        clientId: "work.example client",
        scopes: "openid groups",
        roles: new Map([["b", "viewer"]]),
      },
      { key: "b2", name: "Second", issuer: "https://b2.example", roles: null, scopes: "openid email profile" },
    ]);
  });

  test("named issuers need none without a name", () => {
    const { issuers } = readConfig({
      OIDC_ISSUERS: "work",
      ...named("WORK", "work.example"),
      GATEWAY_SIGN_IN: "oidc",
    }).oidc;
    expect(issuers.map(({ key }) => key)).toEqual(["work"]);
  });

  const LIST =
    "OIDC_ISSUERS must be a list such as staff,contractors: lower-case letters and digits, each name once, none of again, callback, logout.";
  test.each<[string, Environment, string]>([
    ["a name that is a path", { OIDC_ISSUERS: "callback" }, LIST],
    ["a name with other signs", { OIDC_ISSUERS: "Work" }, LIST],
    ["a name twice", { OIDC_ISSUERS: "work,work" }, LIST],
    [
      "a named issuer without its client",
      { OIDC_ISSUERS: "work", OIDC_WORK_ISSUER: "https://work.example" },
      "OIDC_WORK_ISSUER, OIDC_WORK_CLIENT_ID and OIDC_WORK_CLIENT_SECRET must be set together.",
    ],
    [
      "the same issuer twice",
      { ...SET, OIDC_ISSUERS: "work", ...named("WORK", "LOGIN.example/realms/staff"), OIDC_WORK_NAME: "Work" },
      "OIDC_WORK_ISSUER must differ from OIDC_ISSUER.",
    ],
    [
      "the same name on two buttons",
      { ...SET, OIDC_ISSUERS: "work", ...named("WORK", "work.example"), OIDC_WORK_NAME: "Login.example" },
      "OIDC_WORK_NAME must differ from OIDC_NAME.",
    ],
    [
      "an unknown role of a named issuer",
      { OIDC_ISSUERS: "work", ...named("WORK", "work.example"), OIDC_WORK_ROLES: "a=admin" },
      "OIDC_WORK_ROLES must be a list such as admins=owner,staff=viewer, each group once, with the roles viewer, operator, owner.",
    ],
    [
      "more issuers than are read",
      Object.assign(
        { OIDC_ISSUERS: Array.from({ length: 9 }, (_, at) => `i${at}`).join() },
        ...Array.from({ length: 9 }, (_, at) => named(`I${at}`, `i${at}.example`)),
      ),
      "At most 8 issuers can be set.",
    ],
  ])("%s stops the start", (_, env, error) => {
    expect(errorsOf(env)).toEqual([error]);
  });

  const TOGETHER = "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.";
  const ISSUER =
    "OIDC_ISSUER must be an https URL without credentials, query and fragment (http only to loopback hosts in development).";
  const ROLES =
    "OIDC_ROLES must be a list such as admins=owner,staff=viewer, each group once, with the roles viewer, operator, owner.";
  test.each<[string, Environment, string]>([
    ["an issuer without its client", { OIDC_ISSUER: SET.OIDC_ISSUER }, TOGETHER],
    ["a client without its issuer", CLIENT, TOGETHER],
    ["an issuer without TLS", { ...SET, OIDC_ISSUER: "http://login.example" }, ISSUER],
    [
      "a loopback issuer without TLS in production",
      { ...SET, OIDC_ISSUER: "http://localhost", GATEWAY_ENV: "production" },
      ISSUER,
    ],
    ["an issuer with a query", { ...SET, OIDC_ISSUER: "https://login.example/?a=1" }, ISSUER],
    ["an issuer with credentials", { ...SET, OIDC_ISSUER: "https://a:b@login.example" }, ISSUER],
    ["an unknown role", { ...SET, OIDC_ROLES: "a=admin" }, ROLES],
    ["a group twice", { ...SET, OIDC_ROLES: "a=viewer,a=owner" }, ROLES],
    ["a role without a group", { ...SET, OIDC_ROLES: "=owner" }, ROLES],
    [
      "joining without roles",
      { ...SET, OIDC_JOIN: "groups" },
      "OIDC_JOIN=groups needs OIDC_ROLES: they say who may join.",
    ],
    ["an unknown way to join", { ...SET, OIDC_JOIN: "everyone" }, "OIDC_JOIN must be invited or groups."],
    [
      "more groups than are read",
      { ...SET, OIDC_ROLES: Array.from({ length: 201 }, (_, at) => `g${at}=viewer`).join() },
      "OIDC_ROLES must have at most 200 groups.",
    ],
    [
      "more values of a second factor than are read",
      { ...SET, OIDC_SECOND_FACTOR: Array.from({ length: 201 }, (_, at) => `v${at}`).join() },
      "OIDC_SECOND_FACTOR must have at most 200 values.",
    ],
    ["scopes without openid", { ...SET, OIDC_SCOPES: "email" }, "OIDC_SCOPES must contain openid."],
    ["nothing but no issuer", { GATEWAY_SIGN_IN: "oidc" }, "GATEWAY_SIGN_IN=oidc needs OIDC_ISSUER."],
    ["an unknown way to sign out", { ...SET, OIDC_SIGN_OUT: "everywhere" }, "OIDC_SIGN_OUT must be here or issuer."],
    ["an unknown way to sign in", { ...SET, GATEWAY_SIGN_IN: "password" }, "GATEWAY_SIGN_IN must be all or oidc."],
    ["a long name", { ...SET, OIDC_NAME: "x".repeat(41) }, "OIDC_NAME must have at most 40 characters."],
  ])("%s stops the start", (_, env, error) => {
    expect(errorsOf(env)).toEqual([error]);
  });
});
