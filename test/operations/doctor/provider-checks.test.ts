// The lines of providers: a placeholder in place of an OAuth app is not one that people can connect with.
import { expect, test } from "bun:test";
import type { Config } from "../../../src/foundation/config/config.ts";
import { providerChecks } from "../../../src/operations/doctor/provider-checks.ts";
import { acme } from "../../support/acme.ts";

const linesOf = (clientId: string) => {
  const config = { provider: () => ({ clientId, clientSecret: "secret" }) } as unknown as Pick<Config, "provider">;
  return providerChecks({ config, plugins: [acme], errors: new Map(), entered: new Set() }).map(
    ({ message }) => message,
  );
};

test("an OAuth app is set up, and a placeholder is not said to be one", () => {
  expect(linesOf("9f8e7d")).toEqual(["Acme is set up"]);
  expect(linesOf("your-client-id")).toEqual([]);
});
