// What a panel's form sends: the language of its texts, and what the person wants.
import { pageLanguageOf } from "../../web/pages/language.ts";
import type { ConnectPageRequest } from "../connect/page-request.ts";
import { TEXTS } from "../connect/page-texts.ts";
import { PANEL_TEXTS, type PanelTexts } from "./panel-texts.ts";

export interface PanelVisit {
  /** Language and texts of the connect page, which the panel's window shows. */
  visit: ConnectPageRequest;
  texts: PanelTexts;
}

export function panelVisit(request: Request, form: URLSearchParams): PanelVisit {
  const wanted = form.get("lang") || null;
  const lang = pageLanguageOf(request, wanted);
  const chosenLang = wanted === null ? null : lang;
  return { visit: { window: "frame_popup", lang, texts: TEXTS[lang], chosenLang }, texts: PANEL_TEXTS[lang] };
}

/** What a button asks for: `connect:google`, or `connect:google/work` where there are several connections. */
export type Act =
  | { kind: "connect" | "ask_disconnect" | "disconnect"; provider: string; connection: string | null }
  | { kind: "show"; provider: null; connection: null };

const ACT = /^(connect|ask_disconnect|disconnect):([a-z0-9_-]{1,64})(?:\/([a-z0-9_.-]{1,64}))?$/;

export function actIn(form: URLSearchParams): Act {
  const [, kind, provider, connection = null] = ACT.exec(form.get("act") ?? "") ?? [];
  if (provider === undefined) return { kind: "show", provider: null, connection: null };
  return { kind: kind as "connect" | "ask_disconnect" | "disconnect", provider, connection };
}
