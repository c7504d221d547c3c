// The scripts of a session's page, in a pop-up and in a frame.
import { assetPath, scriptAsset } from "../../web/pages/assets.ts";
import frame from "./scripts/frame.browser.js" with { type: "text" };
import popUp from "./scripts/pop-up.browser.js" with { type: "text" };

const POP_UP = scriptAsset("connect-pop-up", popUp);
const FRAME = scriptAsset("connect-frame", frame);

export const CONNECT_ASSETS = [POP_UP, FRAME];
export const POP_UP_SCRIPT = assetPath(POP_UP);
export const FRAME_SCRIPT = assetPath(FRAME);
