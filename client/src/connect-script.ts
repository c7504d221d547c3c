// What the gateway serves as /connect.js: `gateway.connect()` and <gateway-integrations> for pages that load it with a script tag.
import { type ConnectOptions, connect } from "./connect.ts";
import { definePanel } from "./panel.ts";

const script = document.currentScript;
const baseUrl = script instanceof HTMLScriptElement ? new URL(".", script.src).href : undefined;

/** The script's own host is the gateway, unless the call names another. */
const here = (options: ConnectOptions) => connect({ baseUrl, ...options });
Object.assign(globalThis, { gateway: { connect: here } });
if (baseUrl) definePanel(baseUrl);
