/** @jsxImportSource #pages */
// Asks whether another person's grant replaces the integration's, and takes the answer.
import type { Identity } from "../../foundation/db/schema/integrations.ts";
import { isConnectionName } from "../../foundation/schema/connection-name.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { Button, Panel } from "../../web/pages/components.tsx";
import { TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import type { Page } from "../../web/pages/response.tsx";
import { filled, filledText } from "../../web/pages/texts.ts";
import { findConnections } from "../integrations/store.ts";
import { unknownLinkPage } from "./message-pages.tsx";
import type { PageBrowser } from "./page-browser.ts";
import { partyOf, styleOf } from "./page-party.ts";
import { outcomePath } from "./page-paths.ts";
import { type ConnectPageRequest, pathFor } from "./page-request.ts";
import type { Texts } from "./page-texts.ts";
import { Form, type FormTarget, Pair, type Party } from "./page-views.tsx";
import { dropReplacement, dropUnanswered, type Replacement, tryOpenReplacement } from "./replacement.ts";
import { saveGrant } from "./save-session-grant.ts";
import { findOfBrowser, type SessionState } from "./store.ts";

interface Visitor {
  browser: PageBrowser;
  visit: ConnectPageRequest;
}

/** The page with its choices; `wrong` is a name that was sent, and what is wrong with it. */
export async function questionPage(
  deps: Deps,
  session: SessionState,
  { browser, visit }: Visitor,
  wrong: { name: string; error: string } | null = null,
): Promise<Page> {
  const { texts } = visit;
  const provider = deps.registry.provider(session.provider);
  const opened = tryOpenReplacement(deps, session);
  if (!provider || !opened) return unknownLinkPage(texts);
  const party = await partyOf(deps, session, texts);
  const form = { action: pathFor(outcomePath(session.id), visit), formToken: browser.formToken(session.id) };
  return {
    title: titleOf(texts, provider, opened),
    style: styleOf(party),
    cookie: browser.cookie,
    ...(wrong !== null && { status: 400, errorCode: "VALIDATION_ERROR" as const }),
    body: <QuestionView {...{ party, provider, texts, form, opened, wrong }} />,
  };
}

const titleOf = (texts: Texts, provider: Provider, { replaces }: Replacement): string =>
  filledText(replaces === null ? texts.title_add : texts.title_replace, { provider: provider.name });

interface QuestionProps {
  party: Party;
  provider: Provider;
  texts: Texts;
  form: FormTarget;
  opened: Replacement;
  wrong: { name: string; error: string } | null;
}

function QuestionView({ party, provider, texts, form, opened, wrong }: QuestionProps): Markup {
  const { replaces, grant, suggestedName } = opened;
  const [oldName, newName] = replaces === null ? ["", textOf(grant.identity)] : namesOf(replaces, grant.identity);
  const names = {
    old: <bdi class="strong">{oldName}</bdi>,
    new: <bdi class="strong">{newName}</bdi>,
    account: <bdi class="strong">{party.forWhom}</bdi>,
    provider: provider.name,
  };
  return (
    <Panel>
      <div class="centred">
        <Pair party={party} provider={provider} />
        <h1>{titleOf(texts, provider, opened)}</h1>
        <p>{filled(replaces === null ? texts.add_question : texts.replace_question, names)}</p>
        <p class="muted">{filled(texts.add_effect, names)}</p>
        {replaces === null ? null : <p class="muted">{filled(texts.replace_effect, names)}</p>}
      </div>
      <div class="actions">
        <Form {...form}>
          <input type="hidden" name="replaces" value={replaces?.id} />
          <Button kind="primary" name="action" value="keep">
            {replaces === null ? texts.add_nothing : texts.replace_keep}
          </Button>
          {replaces === null ? null : (
            <Button kind="quiet" name="action" value="replace">
              {texts.replace_it}
            </Button>
          )}
        </Form>
        <Form {...form}>
          <TextField
            name="connection"
            label={texts.add_name}
            hint={texts.add_name_hint}
            value={wrong?.name ?? suggestedName}
            maxLength={64}
            autocomplete="off"
            error={wrong?.error ?? null}
            isRequired
          />
          <Button kind="quiet" name="action" value="add">
            {texts.add_it}
          </Button>
        </Form>
      </div>
    </Panel>
  );
}

const textOf = ({ name, workspace }: Identity): string =>
  workspace && workspace.name !== name ? `${name} (${workspace.name})` : name;

/** Two people, or two workspaces of one, that a reader can tell apart. */
function namesOf(old: Identity, fresh: Identity): [string, string] {
  const names: [string, string] = [textOf(old), textOf(fresh)];
  return names[0] === names[1] ? [`${names[0]} (${old.id})`, `${names[1]} (${fresh.id})`] : names;
}

/** What is wrong with the name that the form gives a further connection; null where nothing is. */
export async function nameError(
  deps: Pick<Deps, "database">,
  session: SessionState,
  { form, visit: { texts } }: { form: URLSearchParams; visit: ConnectPageRequest },
): Promise<{ name: string; error: string } | null> {
  const name = nameToAdd(form);
  if (name === null) return null;
  if (!isConnectionName(name)) return { name: name.slice(0, 64), error: texts.add_name_wrong };
  const { provider, identity } = session;
  const other = (await findConnections(deps.database.orm, session, { provider })).find((row) => row.name === name);
  return other && other.identityId !== identity?.id ? { name, error: texts.add_name_taken } : null;
}

/** The name that a further connection is to have; null where the form asks for none. */
const nameToAdd = (form: URLSearchParams): string | null =>
  form.get("action") === "add" ? (form.get("connection") ?? "").trim().toLowerCase() : null;

function decisionIn(form: URLSearchParams) {
  const adds = nameToAdd(form);
  if (adds !== null) return { adds };
  return form.get("action") === "replace" ? { replaces: form.get("replaces") ?? "" } : null;
}

/** Takes the answer; the first one counts, and every later one finds what came of it. */
export async function decideReplacement(
  deps: Deps,
  session: SessionState,
  { form, browser, initiator }: Omit<Visitor, "visit"> & { form: URLSearchParams; initiator: Initiator },
): Promise<void> {
  if (session.replacement === null) return;
  if (session.isOverdue) return void (await dropUnanswered(deps));
  const decision = decisionIn(form);
  if (decision === null) return void (await dropReplacement(deps, session, "replacement_refused", initiator));
  const opened = tryOpenReplacement(deps, session);
  if (!opened) return void (await dropReplacement(deps, session, "server_error", initiator));
  const options = { browserHash: browser.hashes[0] ?? null, decision };
  if ((await saveGrant(deps, session, opened.grant, initiator, options)) !== null) return;
  // Answered in another tab meanwhile, or the account, the user or the client is gone.
  const current = await findOfBrowser(deps.database, session.id, browser.hashes);
  if (current?.isOverdue) await dropUnanswered(deps);
  else if (current?.replacement === session.replacement)
    await dropReplacement(deps, current, "session_ended", initiator);
}
