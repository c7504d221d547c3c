// The shape of panel sessions on the wire.
import { Type as t } from "@sinclair/typebox";

/** An hour: long enough for a visit, short enough for a token that a page holds. */
const MAX_SECONDS = 3_600;
export const DEFAULT_SECONDS = 1_800;

export const CreatePanelSessionBody = t.Object({
  redirect_url: t.String({
    minLength: 1,
    description:
      "Where a connect ends whose window cannot return to the panel; https, at most 2,048 characters, of one of your redirect origins.",
  }),
  origins: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 300, description: "Scheme, host and port: https://app.example.com" }), {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      description:
        "The origins whose pages may show the panel, out of your redirect origins. The default is redirect_url's.",
    }),
  ),
  providers: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: "The providers that the panel shows. The default is all that are set up.",
    }),
  ),
  confirm: t.Optional(
    t.Boolean({
      description:
        "Whether new integrations stay pending until your back end confirms them with the confirmToken of the event connected.",
    }),
  ),
  expires_in: t.Optional(
    t.Integer({
      minimum: 60,
      maximum: MAX_SECONDS,
      default: DEFAULT_SECONDS,
      description: "After how many seconds the panel ends.",
    }),
  ),
});

export const CreatedPanelSession = t.Object(
  {
    panel_session_id: t.String({ format: "uuid" }),
    token: t.String({ description: "For the component in the customer's page; no other response has it." }),
    script_url: t.String({ description: "The script with the component; its address changes with its content." }),
    expires_at: t.String({ format: "date-time" }),
  },
  { title: "CreatedPanelSession" },
);

export const RevokedPanelSession = t.Object({ revoked: t.Literal(true), panel_session_id: t.String() });
