/** @jsxImportSource #pages */
// What a page says that cannot be shown, or a form that was not carried out: what happened, and where to go on.
import type { AppError, ErrorCode } from "../foundation/errors.ts";
import { STATUS } from "../web/http/errors.ts";
import { ErrorText, LinkButton, Notice } from "../web/pages/components.tsx";
import { type Message, message, rich, tr } from "../web/pages/messages.ts";
import type { View } from "./pages.tsx";
import { HOME_PATH } from "./paths.ts";

const TITLES: Partial<Record<ErrorCode, Message>> = {
  NOT_FOUND: message("Not found"),
  ACCOUNT_NOT_FOUND: message("Account not found"),
  PERMISSION_DENIED: message("You do not have access"),
  CONFLICT: message("This was not done"),
  RATE_LIMITED: message("Too many requests"),
};

/** `back` is the page above. */
export function refusalView(error: AppError, requestId: string, back: string): View {
  const isOurs = STATUS[error.code] >= 500;
  return {
    title: isOurs ? tr("Something went wrong on our side") : tr(TITLES[error.code] ?? "This is not possible"),
    error,
    body: (
      <>
        <Notice tone="bad">
          {isOurs ? (
            tr("Try again in a minute. If it still fails, report the number below.")
          ) : (
            <ErrorText text={error.message} />
          )}
        </Notice>
        <div class="form-foot">
          {back === HOME_PATH ? null : (
            <LinkButton kind="primary" href={back}>
              {tr("Back")}
            </LinkButton>
          )}
          <LinkButton kind="quiet" href={HOME_PATH}>
            {tr("Start page")}
          </LinkButton>
        </div>
        <p class="muted small request">{rich("Request {request_id}", { request_id: <code>{requestId}</code> })}</p>
      </>
    ),
  };
}
