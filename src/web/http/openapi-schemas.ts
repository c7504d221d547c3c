// Components of the API document that every gateway has: response headers, and the shapes of errors.
import { ERROR_REASONS } from "../../foundation/error-reasons.ts";
import type { ErrorCode } from "../../foundation/errors.ts";
import { publicCode, STATUS } from "./errors.ts";
import { isUserCode } from "./openapi-codes.ts";
import type { Json } from "./openapi-shapes.ts";

const text = { type: "string" };
export const HEADERS: Json = {
  "X-Request-Id": { description: "The request's id: yours if you sent one, otherwise the gateway's.", schema: text },
  "X-Error-Code": { description: "The error's code.", schema: { $ref: "#/components/schemas/ErrorCode" } },
  "X-Upstream-Status": {
    description:
      "Raw proxy only: the status of the provider's response. The gateway's own errors have X-Error-Code instead.",
    schema: { type: "integer" },
  },
  "X-RateLimit-Limit": {
    description: "Calls that the reported window allows; in the partner API the month's quota, or `unlimited`.",
    schema: text,
  },
  "X-RateLimit-Remaining": { description: "Calls left in that window, or `unlimited`.", schema: text },
  "X-RateLimit-Reset": {
    description: "User API: Unix time in seconds when the window ends.",
    schema: { type: "integer" },
  },
  "X-RateLimit-Minute-Limit": { description: "Partner API: requests allowed per minute.", schema: { type: "integer" } },
  "X-RateLimit-Minute-Remaining": {
    description: "Partner API: requests left in this minute.",
    schema: { type: "integer" },
  },
  "Retry-After": { description: "Seconds to wait, if known.", schema: { type: "integer", minimum: 1 } },
  "X-Error-Reason": {
    description: "The error's reason, also where the body has none.",
    schema: { $ref: "#/components/schemas/ErrorReason" },
  },
  "WWW-Authenticate": {
    description: "`Bearer` if the key is refused; if it lacks permissions, `scope` names them (RFC 6750).",
    schema: text,
  },
};

const CODES = [...new Set((Object.keys(STATUS) as ErrorCode[]).map(publicCode))].sort();
const USER_CODES = [...new Set((Object.keys(STATUS) as ErrorCode[]).filter(isUserCode).map(publicCode))].sort();

const ANYTHING = { type: "object", additionalProperties: true };

export const SCHEMAS = {
  Anything: ANYTHING,
  ErrorCode: { description: "A stable code.", type: "string", enum: CODES },
  AuthenticationErrorA: {
    description: "User API: the key is refused, or lacks the permission. X-Error-Code has the code.",
    type: "object",
    required: ["error"],
    additionalProperties: false,
    properties: { error: text },
  },
  ErrorReason: {
    description: "Why, out of a closed list that is the same for both APIs. X-Error-Reason repeats it.",
    type: "string",
    enum: ERROR_REASONS,
  },
  ErrorDetails: {
    description: "What the error says beside its sentence. A reason's own fields are there where they are known.",
    type: "object",
    required: ["reason", "next_step"],
    additionalProperties: true,
    properties: {
      reason: { $ref: "#/components/schemas/ErrorReason" },
      next_step: { ...text, description: "What to do about it." },
      errors: { type: "array", items: { $ref: "#/components/schemas/InputError" } },
      provider: { ...text, description: "The provider's id." },
      service: text,
      permission: text,
      missing_permissions: { type: "array", items: text, description: "What the key lacks." },
      missing_scopes: { type: "array", items: text, description: "Scopes of the provider that the integration lacks." },
      credential: { ...text, description: "The name of a token of several that has ended." },
      status: { type: ["integer", "null"], description: "The provider's own status." },
      message: { type: ["string", "null"], description: "The provider's own sentence." },
      code: { type: ["string", "number", "null"], description: "The provider's own code." },
      retry_after: { type: ["number", "null"], description: "Seconds to wait." },
    },
  },
  GeneralErrorA: {
    description: "User API: every other error.",
    type: "object",
    required: ["error", "code", "details"],
    properties: {
      error: text,
      code: { type: "string", enum: USER_CODES.filter((one) => one !== "RATE_LIMITED") },
      details: { $ref: "#/components/schemas/ErrorDetails" },
    },
  },
  InputError: {
    description: "What is wrong with one field of the request.",
    type: "object",
    required: ["in", "path", "message"],
    properties: {
      in: { type: "string", enum: ["query", "body", "path", "header"] },
      path: { type: "string", description: "A JSON pointer into that part; empty for the part itself." },
      message: text,
    },
  },
  RateLimitErrorA: {
    description: "User API: too many requests.",
    type: "object",
    required: ["error", "code", "retry_after"],
    properties: {
      error: text,
      code: { const: "RATE_LIMITED" },
      retry_after: { type: "integer", minimum: 1, description: "Seconds to wait." },
    },
  },
  ErrorB: {
    description: "Partner API: any error; `error_code` has its code.",
    type: "object",
    required: ["ok", "error", "error_code", "details"],
    properties: {
      ok: { const: false },
      error: text,
      error_code: { $ref: "#/components/schemas/ErrorCode" },
      details: { $ref: "#/components/schemas/ErrorDetails" },
    },
  },
  ApprovalRequired: {
    description: "Both APIs: the call waits for a person's yes, and the gateway makes it then.",
    type: "object",
    required: ["ok", "error", "code", "approval", "details"],
    properties: {
      ok: { const: false },
      error: text,
      code: { const: "APPROVAL_REQUIRED" },
      approval: {
        type: "object",
        required: ["id", "status", "url", "expires_at"],
        properties: {
          id: { type: "string", format: "uuid" },
          status: { ...text, description: "pending, approved or running." },
          url: { ...text, description: "The page where a person decides." },
          expires_at: { type: "string", format: "date-time" },
        },
      },
      details: { $ref: "#/components/schemas/ErrorDetails" },
    },
  },
  OAuthError: {
    description: "An OAuth error (RFC 6749, section 5.2).",
    type: "object",
    required: ["error", "error_description"],
    properties: { error: { ...text, description: "The error code that the RFC defines." }, error_description: text },
  },
  JsonRpcMessage: {
    description: "A message of JSON-RPC 2.0: a request, a notification, or a response with a result or an error.",
    type: "object",
    required: ["jsonrpc"],
    properties: {
      jsonrpc: { const: "2.0" },
      id: { type: ["string", "number", "null"] },
      method: text,
      params: ANYTHING,
      result: ANYTHING,
      error: {
        type: "object",
        required: ["code", "message"],
        properties: { code: { type: "integer" }, message: text, data: {} },
      },
    },
  },
};
