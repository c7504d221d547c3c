/** @jsxImportSource #pages */
// Which mails a person gets, and the link in a mail that switches its kind off.

import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { OPTIONAL_KINDS, type OptionalKind } from "../../identity/notifications/kinds.ts";
import { listSwitchedOff, switchKind } from "../../identity/notifications/store.ts";
import { MAILS_PATH, readUnsubscribe, UNSUBSCRIBE_PATH } from "../../identity/notifications/unsubscribe.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { Button, Notice } from "../../web/pages/components.tsx";
import { Check } from "../../web/pages/fields.tsx";
import { type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import type { Dashboard, View } from "../pages.tsx";
import { openRoute, sheetPage } from "../sign-in/sign-in-routes.tsx";
import type { PageRequest } from "../visit.ts";

const LINK_PATH = `${UNSUBSCRIBE_PATH}/{token}`;
const params = t.Object({ token: t.String({ maxLength: 300, description: "Names a person and a kind of mail." }) });

const WORDS: Record<OptionalKind, { title: Message; detail: Message }> = {
  connection: {
    title: message("Ended connections"),
    detail: message(
      "A connection has expired or was revoked. At most one mail an hour for each team in which you may reconnect.",
    ),
  },
  accounts: {
    title: message("Ended connections of customers"),
    detail: message("For partners: how many accounts' connections have ended, once a day."),
  },
  quota: {
    title: message("Used quota"),
    detail: message(
      "80 % of a day's or a month's calls are used. For owners and admins of a team, once for each day or month.",
    ),
  },
};

export function mailsPages(dashboard: Dashboard): PublicRoute[] {
  const { deps, page, form } = dashboard;
  return [
    page({ id: "mails", path: MAILS_PATH, access: "person", show: (visit) => choices(dashboard, visit) }),
    form({
      id: "mails",
      path: MAILS_PATH,
      access: "person",
      async submit({ person }, sent) {
        const wanted = sent.getAll("kind");
        for (const kind of OPTIONAL_KINDS) await switchKind(deps.database, person.id, kind, wanted.includes(kind));
        return done(MAILS_PATH, tr("Saved. It holds for all mails that are made from now on."));
      },
    }),
    ...linkRoutes(dashboard),
  ];
}

async function choices({ deps }: Dashboard, visit: PageRequest): Promise<View> {
  const off = await listSwitchedOff(deps.database, visit.person.id);
  return {
    title: tr("Mails"),
    lead: rich("What the gateway writes to {address}.", { address: <bdi>{visit.person.email}</bdi> }),
    body: (
      <>
        {deps.mails.isOn ? null : (
          <Notice tone="neutral">
            {tr("The operator has not set up mail, so that none is sent. Your choice is stored for later.")}
          </Notice>
        )}
        <form method="post" action={MAILS_PATH} class="fields">
          <FormToken visit={visit} />
          <p>
            {rich(
              "<b>Sign-in from a new browser</b> is always on: anyone who has taken over a session could otherwise hide it from you. Nobody else in a team can change your choice.",
              { b: (inner) => <span class="strong">{inner}</span> },
            )}
          </p>
          {OPTIONAL_KINDS.map((kind) => (
            <Check name="kind" value={kind} isChecked={!off.includes(kind)}>
              <span>
                <span class="strong">{tr(WORDS[kind].title)}</span>
                <br />
                <span class="muted small">{tr(WORDS[kind].detail)}</span>
              </span>
            </Check>
          ))}
          <div class="form-foot">
            <Button kind="primary">{tr("Save")}</Button>
          </div>
        </form>
      </>
    ),
  };
}

/** The link needs no sign-in, and programs open links: only POST changes something (RFC 8058, section 3.2). */
function linkRoutes({ deps }: Dashboard): PublicRoute[] {
  const chosen = ({ params: { token = "" } }: PublicRequest) => {
    const found = readUnsubscribe(deps, token);
    if (!found)
      throw new AppError("NOT_FOUND", "This link is not one of ours. Sign in and choose under Settings, Mails.");
    return { ...found, title: tr(WORDS[found.kind].title) };
  };
  return [
    openRoute(
      deps,
      { id: "page_unsubscribe", method: "GET", path: LINK_PATH, params, strangers: "unknown_link" },
      async (call) => {
        const { title } = chosen(call);
        return sheetPage(
          tr("Stop these mails"),
          <form method="post" class="fields">
            <h1>{tr("Stop these mails?")}</h1>
            <p>{tr("You will no longer get mails of this kind: {title}.", { title })}</p>
            <Button kind="primary">{tr("Stop them")}</Button>
          </form>,
        );
      },
    ),
    openRoute(
      deps,
      { id: "form_unsubscribe", method: "POST", path: LINK_PATH, params, strangers: "unknown_link" },
      async (call) => {
        const { personId, kind, title } = chosen(call);
        await switchKind(deps.database, personId, kind, false);
        return sheetPage(
          tr("Mails stopped"),
          <>
            <h1>{tr("These mails have stopped")}</h1>
            <p>{tr("You no longer get mails of this kind: {title}.", { title })}</p>
            <p>
              <a href={MAILS_PATH}>{tr("Sign in to switch them on again")}</a>
            </p>
          </>,
        );
      },
    ),
  ];
}
