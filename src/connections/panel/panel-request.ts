// What a panel's form sends: who opens it, how it is to look, and what the person wants.
import { chooseLanguage } from "../../web/pages/texts.ts";
import type { ConnectPageRequest } from "../connect/page-request.ts";
import { LANGS, TEXTS } from "../connect/page-texts.ts";
import { PANEL_TEXTS, type PanelTexts } from "./panel-texts.ts";

/** How the panel is to look, as the partner's page says; each form of the panel sends it on. */
export const LOOK_FIELDS = ["lang", "theme", "accent", "radius", "font"] as const;

export interface PanelVisit {
  /** Language and texts of the connect page, which the panel's window shows. */
  visit: ConnectPageRequest;
  texts: PanelTexts;
}

export function panelVisit(request: Request, form: URLSearchParams): PanelVisit {
  const wanted = form.get("lang") || null;
  const lang = chooseLanguage(request, wanted, LANGS);
  const chosenLang = wanted === null ? null : lang;
  return { visit: { window: "frame_popup", lang, texts: TEXTS[lang], chosenLang }, texts: PANEL_TEXTS[lang] };
}

/** What a button asks for: `connect:google`. */
export type Act =
  | { kind: "connect" | "ask_disconnect" | "disconnect"; provider: string }
  | { kind: "show"; provider: null };

const ACT = /^(connect|ask_disconnect|disconnect):([a-z0-9_-]{1,64})$/;

export function actIn(form: URLSearchParams): Act {
  const [, kind, provider] = ACT.exec(form.get("act") ?? "") ?? [];
  if (provider === undefined) return { kind: "show", provider: null };
  return { kind: kind as "connect" | "ask_disconnect" | "disconnect", provider };
}
