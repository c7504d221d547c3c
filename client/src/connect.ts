// Connects a provider from the partner's page in a browser: opens the gateway's connect page in a pop-up or a frame.

export interface ConnectOptions {
  /** `connect_url` of a session with `"page": true`, or what fetches it once the pop-up is open, so that no browser blocks it. */
  url?: string | (() => string | Promise<string>);
  /** In place of `url`: the last part of `connect_url`. */
  token?: string;
  /** With `token`: the gateway's address. /connect.js knows it already. */
  baseUrl?: string;
  mode?: "popup" | "frame";
  /** Where the frame goes; required for `frame`, and its page's origin must be among the redirect origins. */
  container?: Element;
  /** en, de, fr, es, pt or ja; the browser's own unless said. */
  lang?: string;
  /** 30 minutes, as long as a session lasts, unless said. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** What came of the session; a refusal at the provider is an outcome too, with `error`. */
export interface ConnectOutcome {
  status: "success" | "error";
  provider: string | null;
  sessionId: string;
  accountId: string | null;
  externalId: string | null;
  /** Where the session asked for one: have your back end confirm it. */
  confirmToken: string | null;
  /** access_denied where the person said no. */
  error: string | null;
  errorDescription: string | null;
}

/** `origin_not_allowed`: the message names what is to be added to the redirect origins before a frame is shown. */
export type ConnectErrorCode =
  | "invalid_options"
  | "blocked"
  | "closed"
  | "origin_not_allowed"
  | "refused_frame"
  | "timed_out"
  | "aborted";

/** No outcome came. */
export class ConnectError extends Error {
  override name = "ConnectError";
  readonly code: ConnectErrorCode;
  constructor(code: ConnectErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The outcome of a window that has closed itself can arrive after it is gone: it counts as closed at the second look. */
const CHECK_MS = 1_500;
const FRAME_MS = 20_000;
const SESSION_MS = 30 * 60_000;

/** Opens the page and resolves with its outcome; call it in the handler of a click. */
export async function connect(options: ConnectOptions): Promise<ConnectOutcome> {
  const { mode = "popup", container, signal } = options;
  if (signal?.aborted) throw aborted();
  if (mode === "popup") return viaPopUp(options);
  if (!container) throw new ConnectError("invalid_options", "A frame needs `container`, the element to show it in.");
  return viaFrame(options, container);
}

async function viaPopUp(options: ConnectOptions): Promise<ConnectOutcome> {
  const left = window.screenX + Math.max(0, (window.outerWidth - 520) / 2);
  // Opened before anything is awaited: browsers allow it in the handler of a click alone.
  const popUp = window.open("", "_blank", `popup,width=520,height=720,left=${left}`);
  if (!popUp) throw new ConnectError("blocked", "The browser blocked the pop-up: call connect() in a click's handler.");
  try {
    const url = await pageUrl(options, "popup");
    popUp.location.replace(url);
    return await outcomeFrom(popUp, url.origin, options, (end) => {
      let wasClosed = false;
      const watch = setInterval(async () => {
        if (!wasClosed) {
          wasClosed = popUp.closed;
          return;
        }
        const outcome = await finalOutcome(url);
        if (outcome) return end(outcome);
        // Some providers' pages cut the window off, so that it seems closed: then this page has not got the focus back.
        if (document.hasFocus()) end(closed());
      }, CHECK_MS);
      return () => clearInterval(watch);
    });
  } catch (error) {
    popUp.close();
    throw error;
  }
}

async function viaFrame(options: ConnectOptions, container: Element): Promise<ConnectOutcome> {
  const url = await pageUrl(options, "frame");
  const frame = document.createElement("iframe");
  frame.title = "Connect an account";
  frame.style.cssText = "width:100%;height:460px;border:0";
  frame.src = url.href;
  container.append(frame);
  try {
    return await outcomeFrom(frame.contentWindow as Window, url.origin, options, (end, onReady) => {
      const wait = setTimeout(() => end(refusedFrame()), FRAME_MS);
      onReady(() => clearTimeout(wait));
      // A browser tells nobody that it shows an error in place of the page.
      frameRefusal(url).then((refusal) => refusal && end(refusal));
      return () => clearTimeout(wait);
    });
  } catch (error) {
    frame.remove();
    throw error;
  }
}

type End = (result: ConnectOutcome | ConnectError) => void;
type Watch = (end: End, onReady: (then: () => void) => void) => () => void;

/** Waits for the outcome of this window and this origin; messages of any other are ignored. */
function outcomeFrom(source: Window, origin: string, options: ConnectOptions, watch: Watch): Promise<ConnectOutcome> {
  const { signal, timeoutMs = SESSION_MS } = options;
  return new Promise<ConnectOutcome>((resolve, reject) => {
    let ready = () => {};
    const end: End = (result) => {
      removeEventListener("message", onMessage);
      signal?.removeEventListener("abort", onAbort);
      clearTimeout(timeout);
      stop();
      if (result instanceof ConnectError) reject(result);
      else resolve(result);
    };
    const onAbort = () => end(aborted());
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== source) return;
      if (event.data?.type === "gateway.connect.ready") ready();
      if (event.data?.type === "gateway.connect.outcome") end(outcomeOf(event.data));
    };
    const timeout = setTimeout(() => end(timedOut()), timeoutMs);
    const stop = watch(end, (then) => {
      ready = then;
    });
    addEventListener("message", onMessage);
    signal?.addEventListener("abort", onAbort);
  });
}

/** Of a session that has ended, without the confirm token; null while it has not, and for a page of another origin. */
async function finalOutcome(url: URL): Promise<ConnectOutcome | null> {
  const outcome = (await ask(url, "outcome"))?.outcome;
  return outcome ? outcomeOf(outcome) : null;
}

/** Why this page cannot show the link in a frame; null where it can, and where the gateway cannot be asked. */
async function frameRefusal(url: URL): Promise<ConnectError | null> {
  const refusal = (await ask(url, "frame"))?.refusal;
  return refusal ? new ConnectError(refusal.error, refusal.error_description) : null;
}

async function ask({ origin, pathname }: URL, what: string) {
  try {
    const at = pathname.replace(/[^/]*$/, (token) => `${what}/${token}`);
    return (await (await fetch(origin + at)).json()).data;
  } catch {
    return null;
  }
}

function outcomeOf(message: Record<string, unknown>): ConnectOutcome {
  const text = (name: string) => (typeof message[name] === "string" ? message[name] : null);
  return {
    status: message.status === "success" ? "success" : "error",
    provider: text("provider"),
    sessionId: text("session_id") ?? "",
    accountId: text("account_id"),
    externalId: text("external_id"),
    confirmToken: text("confirm_token"),
    error: text("error"),
    errorDescription: text("error_description"),
  };
}

async function pageUrl(options: ConnectOptions, window: string): Promise<URL> {
  const { url: given, token, baseUrl, lang } = options;
  const base = baseUrl?.replace(/\/+$/, "");
  const text = typeof given === "function" ? await given() : (given ?? (base && token && `${base}/connect/${token}`));
  if (!text || !/^https?:/.test(text) || !URL.canParse(text))
    throw new ConnectError("invalid_options", "connect() needs `url`, the connect_url, or `token` and `baseUrl`.");
  const url = new URL(text);
  url.searchParams.set("window", window);
  if (lang) url.searchParams.set("lang", lang);
  return url;
}

const closed = () => new ConnectError("closed", "The pop-up was closed before there was an outcome.");
const aborted = () => new ConnectError("aborted", "The signal aborted the connect.");
const timedOut = () => new ConnectError("timed_out", "There was no outcome in time.");
const refusedFrame = () =>
  new ConnectError(
    "refused_frame",
    "The page did not load in the frame: this page's policy, or a page around it, may not allow the gateway's.",
  );
