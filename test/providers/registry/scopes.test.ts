// Scopes and permissions: what a grant covers, what a permission lacks, and what connect asks for.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { OAuth, Provider } from "../../../src/plugin/index.ts";
import {
  coveredScopes,
  defaultScopes,
  missingScopes,
  narrowedScopes,
  permissionsOf,
  scopesOf,
} from "../../../src/providers/registry/scopes.ts";
import { acmePlugin } from "../../support/acme-plugin.ts";

const acme = acmePlugin();
const withImplies = (implies: Record<string, readonly string[]>): Provider => ({
  ...acme,
  auth: { oauth2: { ...(acme.auth.oauth2 as OAuth), implies } },
});

describe("scopes", () => {
  test.each<[granted: string[], covered: string[]]>([
    [[], []],
    [["items.read"], ["items.read"]],
    [["items.write"], ["items.read", "items.write"]],
    [["items"], ["items", "items.read", "items.write"]],
    [["all"], ["all", "items", "items.read", "items.write", "openid"]],
    [
      ["people", "unknown"],
      ["people", "unknown"],
    ],
  ])("a grant of %j covers %j", (granted, covered) => {
    expect([...coveredScopes(acme, granted)].sort()).toEqual(covered);
  });

  test("S-13: a permission lacks the scopes that the grant covers neither itself nor through a broader scope", () => {
    expect(missingScopes(acme, "items.write", [])).toEqual(["items.read", "items.write"]);
    expect(missingScopes(acme, "items.write", ["items.read"])).toEqual(["items.write"]);
    for (const granted of ["items.write", "items", "all"])
      expect(missingScopes(acme, "items.write", [granted])).toEqual([]);
    expect(missingScopes(acme, "people.read", ["all"])).toEqual(["people"]);
    expect(missingScopes(acme, "items.write", ["items.rea", "items.read.x", "ITEMS"])).toHaveLength(2);
  });

  test("a permission without scopes lacks none", () => {
    expect(missingScopes(acme, "status.read", [])).toEqual([]);
  });

  test("scopes that imply each other do not loop", () => {
    const round = withImplies({ a: ["b"], b: ["c"], c: ["a"], d: ["d"] });
    expect([...coveredScopes(round, ["b"])].sort()).toEqual(["a", "b", "c"]);
    expect([...coveredScopes(round, ["d"])]).toEqual(["d"]);
  });

  test("coverage is idempotent and monotonic", () => {
    const scope = fc.constantFrom("a", "b", "c", "d", "e", "f");
    fc.assert(
      fc.property(
        fc.dictionary(scope, fc.array(scope, { maxLength: 3 })),
        fc.array(scope),
        fc.array(scope),
        (implies, granted, more) => {
          const provider = withImplies(implies);
          const covered = coveredScopes(provider, granted);
          expect(coveredScopes(provider, [...covered])).toEqual(covered);
          for (const each of covered)
            for (const narrower of implies[each] ?? []) expect(covered.has(narrower)).toBe(true);
          const wider = coveredScopes(provider, [...granted, ...more]);
          expect([...covered].filter((each) => !wider.has(each))).toEqual([]);
        },
      ),
    );
  });

  test("permissions come in declared order, each with its scopes; an unknown one has none", () => {
    expect(permissionsOf(acme)).toEqual(["items.read", "items.write", "people.read", "status.read"]);
    expect(scopesOf(acme, "items.write")).toEqual(["items.read", "items.write"]);
    for (const unknown of ["items.delete", "nothing.read", "items", ""]) expect(scopesOf(acme, unknown)).toEqual([]);
  });

  test("connect requests the scopes of identity, services and operator, each once", () => {
    expect(defaultScopes(acme)).toEqual(["openid", "items.read", "items.write", "people"]);
    expect(defaultScopes(acme, ["people", "extra"])).toEqual([
      "openid",
      "items.read",
      "items.write",
      "people",
      "extra",
    ]);
    const { identityScopes: _none, ...oauth } = acme.auth.oauth2 as OAuth;
    expect(defaultScopes({ ...acme, auth: { oauth2: oauth } })).toEqual(["items.read", "items.write", "people"]);
  });

  test("the default scopes of connect cover every permission", () => {
    for (const permission of permissionsOf(acme))
      expect(missingScopes(acme, permission, defaultScopes(acme))).toEqual([]);
  });
});

describe("a token response with less scope", () => {
  const names = ["openid", "all", "items", "items.read", "items.write", "people", "reports"];
  const lists = fc.uniqueArray(fc.constantFrom(...names));
  const allowed = (scopes: readonly string[]) =>
    new Set(permissionsOf(acme).filter((permission) => missingScopes(acme, permission, scopes).length === 0));

  test("S-13: leaves the permissions that both the grant and the response cover, and the scopes that none needs", () => {
    fc.assert(
      fc.property(lists, lists, (granted, returned) => {
        const left = narrowedScopes(acme, granted, returned);
        for (const permission of permissionsOf(acme)) {
          const needed = scopesOf(acme, permission);
          const covers = (scopes: string[]) => needed.every((scope) => coveredScopes(acme, scopes).has(scope));
          expect([permission, allowed(left).has(permission)]).toEqual([
            permission,
            covers(granted) && covers(returned),
          ]);
        }
        expect(left.filter((scope) => ["openid", "reports"].includes(scope))).toEqual(
          granted.filter((scope) => ["openid", "reports"].includes(scope)),
        );
        // No scope is new, and a second response of the same kind changes nothing more.
        for (const scope of left) expect(coveredScopes(acme, granted)).toContain(scope);
        expect(narrowedScopes(acme, left, returned)).toBe(left);
      }),
    );
  });

  test.each<[granted: string[], returned: string[], left: string[]]>([
    [["openid", "items.read", "people"], ["items.write"], ["openid", "items.read"]],
    [
      ["all", "people"],
      ["items", "people"],
      ["items.read", "items.write", "people"],
    ],
    [["items"], [], []],
    [["items.read"], ["all"], ["items.read"]],
  ])("of %j after %j is %j", (granted, returned, left) => {
    expect([...narrowedScopes(acme, granted, returned)].sort()).toEqual(left.sort());
  });
});
