// For every test: passwords are hashed cheaply, and each response that its API document does not describe fails the test.
import { afterEach } from "bun:test";
import { holding, misfits } from "./held-to-document.ts";
import "./passwords.ts";

holding.isOn = true;

afterEach(() => {
  const found = misfits.splice(0);
  if (found.length > 0) throw new Error(`Responses do not fit the API document:\n${[...new Set(found)].join("\n")}`);
});
