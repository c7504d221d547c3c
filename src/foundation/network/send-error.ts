// Why a request to a user-supplied URL failed, as stable codes.

export const SEND_ERRORS = ["address_refused", "timeout", "connect", "tls", "redirect", "status"] as const;
export type SendErrorCode = (typeof SEND_ERRORS)[number];

export class SendError extends Error {
  override name = "SendError";
  constructor(readonly code: SendErrorCode) {
    super(code);
  }
}
