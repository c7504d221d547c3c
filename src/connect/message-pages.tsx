/** @jsxImportSource #pages */
// The pages of the connect flow that say one thing: how it ended elsewhere, or why a link cannot be used.
import { Message } from "../pages/components.tsx";
import type { Page } from "../pages/response.tsx";

function message(title: string, text: string, more: Pick<Page, "status" | "errorCode">): Page {
  const body = (
    <Message tone={more.status === undefined ? "neutral" : "warning"} title={title}>
      <p class="muted">{text}</p>
    </Message>
  );
  return { ...more, title, body };
}

/** Of the callback: the state is unknown, used or expired, or of another browser. */
export const UNUSABLE = message(
  "This link cannot be used",
  "It is unknown, was used before or in another browser, or has expired. Go back to where you came from and start again.",
  { status: 400, errorCode: "VALIDATION_ERROR" },
);
export const UNKNOWN = message(
  "This link cannot be used",
  "It is unknown, or no longer of use. Go back to where you came from and start again.",
  { status: 404, errorCode: "NOT_FOUND" },
);
export const EXPIRED = message("This link has expired", "Go back to where you came from and ask for a new one.", {
  status: 404,
  errorCode: "NOT_FOUND",
});
export const ELSEWHERE = message(
  "This link was used already",
  "It works in one browser. Go on in the one where you opened it first, or ask for a new link.",
  { status: 403, errorCode: "PERMISSION_DENIED" },
);
export const IN_PROGRESS = message("This is not finished yet", "Finish at the provider, then reload this page.", {});

/** `GET /connected`: the outcome as the redirect's parameters tell it, which anybody can write. */
export function connectedPage(provider: string, error: string | null): Page {
  const title = error === null ? `${provider} is connected` : `${provider} is not connected`;
  return {
    title,
    body: (
      <Message tone={error === null ? "good" : "bad"} title={title}>
        {error ? (
          <p class="muted">
            The reason: <code>{error}</code>
          </p>
        ) : null}
        <p class="muted">You can close this page.</p>
      </Message>
    ),
  };
}
