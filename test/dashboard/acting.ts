// A signed-in person with a key of the user's, who sends forms from wherever they are.
import type { TestGateway } from "../support/gateway.ts";
import { type Fields, type PageResponse, type SignedIn, signedIn } from "./browser.ts";

export interface Acting extends SignedIn {
  /** Of the user, for calls over the API. */
  key: string;
  /** Sends a form to `path` with the session's token, which is the same on every page. */
  submit(path: string, fields: Fields): Promise<PageResponse>;
}

export async function acting(gateway: TestGateway, options: { partner?: boolean } = {}): Promise<Acting> {
  const person = await signedIn(gateway, options);
  const permissions = ["*", "gateway:partner.manage"];
  const made = await gateway.admin("POST", "/keys", { user: person.userId, permissions });
  if (made.status !== 200) throw new Error(`making a key answered ${made.status}: ${made.text}`);
  return { ...person, key: made.json.data.key, submit: (path, fields) => person.submit(path, fields, "/") };
}
