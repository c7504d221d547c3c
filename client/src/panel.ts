// <gateway-integrations>: one account's integrations in a frame of the gateway, for a partner's page.

/** `popup_blocked` and `not_connected` come from the panel itself; after any other, there is no panel. */
export type PanelErrorCode =
  | "invalid_options"
  | "network"
  | "origin_not_allowed"
  | "refused_frame"
  | "token_unknown"
  | "token_expired"
  | "token_revoked"
  | "token_used"
  | "too_many_requests"
  | "popup_blocked"
  | "not_connected";

export interface PanelConnected {
  provider: string;
  sessionId: string;
  /** Where the panel session was made with `confirm`: have your back end confirm it. */
  confirmToken: string | null;
}

export interface PanelDisconnected {
  provider: string;
}

export interface PanelError {
  code: PanelErrorCode;
  /** For you, in English; the customer reads the panel. */
  message: string;
  provider: string | null;
  /** Of `not_connected`: the error of the connect session, such as access_denied. */
  reason: string | null;
  /** Loads the panel again; after an error of the token, set a new one first. */
  retry: () => void;
}

export interface PanelResize {
  /** Pixels. */
  height: number;
}

export interface PanelEventMap {
  connected: CustomEvent<PanelConnected>;
  disconnected: CustomEvent<PanelDisconnected>;
  error: CustomEvent<PanelError>;
  resize: CustomEvent<PanelResize>;
}

/** Attributes of the element, for typed templates. */
export interface PanelAttributes {
  token?: string;
  lang?: string;
  theme?: "auto" | "light" | "dark";
  /** `#rrggbb`, with enough contrast on white. */
  accent?: string;
  /** Pixels, 0 to 24. */
  radius?: string;
  font?: "system" | "humanist" | "rounded" | "serif" | "mono";
  /** Pixels after which the panel scrolls, 200 to 10000. */
  "max-height"?: string;
}

export interface GatewayIntegrationsElement extends HTMLElement {
  /** Loads the panel again, with the attributes of now. */
  reload(): void;
  addEventListener<Name extends keyof PanelEventMap>(
    type: Name,
    listener: (event: PanelEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

const LOADING_MS = 20_000;
const START_HEIGHT = 320;
const MAX_HEIGHT = 4_000;
const LOOK = ["theme", "accent", "radius", "font"] as const;
const OBSERVED = ["token", "lang", ...LOOK];

/** Defines the element once; `gateway` is the gateway's address. */
export function definePanel(gateway: string): void {
  if (customElements.get("gateway-integrations")) return;
  customElements.define("gateway-integrations", elementOf(new URL(gateway).origin));
}

function elementOf(gateway: string) {
  return class extends HTMLElement {
    static observedAttributes = OBSERVED;
    /** It stays in the script: a token that is found in the page later opens nothing. */
    #opener = randomSecret();
    #frame: HTMLIFrameElement | null = null;
    #loading: AbortController | null = null;
    #isQueued = false;

    connectedCallback() {
      this.reload();
    }

    disconnectedCallback() {
      this.#clear();
    }

    attributeChangedCallback(name: string, before: string | null, now: string | null) {
      if (before === now || !this.isConnected) return;
      if (name === "token") this.#opener = randomSecret();
      this.reload();
    }

    /** Once for all attributes that change together. */
    reload() {
      if (this.#isQueued) return;
      this.#isQueued = true;
      queueMicrotask(() => {
        this.#isQueued = false;
        if (this.isConnected) this.#load();
      });
    }

    #clear() {
      this.#loading?.abort();
      this.#loading = null;
      this.#frame?.remove();
      this.#frame = null;
    }

    #fail(code: PanelErrorCode, message: string, more: Partial<PanelError> = {}) {
      this.#send("error", { provider: null, reason: null, ...more, code, message, retry: () => this.reload() });
    }

    #send(type: string, detail: unknown) {
      this.dispatchEvent(new CustomEvent(type, { detail }));
    }

    async #load() {
      this.#clear();
      const loading = new AbortController();
      this.#loading = loading;
      const token = this.getAttribute("token");
      if (!token) return;
      const refusal = await refusalOf(gateway, token, this.#opener, loading.signal);
      if (loading.signal.aborted) return;
      if (refusal) return this.#fail(refusal.code, refusal.message);
      this.#open(token, loading);
    }

    #open(token: string, loading: AbortController) {
      const frame = document.createElement("iframe");
      this.#frame = frame;
      frame.title = this.getAttribute("aria-label") ?? "Connections";
      frame.name = `gateway-panel-${randomSecret()}`;
      frame.style.cssText = `display:block;width:100%;height:${START_HEIGHT}px;border:0;color-scheme:normal`;
      this.append(frame);
      // A browser says nothing of a page that it does not show in a frame.
      const wait = setTimeout(() => {
        this.#clear();
        this.#fail("refused_frame", REFUSED);
      }, LOADING_MS);
      loading.signal.addEventListener("abort", () => clearTimeout(wait));
      const onMessage = ({ origin, source, data }: MessageEvent) => {
        if (origin !== gateway || source !== frame.contentWindow) return;
        if (data?.type === "gateway.panel.ready") clearTimeout(wait);
        this.#hear(frame, data);
      };
      addEventListener("message", onMessage, { signal: loading.signal });
      submit(`${gateway}/panel`, frame.name, { token, opener: this.#opener, origin: location.origin, ...this.#look() });
    }

    #hear(frame: HTMLIFrameElement, data: Record<string, unknown>) {
      if (data?.type === "gateway.panel.resize" && Number.isFinite(data.height)) {
        const height = Math.min(Math.max(Number(data.height), 0), this.#maxHeight());
        frame.style.height = `${height}px`;
        this.#send("resize", { height });
      }
      if (data?.type !== "gateway.panel.event") return;
      const detail = (data.detail ?? {}) as Record<string, string | null>;
      if (data.event === "connected" || data.event === "disconnected") this.#send(data.event, detail);
      if (data.event === "error") this.#fail(detail.code as PanelErrorCode, detail.message ?? "", detail as object);
    }

    #maxHeight(): number {
      const wanted = Number(this.getAttribute("max-height") ?? MAX_HEIGHT);
      return wanted >= 200 && wanted <= 10_000 ? wanted : MAX_HEIGHT;
    }

    /** Attributes, else custom properties such as `--gateway-accent`; the gateway validates both. */
    #look(): Record<string, string> {
      const style = getComputedStyle(this);
      const look = LOOK.map((name) => [
        name,
        this.getAttribute(name) ?? style.getPropertyValue(`--gateway-${name}`).trim(),
      ]);
      return Object.fromEntries(
        [...look, ["lang", this.getAttribute("lang") ?? ""]].map(([n, v]) => [n, v?.slice(0, 40)]),
      );
    }
  };
}

const REFUSED =
  "The panel did not load in its frame: this page's policy (frame-src, form-action), or a page around it, may not allow the gateway's.";

const TOO_MANY = "Too many requests come from this network. Call retry() in a minute.";

/** 256 random bits in base64url. */
function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}

/** Why the panel cannot be shown here; null where it can. */
async function refusalOf(gateway: string, token: string, opener: string, signal: AbortSignal) {
  try {
    const response = await fetch(`${gateway}/panel/check`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, opener }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(LOADING_MS)]),
    });
    if (response.status >= 500) return network();
    if (response.status === 429) return { code: "too_many_requests" as const, message: TOO_MANY };
    if (!response.ok) return { code: "token_unknown" as const, message: "The gateway does not accept the token." };
    const { data } = await response.json();
    const { error, error_description } = data.refusal ?? {};
    return error ? { code: error as PanelErrorCode, message: error_description as string } : null;
  } catch {
    return network();
  }
}

const network = () => ({
  code: "network" as const,
  message:
    "The gateway cannot be reached, or this page's policy (connect-src) keeps it out. Call retry() to try again.",
});

/** By a form: the token is in no address, and so in no log and no history. */
function submit(action: string, target: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action, target, hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
