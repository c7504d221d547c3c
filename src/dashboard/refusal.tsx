/** @jsxImportSource #pages */
// What a page says that cannot be shown, or a form that was not carried out: what happened, and where to go on.
import type { AppError, ErrorCode } from "../foundation/errors.ts";
import { STATUS } from "../web/http/errors.ts";
import { LinkButton, Notice } from "../web/pages/components.tsx";
import type { View } from "./pages.tsx";
import { HOME_PATH } from "./paths.ts";

const TITLES: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: "Not found",
  ACCOUNT_NOT_FOUND: "Account not found",
  PERMISSION_DENIED: "You do not have access",
  CONFLICT: "This was not done",
  RATE_LIMITED: "Too many requests",
};

/** `back` is the page above. */
export function refusalView(error: AppError, requestId: string, back: string): View {
  const isOurs = STATUS[error.code] >= 500;
  return {
    title: isOurs ? "Something went wrong on our side" : (TITLES[error.code] ?? "This is not possible"),
    error,
    body: (
      <>
        <Notice tone="bad">
          {isOurs ? "Try again in a minute. If it still fails, report the number below." : error.message}
        </Notice>
        <div class="form-foot">
          {back === HOME_PATH ? null : (
            <LinkButton kind="primary" href={back}>
              Back
            </LinkButton>
          )}
          <LinkButton kind="quiet" href={HOME_PATH}>
            Start page
          </LinkButton>
        </div>
        <p class="muted small request">
          Request <code>{requestId}</code>
        </p>
      </>
    ),
  };
}
