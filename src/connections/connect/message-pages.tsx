/** @jsxImportSource #pages */
// The pages of the connect flow that say one thing: how it ended elsewhere, or why a link cannot be used.
import { LinkButton, Message } from "../../web/pages/components.tsx";
import type { Page } from "../../web/pages/response.tsx";
import { filled, filledText } from "../../web/pages/texts.ts";
import type { Texts } from "./page-texts.ts";

function message(title: string, text: string, more: Pick<Page, "status" | "errorCode"> = {}): Page {
  const body = (
    <Message tone={more.status === undefined ? "neutral" : "warning"} title={title}>
      <p class="muted">{text}</p>
    </Message>
  );
  return { ...more, title, body };
}

const NOT_FOUND = { status: 404, errorCode: "NOT_FOUND" } as const;
const REFUSED = { status: 403, errorCode: "PERMISSION_DENIED" } as const;

/** Shown by the callback if the state is unknown, used, expired, or of another browser. */
export const unusableStatePage = (texts: Texts) =>
  message(texts.unusable, texts.unusable_callback, { status: 400, errorCode: "VALIDATION_ERROR" });
export const unknownLinkPage = (texts: Texts) => message(texts.unusable, texts.unusable_link, NOT_FOUND);
export const expiredLinkPage = (texts: Texts) => message(texts.expired, texts.expired_hint, NOT_FOUND);
export const otherBrowserPage = (texts: Texts) => message(texts.elsewhere, texts.elsewhere_hint, REFUSED);
export const framedPage = (texts: Texts) => message(texts.no_frame, texts.no_frame_hint, REFUSED);
export const inProgressPage = (texts: Texts) => message(texts.in_progress, texts.in_progress_hint);

/** Leaves the callback to the person, where a program may have read its link. */
export const finishPage = (texts: Texts, href: string): Page => ({
  title: texts.finish,
  body: (
    <Message tone="neutral" title={texts.finish}>
      <p class="muted">{texts.finish_hint}</p>
      <div class="actions">
        <LinkButton kind="primary" href={href}>
          {texts.frame_open}
        </LinkButton>
      </div>
    </Message>
  ),
});

/** `GET /connected`: the outcome as the redirect's parameters tell it, which anybody can write. */
export function connectedPage(texts: Texts, name: string | null, error: string | null): Page {
  const provider = name ?? texts.the_provider;
  const title = filledText(error === null ? texts.connected : texts.not_connected, { provider });
  return {
    title,
    body: (
      <Message tone={error === null ? "good" : "bad"} title={title}>
        {error ? <p class="muted">{filled(texts.reason, { code: <code>{error}</code> })}</p> : null}
        <p class="muted">{texts.can_close}</p>
      </Message>
    ),
  };
}
