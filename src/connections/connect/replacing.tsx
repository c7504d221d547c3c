/** @jsxImportSource #pages */
// Asks whether another person's grant replaces the integration's, and takes the answer.
import type { Identity } from "../../foundation/db/schema/integrations.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { Button, Panel } from "../../web/pages/components.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import type { Page } from "../../web/pages/response.tsx";
import { filled, filledText } from "../../web/pages/texts.ts";
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

export async function questionPage(deps: Deps, session: SessionState, { browser, visit }: Visitor): Promise<Page> {
  const { texts } = visit;
  const provider = deps.registry.provider(session.provider);
  const opened = tryOpenReplacement(deps, session);
  if (!provider || !opened) return unknownLinkPage(texts);
  const party = await partyOf(deps, session, texts);
  const form = { action: pathFor(outcomePath(session.id), visit), formToken: browser.formToken(session.id) };
  return {
    title: filledText(texts.title_replace, { provider: provider.name }),
    style: styleOf(party),
    cookie: browser.cookie,
    body: <QuestionView {...{ party, provider, texts, form, opened }} />,
  };
}

interface QuestionProps {
  party: Party;
  provider: Provider;
  texts: Texts;
  form: FormTarget;
  opened: Replacement;
}

function QuestionView({ party, provider, texts, form, opened }: QuestionProps): Markup {
  const { replaces, grant } = opened;
  const [oldName, newName] = namesOf(replaces, grant.identity);
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
        <h1>{filledText(texts.title_replace, { provider: provider.name })}</h1>
        <p>{filled(texts.replace_question, names)}</p>
        <p class="muted">{filled(texts.replace_effect, names)}</p>
      </div>
      <div class="actions">
        <Form {...form}>
          <input type="hidden" name="replaces" value={replaces.id} />
          <Button kind="primary" name="action" value="keep">
            {texts.replace_keep}
          </Button>
          <Button kind="quiet" name="action" value="replace">
            {texts.replace_it}
          </Button>
        </Form>
      </div>
    </Panel>
  );
}

/** Two people, or two workspaces of one, that a reader can tell apart. */
function namesOf(old: Identity, fresh: Identity): [string, string] {
  const withWorkspace = ({ name, workspace }: Identity) =>
    workspace && workspace.name !== name ? `${name} (${workspace.name})` : name;
  const names: [string, string] = [withWorkspace(old), withWorkspace(fresh)];
  return names[0] === names[1] ? [`${names[0]} (${old.id})`, `${names[1]} (${fresh.id})`] : names;
}

/** Takes the answer; the first one counts, and every later one finds what came of it. */
export async function decideReplacement(
  deps: Deps,
  session: SessionState,
  { form, browser, initiator }: Omit<Visitor, "visit"> & { form: URLSearchParams; initiator: Initiator },
): Promise<void> {
  if (session.replacement === null) return;
  if (session.isOverdue) return void (await dropUnanswered(deps));
  if (form.get("action") !== "replace")
    return void (await dropReplacement(deps, session, "replacement_refused", initiator));
  const opened = tryOpenReplacement(deps, session);
  if (!opened) return void (await dropReplacement(deps, session, "server_error", initiator));
  const options = { browserHash: browser.hashes[0] ?? null, replaces: form.get("replaces") ?? undefined };
  if ((await saveGrant(deps, session, opened.grant, initiator, options)) !== null) return;
  // Answered in another tab meanwhile, or the account, the user or the client is gone.
  const current = await findOfBrowser(deps.database, session.id, browser.hashes);
  if (current?.isOverdue) await dropUnanswered(deps);
  else if (current?.replacement === session.replacement)
    await dropReplacement(deps, current, "session_ended", initiator);
}
