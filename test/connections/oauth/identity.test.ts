// The identity of who granted access is stored only as text that both databases accept.
import { describe, expect, test } from "bun:test";
import { storableIdentity } from "../../../src/connections/oauth/identity.ts";

describe("an identity", () => {
  test("keeps its ids; in its names, characters that databases refuse are replaced", () => {
    expect(storableIdentity({ id: "7", name: "Ada\u0000 \ud800", workspace: { id: "w", name: "\udc00" } })).toEqual({
      id: "7",
      name: "Ada\ufffd \ufffd",
      workspace: { id: "w", name: "\ufffd" },
    });
    expect(storableIdentity({ id: "7", name: "" })).toEqual({ id: "7", name: "" });
  });

  test.each(["", "7\u0000", "\ud800"])("with the id %j is an error of the provider", (id) => {
    expect(() => storableIdentity({ id, name: "Ada" })).toThrow("an id that cannot be stored");
    expect(() => storableIdentity({ id: "7", name: "Ada", workspace: { id, name: "" } })).toThrow(
      "an id that cannot be stored",
    );
  });
});
