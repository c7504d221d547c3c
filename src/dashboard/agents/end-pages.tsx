/** @jsxImportSource #pages */
// The pages before agent sessions end: one with those below it, all of the user, or all of one account.
import { Type as t } from "@sinclair/typebox";
import { endAllSessions } from "../../agents/sessions/own-sessions.ts";
import { AppError } from "../../foundation/errors.ts";
import type { AccountRef } from "../../identity/owner.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { accountNameOf } from "../account-name.ts";
import { confirmationPages } from "../confirm.tsx";
import { type Done, done } from "../notice.tsx";
import type { Dashboard } from "../pages.tsx";
import { AGENTS_PATH } from "../paths.ts";
import { type ActingUser, initiatorOf, type PageRequest } from "../visit.ts";
import { sessionName } from "./session-views.tsx";

export const sessionParams = t.Object({ id: t.String({ format: "uuid", description: "The agent session's id." }) });

/** As for keys: who may give access away may also end it for others. */
export const AGENTS_ROLE = "admin" as const;

export const endSessionPages = (dashboard: Dashboard): PublicRoute[] => {
  const { api } = dashboard;
  const sessionOf = (visit: PageRequest) =>
    api.call(visit, "get_agent_session", { params: { id: visit.params.id as string } });
  return confirmationPages(dashboard, {
    id: "end_agent_session",
    path: `${AGENTS_PATH}/sessions/{id}/end`,
    access: "user",
    role: AGENTS_ROLE,
    params: sessionParams,
    async ask(visit) {
      const session = await sessionOf(visit);
      if (session.status !== "active") throw new AppError("CONFLICT", "The agent session has ended already.");
      return {
        title: tr("End this session?"),
        button: tr("End the session"),
        isDangerous: true,
        back: AGENTS_PATH,
        body: (
          <>
            <p>
              <bdi class="strong">{sessionName(session)}</bdi>
            </p>
            <p>
              {tr(
                "Its calls are refused within a second, on every replica, and so are those of the sessions below it. Its key, your connections and the call log are kept. The agent needs a new session to go on.",
              )}
            </p>
          </>
        ),
      };
    },
    async act(visit) {
      const session = await sessionOf(visit);
      await api.call(visit, "revoke_agent_session", { params: { id: session.id } });
      return done(AGENTS_PATH, tr("{name} has ended. Its calls are now refused.", { name: sessionName(session) }));
    },
  });
};

/** The sessions of the user with its accounts, or of one account. */
export const endAllPages = (dashboard: Dashboard): PublicRoute[] => [
  ...confirmationPages(dashboard, {
    ...{ id: "end_all_agent_sessions", path: `${AGENTS_PATH}/end-all`, access: "user", role: AGENTS_ROLE },
    ask: async () => endAllQuestion(null),
    act: (visit) => endAll(dashboard, visit, null),
  }),
  ...confirmationPages(dashboard, {
    ...{ id: "end_account_agent_sessions", path: `${AGENTS_PATH}/end-all/{account}`, role: AGENTS_ROLE },
    access: "partner",
    params: t.Object({
      account: t.String({ maxLength: 320, description: "The account: its external_id, or its id." }),
    }),
    ask: async (visit) => endAllQuestion(await accountMeant(dashboard, visit)),
    act: async (visit) => endAll(dashboard, visit, await accountMeant(dashboard, visit)),
  }),
];

const accountMeant = ({ deps }: Dashboard, { user, params }: PageRequest) =>
  deps.accounts.require((user as ActingUser).id, accountNameOf(params.account as string));

const endAllQuestion = (account: AccountRef | null) => ({
  title: account ? tr("End all sessions of this account?") : tr("End all sessions?"),
  button: tr("End them all"),
  isDangerous: true,
  back: AGENTS_PATH,
  body: (
    <>
      <p>
        {account
          ? rich("All agent sessions of {account}.", { account: <bdi class="strong">{account.externalId}</bdi> })
          : tr("All agent sessions of yours, and of your connected accounts.")}
      </p>
      <p>
        {tr(
          "Their calls are refused within a second, on every replica. Programs with your keys can make new sessions: revoke a key to prevent that.",
        )}
      </p>
    </>
  ),
});

async function endAll({ deps }: Dashboard, visit: PageRequest, account: AccountRef | null): Promise<Done> {
  const scope = { userId: (visit.user as ActingUser).id, accountId: account?.id ?? null };
  const count = await endAllSessions(deps, scope, initiatorOf(visit));
  return done(
    AGENTS_PATH,
    tr("{count, plural, =0 {No session was active.} one {1 session has ended.} other {# sessions have ended.}}", {
      count,
    }),
  );
}
