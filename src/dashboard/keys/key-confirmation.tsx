/** @jsxImportSource #pages */
// The pages before a key begins, or stops, to let the person confirm what destroys something.

import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { changeOwnKey } from "../../identity/keys/own-keys.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { confirmationPages } from "../confirm.tsx";
import { done } from "../notice.tsx";
import type { Dashboard } from "../pages.tsx";
import { KEYS_PATH } from "../paths.ts";
import { type ActingUser, initiatorOf, type PageRequest } from "../visit.ts";
import { maskedKey } from "./key-form.tsx";

const params = t.Object({ id: t.String({ format: "uuid", description: "The key's id." }) });
const callerOf = (visit: PageRequest) => (visit.user as ActingUser).caller;

/** A page for each of the two, since a stale one must not do the opposite of what it shows. */
export function keyConfirmationPages(dashboard: Dashboard): PublicRoute[] {
  const { deps } = dashboard;
  const pagesOf = (id: string, name: string, isOn: boolean) =>
    confirmationPages(dashboard, {
      ...{ id, path: `${KEYS_PATH}/{id}/${name}`, params, access: "user", role: "admin", needsRecentSignIn: true },
      ask: (visit) => askAbout(dashboard, visit, isOn),
      async act(visit) {
        const change = { id: visit.params.id as string, body: { confirm_destructive: isOn } };
        await changeOwnKey(deps, callerOf(visit), change, initiatorOf(visit));
        const text = isOn
          ? "The key asks before destructive calls now."
          : "The key no longer asks before destructive calls.";
        const undo = { action: `${KEYS_PATH}/${change.id}/${isOn ? "stop-asking" : "ask-first"}` };
        return done(KEYS_PATH, text, { undo });
      },
    });
  return [...pagesOf("key_ask_first", "ask-first", true), ...pagesOf("key_stop_asking", "stop-asking", false)];
}

async function askAbout({ api }: Dashboard, visit: PageRequest, isOn: boolean) {
  const key = await api.call(visit, "get_key", { params: { id: visit.params.id as string } });
  if (key.revoked_at !== null) throw new AppError("CONFLICT", "The key is already revoked.");
  return {
    title: isOn ? "Ask before destructive calls?" : "Stop asking before destructive calls?",
    button: isOn ? "Ask first" : "Stop asking",
    back: KEYS_PATH,
    body: (
      <>
        <p>
          <bdi class="strong">{key.name ?? "Without a name"}</bdi> <code>{maskedKey(key)}</code>
        </p>
        <p>
          {isOn
            ? "Its destructive calls (delete, cancel, archive) then run only in AI clients over MCP, after you confirm. Callers that cannot ask you, such as programs over HTTP, are refused."
            : "Its calls can then delete, cancel and archive without your confirmation, also over HTTP."}
        </p>
      </>
    ),
  };
}
