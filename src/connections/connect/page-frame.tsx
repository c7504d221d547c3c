/** @jsxImportSource #pages */
// A link in a frame: only pages of origins that the session's partner has registered may show it, and others learn why not.

import { findRedirectOrigins } from "../../identity/partners/store.ts";
import type { Deps } from "../../server/deps.ts";
import type { Page } from "../../web/pages/response.tsx";
import { expiredLinkPage, framedPage, unknownLinkPage } from "./message-pages.tsx";
import { FrameView } from "./page-frame-view.tsx";
import { offeredProviders, partyOf, styleOf } from "./page-party.ts";
import { linkOutcomePath, linkPath } from "./page-paths.ts";
import { type ConnectPageRequest, pathFor } from "./page-request.ts";
import { FRAME_SCRIPT } from "./page-scripts.ts";
import { originOf } from "./redirect.ts";
import type { SessionState } from "./store.ts";

/** Why no page of an origin can show the link in a frame. */
export interface FrameRefusal {
  error: "origin_not_allowed" | "refused_frame";
  error_description: string;
}

/** For a page of this origin, whose browser shows nothing of the link then; null where it can show it. */
export async function frameRefusal(
  deps: Pick<Deps, "database">,
  session: SessionState | null,
  origin: string,
): Promise<FrameRefusal | null> {
  if (!session)
    return { error: "refused_frame", error_description: "This link does not exist. Start a new connect session." };
  const registered = await findRedirectOrigins(deps.database, session.userId);
  // The frame tells its outcome only to redirect_url's origin.
  const missing = [...new Set([origin, originOf(session.redirectUrl)])].filter((one) => !registered.includes(one));
  if (missing.length > 0) return { error: "origin_not_allowed", error_description: notRegistered(missing) };
  if (!session.isExpired) return null;
  return { error: "refused_frame", error_description: "The link has expired. Start a new connect session." };
}

function notRegistered(origins: readonly string[]): string {
  const [are, them] = origins.length === 1 ? ["is", "it"] : ["are", "them"];
  return (
    `${origins.join(" and ")} ${are} not among your redirect origins, so browsers show no frame: ` +
    `add ${them} with PUT /api/v1/redirect-origins, or at the dashboard's page "Connect page".`
  );
}

/** It sets no cookie, since browsers keep none of a frame's: the window that it opens is the one that consents (S-16). */
export async function framedLink(
  deps: Deps,
  session: SessionState | null,
  { token, visit }: { token: string; visit: ConnectPageRequest },
): Promise<Page> {
  const { texts } = visit;
  if (!session) return unknownLinkPage(texts);
  const to = originOf(session.redirectUrl);
  const framedBy = await findRedirectOrigins(deps.database, session.userId);
  // Without a list any site could be named as the origin.
  if (!framedBy.includes(to)) return framedPage(texts);
  if (session.isExpired) return { framedBy, ...expiredLinkPage(texts) };
  const providers = offeredProviders(deps, session);
  const provider = providers.length === 1 ? (providers[0] ?? null) : null;
  const party = await partyOf(deps, session, texts);
  const windowPath = pathFor(linkPath(token), { ...visit, window: "frame_popup" });
  return {
    title: texts.title_choice,
    style: styleOf(party),
    script: FRAME_SCRIPT,
    framedBy,
    body: <FrameView {...{ party, texts, provider, windowPath, to }} outcomePath={linkOutcomePath(token)} />,
  };
}
