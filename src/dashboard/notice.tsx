/** @jsxImportSource #pages */
// What the page after a form says of what the form has done: once, with the way to take it back or to go on.
import { noticeContext } from "../foundation/vault/sealing-contexts.ts";
import { DecryptionError } from "../foundation/vault/vault.ts";
import type { Deps } from "../server/deps.ts";
import { sealedCookie } from "../web/pages/browser.ts";
import { Notice } from "../web/pages/components.tsx";
import type { Markup } from "../web/pages/jsx-runtime.ts";
import { tr } from "../web/pages/messages.ts";
import { FormToken } from "./form-token.tsx";
import type { PageRequest } from "./visit.ts";

export interface DoneNotice {
  /** One or two sentences: what is done, and what follows from it. */
  text: string;
  /** A link to what comes next. */
  next?: { label: string; href: string };
  /** The form that takes it back. */
  undo?: { action: string; fields?: Readonly<Record<string, string | readonly string[]>> };
}

/** The page that a form leads to, and what it says of the form; null where the page is the answer itself. */
export interface Done {
  to: string;
  notice: DoneNotice | null;
  /** Set-Cookie, besides the notice's own. */
  cookies?: readonly string[];
}

/** `text` says what is done. */
export const done = (to: string, text: string, more: Omit<DoneNotice, "text"> = {}): Done => ({
  to,
  notice: { text, ...more },
});

/** Names come from people, and a cookie has 4 KB. */
const MAX_TEXT = 600;
const MAX_COOKIE = 3_500;
/** A notice that no page came for within a minute is old news. */
const NOTICE_SECONDS = 60;

export function createNotices(deps: Pick<Deps, "baseUrl" | "vault" | "clock">) {
  const cookie = sealedCookie(deps, "notice");
  const sealed = (sessionId: string, notice: DoneNotice) =>
    deps.vault.seal(JSON.stringify({ ...notice, at: deps.clock.now() }), noticeContext(sessionId));
  return {
    /** Set-Cookie, for the next page of this session. */
    write(sessionId: string, notice: DoneNotice): string {
      const text = notice.text.length > MAX_TEXT ? `${notice.text.slice(0, MAX_TEXT).toWellFormed()}…` : notice.text;
      const whole = sealed(sessionId, { ...notice, text });
      return cookie.write(whole.length > MAX_COOKIE ? sealed(sessionId, { text }) : whole, NOTICE_SECONDS);
    },
    /** The notice of the form before this page; null for another session's, or an old one. */
    read(request: Request, sessionId: string): DoneNotice | null {
      const value = cookie.read(request);
      if (value === null) return null;
      const opened = openedText(deps, value, sessionId);
      if (opened === null) return null;
      const { at, ...notice } = JSON.parse(opened) as DoneNotice & { at: number };
      return deps.clock.now() - at > NOTICE_SECONDS * 1_000 ? null : notice;
    },
    has: (request: Request) => cookie.read(request) !== null,
    /** Set-Cookie that takes it away. */
    end: () => cookie.write("", 0),
  };
}

function openedText({ vault }: Pick<Deps, "vault">, value: string, sessionId: string): string | null {
  try {
    return vault.open(value, noticeContext(sessionId));
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

export const DoneNoticeView = ({ visit, notice }: { visit: PageRequest; notice: DoneNotice }): Markup => {
  const { text, next, undo } = notice;
  return (
    <div role="status" class="done">
      <Notice tone="good">
        {text}
        {next ? (
          <>
            {" "}
            <a href={next.href}>{next.label}</a>
          </>
        ) : null}
        {undo ? (
          <form method="post" action={undo.action}>
            <FormToken visit={visit} />
            {Object.entries(undo.fields ?? {}).flatMap(([name, value]) =>
              (typeof value === "string" ? [value] : value).map((one) => (
                <input type="hidden" name={name} value={one} />
              )),
            )}
            <button type="submit" class="button small">
              {tr("Undo")}
            </button>
          </form>
        ) : null}
      </Notice>
    </div>
  );
};
