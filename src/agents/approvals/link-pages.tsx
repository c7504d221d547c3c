/** @jsxImportSource #pages */
// What a link that decides shows: a button to begin with, the call, and what was decided; in the look of the connect page.
import { styleOf } from "../../connections/connect/page-party.ts";
import { Brandmark, Pair, type Party, PartyName } from "../../connections/connect/page-views.tsx";
import { findAccount } from "../../identity/accounts/store.ts";
import { findBrand } from "../../identity/partners/store.ts";
import { findById } from "../../identity/users/store.ts";
import type { Deps } from "../../server/deps.ts";
import { Button, Message, Panel } from "../../web/pages/components.tsx";
import { TextField } from "../../web/pages/fields.tsx";
import { type Child, type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { englishLang, rich, tr } from "../../web/pages/messages.ts";
import type { Page } from "../../web/pages/response.tsx";
import type { OpenLink } from "./links.ts";
import { MAX_NOTE, type State } from "./model.ts";
import type { ApprovalRow } from "./store.ts";
import { detailOf, effectSentences, stateAt } from "./view.ts";

/** For a browser to which the link is not bound yet: nothing of the call, since programs open links as well. */
export const continuePage = (action: string): Page => ({
  title: tr("A call waits for your decision"),
  body: (
    <Message tone="neutral" icon="shield" title={tr("A call waits for your decision")}>
      <p class="muted">{tr("Continue in the browser in which you will decide. The link then works only there.")}</p>
      <form method="post" action={action} class="stack">
        <Button kind="primary" name="action" value="continue">
          {tr("Continue")}
        </Button>
      </form>
    </Message>
  ),
});

const said = (title: string, text: string, refusal: Pick<Page, "status" | "errorCode">): Page => ({
  ...refusal,
  title,
  body: (
    <Message tone="warning" title={title}>
      <p class="muted">{text}</p>
    </Message>
  ),
});

/** The same page for every link that cannot be used, so that it says nothing of others. */
export const overPage = (): Page =>
  said(
    tr("This link can no longer be used"),
    tr("It has expired, or its call was decided. Ask the sender for a new link if you still need one."),
    { status: 404, errorCode: "NOT_FOUND" },
  );

export const elsewherePage = (): Page =>
  said(
    tr("This link was opened elsewhere"),
    tr(
      "It works only in the browser in which somebody continued first. If that was not you, tell the sender and ask for a new link.",
    ),
    { status: 403, errorCode: "PERMISSION_DENIED" },
  );

interface Target {
  action: string;
  formToken: string;
  /** A note that was not taken. */
  refusedNote?: string;
}

/** The call with the form that decides it, or what was decided. */
export async function decidePage(
  deps: Pick<Deps, "database" | "vault" | "clock" | "registry" | "baseUrl">,
  { link, approval }: OpenLink,
  target: Target,
): Promise<Page> {
  const party = await partyOf(deps, approval);
  const style = styleOf(party);
  const status = stateAt(approval, deps.clock.now());
  if (status !== "pending") return { ...outcomePage(status), style };
  const detail = detailOf(deps, approval, null);
  const provider = deps.registry.provider(approval.provider);
  return {
    title: detail.title,
    style,
    body: (
      <Panel>
        <div class="centred">
          {provider ? (
            <Pair party={party} provider={provider} />
          ) : (
            <div class="pair">
              <Brandmark party={party} />
            </div>
          )}
          <h1 lang={englishLang()}>{detail.title}</h1>
          {effectSentences(deps, approval).map((sentence) => (
            <p class="muted">{tr(sentence)}</p>
          ))}
        </div>
        <ul class="list">
          {factsOf(party, approval).map(([name, value]) => (
            <Entry name={name} value={value} />
          ))}
        </ul>
        <Arguments of={detail.arguments} isCut={detail.arguments_truncated} />
        <DecideForm target={target} />
        <p class="foot">
          {link.name === null ? NOTHING : <>{rich("This link is for {name}.", { name: <bdi>{link.name}</bdi> })} </>}
          {tr("Decide only if you know why you got it. Nothing is sent before you approve.")}
        </p>
      </Panel>
    ),
  };
}

function factsOf(party: Party, approval: ApprovalRow): [string, Child][] {
  const { agent, callerName, identity } = approval;
  const asks = agent ?? callerName;
  return [
    ...(asks === null ? [] : [[tr("Requested by"), <bdi>{asks}</bdi>] as [string, Child]]),
    [tr("Account"), <bdi>{party.forWhom}</bdi>],
    ...(party.partner ? [[tr("On behalf of"), <PartyName party={party} />] as [string, Child]] : []),
    [tr("At the provider"), <bdi>{identity}</bdi>],
  ];
}

const Entry = ({ name, nameLang, value }: { name: Child; nameLang?: string; value: Child }): Markup => (
  <li class="entry">
    <div>
      <p class="muted small" lang={nameLang}>
        {name}
      </p>
      <p class="lines">{value}</p>
    </div>
  </li>
);

/** Each with its own name, a text as it is: who decides need not read JSON. */
function Arguments({ of, isCut }: { of: Readonly<Record<string, unknown>> | null; isCut: boolean }): Markup {
  const entries = Object.entries(of ?? {});
  return (
    <>
      <h2 class="actions">{tr("What it would send")}</h2>
      {entries.length === 0 ? <p class="muted">{tr("Nothing but the request itself.")}</p> : NOTHING}
      <ul class="list">
        {entries.map(([name, value]) => (
          <Entry name={<code>{name}</code>} value={<bdi>{textOf(value)}</bdi>} />
        ))}
      </ul>
      {isCut ? <p class="muted small">{tr("Parts are left out because of their size.")}</p> : NOTHING}
    </>
  );
}

/** Characters of JSON that stand in one line. */
const SHORT = 60;

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const short = JSON.stringify(value);
  return short.length <= SHORT ? short : JSON.stringify(value, null, 2);
}

const DecideForm = ({ target: { action, formToken, refusedNote } }: { target: Target }): Markup => (
  <form method="post" action={action} class="stack actions">
    <input type="hidden" name="form_token" value={formToken} />
    <TextField
      name="note"
      label={tr("Note, if you want to add one")}
      maxLength={MAX_NOTE}
      autocomplete="off"
      value={refusedNote}
      error={
        refusedNote === undefined ? null : tr("A note is one line of at most {most} characters.", { most: MAX_NOTE })
      }
    />
    <Button kind="primary" name="action" value="approve">
      {tr("Approve the call")}
    </Button>
    <Button kind="quiet" name="action" value="deny">
      {tr("Deny it")}
    </Button>
  </form>
);

function outcomePage(status: State): Page {
  if (status === "expired") return overPage();
  const isDenied = status === "denied";
  const title = isDenied ? tr("Denied") : tr("Approved");
  return {
    title,
    body: (
      <Message tone={isDenied ? "neutral" : "good"} icon={isDenied ? "cross" : "check"} title={title}>
        <p class="muted">{isDenied ? tr("The call is never made.") : tr("The gateway makes the call once.")}</p>
        <p class="muted">{tr("You can close this page.")}</p>
      </Message>
    ),
  };
}

/** Who is behind the call: a partner for one of its accounts, with its brand, or the user. */
async function partyOf({ database, baseUrl }: Pick<Deps, "database" | "baseUrl">, row: ApprovalRow): Promise<Party> {
  const returnHost = new URL(baseUrl).host;
  const { userId, accountId } = row;
  if (accountId === null) {
    const user = await findById(database, userId);
    return { partner: null, name: returnHost, forWhom: user?.email ?? row.identity, externalId: null, returnHost };
  }
  const { profileName, ...brand } = await findBrand(database, userId);
  const account = await findAccount(database, userId, accountId);
  const externalId = account?.externalId ?? null;
  const forWhom = account?.displayName ?? externalId ?? row.identity;
  return { partner: brand, name: brand.name ?? profileName ?? returnHost, forWhom, externalId, returnHost };
}
