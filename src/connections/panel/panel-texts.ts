// The texts of the panel in each language; TypeScript refuses a language that lacks one of them.
import type { PageLanguage } from "../../web/pages/language.ts";
import de from "./texts/de.json" with { type: "json" };
import en from "./texts/en.json" with { type: "json" };
import es from "./texts/es.json" with { type: "json" };
import fr from "./texts/fr.json" with { type: "json" };
import ja from "./texts/ja.json" with { type: "json" };
import pt from "./texts/pt.json" with { type: "json" };

export type PanelTexts = typeof en;

export const PANEL_TEXTS: Readonly<Record<PageLanguage, PanelTexts>> = { en, de, fr, es, pt, ja };
