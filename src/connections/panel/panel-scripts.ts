// The script of a panel's frame.
import { assetPath, scriptAsset } from "../../web/pages/assets.ts";
import panel from "./scripts/panel.browser.js" with { type: "text" };

const PANEL = scriptAsset("panel", panel);

export const PANEL_ASSETS = [PANEL];
export const PANEL_SCRIPT = assetPath(PANEL);
