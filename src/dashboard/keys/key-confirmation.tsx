/** @jsxImportSource #pages */
// The pages before a key begins, or stops, to let the person confirm what destroys something, or to record evidence.

import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import type { ChangeKeyBody } from "../../identity/keys/model.ts";
import { changeOwnKey } from "../../identity/keys/own-keys.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { done } from "../notice.tsx";
import type { Dashboard } from "../pages.tsx";
import { KEYS_PATH } from "../paths.ts";
import { type ActingUser, initiatorOf, type PageRequest } from "../visit.ts";
import { evidenceNote, maskedKey } from "./key-form.tsx";

const params = t.Object({ id: t.String({ format: "uuid", description: "The key's id." }) });
const callerOf = (visit: PageRequest) => (visit.user as ActingUser).caller;

interface Change {
  title: string;
  button: string;
  body: ChangeKeyBody;
  text: string;
  /** What the page says after it. */
  done: string;
  /** The last segment of the page that takes it back. */
  opposite: string;
}

/** A page for each direction, since a stale one must not do the opposite of what it shows. */
export function keyConfirmationPages(dashboard: Dashboard): PublicRoute[] {
  const { deps } = dashboard;
  const pagesOf = (id: string, name: string, changeOf: () => Change) =>
    confirmationPages(dashboard, {
      ...{ id, path: `${KEYS_PATH}/{id}/${name}`, params, access: "user", role: "admin", needsRecentSignIn: true },
      ask: (visit) => askAbout(dashboard, visit, changeOf()),
      async act(visit) {
        const id = visit.params.id as string;
        const change = changeOf();
        await changeOwnKey(deps, callerOf(visit), { id, body: change.body }, initiatorOf(visit));
        return done(KEYS_PATH, change.done, { undo: { action: `${KEYS_PATH}/${id}/${change.opposite}` } });
      },
    });
  return [
    ...pagesOf("key_ask_first", "ask-first", askFirst),
    ...pagesOf("key_stop_asking", "stop-asking", stopAsking),
    ...pagesOf("key_record_evidence", "record-evidence", () => ({
      title: tr("Record what its calls send and get?"),
      button: tr("Record"),
      body: { record_evidence: true },
      text: evidenceNote(deps.config.evidenceDays),
      done: tr("Calls with this key are recorded now."),
      opposite: "stop-recording",
    })),
    ...pagesOf("key_stop_recording", "stop-recording", () => ({
      title: tr("Stop recording what its calls send and get?"),
      button: tr("Stop recording"),
      body: { record_evidence: false },
      text: tr("What is recorded already stays until its days are over."),
      done: tr("Calls with this key are no longer recorded."),
      opposite: "record-evidence",
    })),
  ];
}

const askFirst = (): Change => ({
  title: tr("Ask before destructive calls?"),
  button: tr("Ask first"),
  body: { confirm_destructive: true },
  text: tr(
    "Its calls that delete, cancel, archive or spend money then run only after you confirm: in a form of an AI client, or on the page Approvals. Raw requests and files that would do so are refused.",
  ),
  done: tr("The key asks before destructive calls now."),
  opposite: "stop-asking",
});

const stopAsking = (): Change => ({
  title: tr("Stop asking before destructive calls?"),
  button: tr("Stop asking"),
  body: { confirm_destructive: false },
  text: tr("Its calls can then delete, cancel, archive and spend money without your confirmation."),
  done: tr("The key no longer asks before destructive calls."),
  opposite: "ask-first",
});

async function askAbout({ api }: Dashboard, visit: PageRequest, { title, button, text }: Change) {
  const key = await api.call(visit, "get_key", { params: { id: visit.params.id as string } });
  if (key.revoked_at !== null) throw new AppError("CONFLICT", "The key is already revoked.");
  return {
    title,
    button,
    back: KEYS_PATH,
    body: (
      <>
        <p>
          <bdi class="strong">{key.name ?? tr("Without a name")}</bdi> <code>{maskedKey(key)}</code>
        </p>
        <p>{text}</p>
      </>
    ),
  };
}
