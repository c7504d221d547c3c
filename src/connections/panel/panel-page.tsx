/** @jsxImportSource #pages */
// The panel of a session: what it shows, and what its buttons do.
import { AppError } from "../../foundation/errors.ts";
import { findAccount } from "../../identity/accounts/store.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { findBrand } from "../../identity/partners/store.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import type { Page } from "../../web/pages/response.tsx";
import { filled, filledText } from "../../web/pages/texts.ts";
import { canConnect } from "../connect/authorize.ts";
import { disconnect } from "../connect/disconnect.ts";
import { asSession } from "../connect/model.ts";
import type { PageBrowser } from "../connect/page-browser.ts";
import { pathFor } from "../connect/page-request.ts";
import { reasonOf } from "../connect/page-texts.ts";
import { listSessionsOf, startConnect } from "../connect/start.ts";
import type { IntegrationRef } from "../integrations/reference.ts";
import { viewIntegrations } from "../integrations/service.ts";
import { refusalOf } from "./admission.ts";
import { lookOf } from "./look.ts";
import panelSheet from "./panel.css" with { type: "text" };
import type { Act, PanelVisit } from "./panel-request.ts";
import { PANEL_SCRIPT } from "./panel-scripts.ts";
import type { PanelTexts } from "./panel-texts.ts";
import { AskView, EndedView, ListView, type PanelEvent, type PanelProps, type Row } from "./panel-view.tsx";
import type { PanelRefusal, PanelSession } from "./store.ts";

/** A request to a panel whose session, element and origin are known. */
export interface PanelCall extends PanelVisit {
  session: PanelSession;
  form: URLSearchParams;
  /** The origin of the partner's page. */
  origin: string;
  formToken: string;
  initiator: Initiator;
}

const STYLE = panelSheet
  .split("\n")
  .map((line) => line.trim())
  .filter((line) => !line.startsWith("/*"))
  .join("");

const ownerOf = ({ userId, accountId }: PanelSession) => ({ userId, accountId });

export async function panelPage(deps: Deps, call: PanelCall, act: Act): Promise<Page> {
  const rows = await rowsOf(deps, call.session);
  const row = rows.find((one) => one.provider.id === act.provider && one.connection === act.connection);
  if (row && act.kind === "ask_disconnect") return askPage(deps, call, row);
  if (row && act.kind === "disconnect") {
    if (!isNamed(row.provider, call.form.get("typed"))) return askPage(deps, call, row, { isWrong: true });
    return disconnectRow(deps, call, row);
  }
  return listPage(deps, call, rows, await outcomeOf(deps, call, rows));
}

/** What the session offers and can be connected, and what is connected already. */
async function rowsOf(deps: Deps, session: PanelSession): Promise<Row[]> {
  const owner = ownerOf(session);
  const integrations = Map.groupBy(await viewIntegrations(deps, owner), ({ provider }) => provider);
  const ids = session.providers ?? [...deps.registry.providers.keys()];
  const rows: Row[] = [];
  for (const provider of ids.flatMap((id) => deps.registry.provider(id) ?? [])) {
    const own = integrations.get(provider.id) ?? [];
    for (const integration of own)
      rows.push({ provider, integration, connection: own.length > 1 ? integration.name : null });
    if (own.length === 0 && (await canConnect(deps, owner, provider)))
      rows.push({ provider, integration: null, connection: null });
  }
  return rows;
}

/** Upper and lower case count as the same: the name is to be read, not copied exactly. */
const isNamed = ({ name }: Provider, typed: string | null) =>
  typed !== null && typed.trim().toLowerCase() === name.toLowerCase();

async function disconnectRow(deps: Deps, call: PanelCall, { provider, integration, connection }: Row): Promise<Page> {
  // The second of two clicks finds nothing to disconnect, and says the same.
  const isDone =
    integration !== null && (await isDisconnected(deps, call, { provider: provider.id, name: connection }));
  const events: PanelEvent[] = isDone ? [{ type: "disconnected", detail: { provider: provider.id } }] : [];
  const text = filledText(call.texts.disconnected, { provider: provider.name });
  return listPage(deps, call, await rowsOf(deps, call.session), { events, notice: { tone: "good", text } });
}

async function isDisconnected(deps: Deps, { session, initiator }: PanelCall, ref: IntegrationRef): Promise<boolean> {
  try {
    await disconnect(deps, ownerOf(session), ref, initiator);
    return true;
  } catch (error) {
    // Another request was faster: what the person wants has happened.
    if (error instanceof AppError && error.code === "INTEGRATION_NOT_FOUND") return false;
    throw error;
  }
}

type Outcome = Partial<Pick<PanelProps, "events" | "notice" | "awaited">>;

/** What came of the window of a provider; with `reported`, the partner's page knows it already. */
async function outcomeOf(deps: Deps, call: PanelCall, rows: readonly Row[]): Promise<Outcome> {
  const { session, form, texts, visit } = call;
  const row = rows.find(({ provider }) => provider.id === form.get("awaited"));
  if (!row) return {};
  const [latest] = (await listSessionsOf(deps, ownerOf(session))).filter(
    (one) => one.provider === row.provider.id && Date.parse(one.created_at) >= session.createdAt.getTime(),
  );
  if (!latest || latest.status === "pending") return { awaited: row.provider.id };
  const names = { provider: row.provider.name, partner: <bdi>{(await partyOf(deps, call)).partner}</bdi> };
  const isReported = form.get("reported") === "1";
  const detail = { provider: row.provider.id, sessionId: latest.session_id };
  if (latest.status === "completed") {
    const text = row.integration?.status === "pending" ? texts.to_confirm : texts.connected;
    return {
      notice: { tone: "good", text: filled(text, names) },
      events: isReported ? [] : [{ type: "connected", detail: { ...detail, confirmToken: null } }],
    };
  }
  const reason = latest.error ?? latest.status;
  const failed = { code: "not_connected", provider: row.provider.id, reason, message: "It was not connected." };
  return {
    notice: { tone: "warning", text: [filled(texts.failed, names), " ", reasonOf(visit.texts, reason, names)] },
    events: isReported ? [] : [{ type: "error", detail: failed }],
  };
}

async function partyOf(deps: Pick<Deps, "database">, { session, visit }: Pick<PanelCall, "session" | "visit">) {
  const { profileName, name, color } = await findBrand(deps.database, session.userId);
  const account = await findAccount(deps.database, session.userId, session.accountId);
  return {
    partner: name ?? profileName ?? new URL(session.redirectUrl).host,
    account: account?.displayName ?? account?.externalId ?? visit.texts.an_account,
    color,
  };
}

async function frameOf(deps: Deps, call: PanelCall, { events = [], notice = null, awaited = null }: Outcome) {
  const { form, session, origin, formToken, texts, visit } = call;
  const { partner, account, color } = await partyOf(deps, call);
  const look = lookOf((name) => form.get(name), color);
  const lang: Record<string, string> = visit.chosenLang === null ? {} : { lang: visit.chosenLang };
  const fields = { session: session.id, origin, form_token: formToken, ...lang, ...look.fields };
  // Said once, when the panel is opened.
  const reported = form.has("token") ? look.errors : [];
  const ofLook = reported.map(
    (message): PanelEvent => ({
      type: "error",
      detail: { code: "invalid_options", provider: null, reason: null, message },
    }),
  );
  const page = {
    style: STYLE + look.style,
    script: PANEL_SCRIPT,
    framedBy: [origin],
    ...(look.theme && { theme: look.theme }),
  };
  const props: PanelProps = {
    ...{ texts, lang: visit.lang, partner, account, fields, to: origin, notice, awaited },
    events: [...ofLook, ...events],
  };
  return { page, props };
}

async function listPage(deps: Deps, call: PanelCall, rows: readonly Row[], outcome: Outcome): Promise<Page> {
  const { page, props } = await frameOf(deps, call, outcome);
  return { ...page, title: call.texts.title, body: <ListView {...props} rows={rows} /> };
}

async function askPage(
  deps: Deps,
  call: PanelCall,
  { provider, integration, connection }: Row,
  { isWrong = false } = {},
) {
  if (!integration) return listPage(deps, call, await rowsOf(deps, call.session), {});
  const { page, props } = await frameOf(deps, call, {});
  const title = filledText(call.texts.disconnect_title, { provider: provider.name });
  return { ...page, title, body: <AskView {...props} {...{ provider, integration, connection, isWrong }} /> };
}

/** Replaces a panel that can no longer be used: the person reads that it has ended, the partner's page why. */
export function endedPage(texts: PanelTexts, { refusal, origin }: { refusal: PanelRefusal; origin: string }): Page {
  const { error, error_description } = refusalOf(refusal);
  const detail = { code: error, provider: null, reason: null, message: error_description };
  const events = [{ type: "error" as const, detail }];
  return {
    title: texts.ended,
    status: 403,
    errorCode: "PERMISSION_DENIED",
    style: STYLE,
    script: PANEL_SCRIPT,
    framedBy: [origin],
    body: <EndedView texts={texts} to={origin} events={events} />,
  };
}

/** Starts a connect that only this browser can finish, and returns its page for the window that asked. */
export async function connectPath(
  deps: Deps,
  { session, initiator, visit }: PanelCall,
  { provider, connection }: { provider: string; connection: string | null },
  browser: PageBrowser,
): Promise<string> {
  if (session.providers && !session.providers.includes(provider))
    throw new AppError("PERMISSION_DENIED", "This panel does not offer the provider. Open the panel again.");
  const body = {
    ...{ provider, page: true, redirect_url: session.redirectUrl, confirm: session.confirm },
    ...(connection !== null && { connection }),
  };
  const started = await startConnect(deps, ownerOf(session), body, initiator, browser.hashes[0] ?? null);
  return pathFor(new URL(asSession(started).connect_url).pathname, visit);
}
