// What secrets look like, provider by provider: data, each rule with the page that documents the form.

export interface SecretRule {
  /** As a sentence calls it: `holds what looks like <name>`. */
  name: string;
  /** Global, and matches the full secret: what marks one as made up may stand anywhere in it. */
  pattern: RegExp;
  /** The page on which the provider documents the form, or names the fields that contain it. */
  source: string;
}

const GITHUB = "https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/";
const SLACK = "https://docs.slack.dev/authentication/tokens";
const GOOGLE = "https://docs.cloud.google.com/docs/authentication/token-types";
const ATLASSIAN = "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/";
const STRIPE = "https://docs.stripe.com/keys";
const SHOPIFY = "https://shopify.dev/changelog/length-of-the-shopify-access-token-is-increasing";

/** Secrets with a form of their own. */
export const SECRET_RULES: readonly SecretRule[] = [
  { name: "a GitHub token", pattern: /\bgh[oprsu]_[\w-]{4,}/g, source: GITHUB },
  { name: "a GitHub token", pattern: /\bgithub_pat_[\w-]{4,}/g, source: GITHUB },
  { name: "a Slack token", pattern: /\bxox[abceoprs][.-][\w.-]{4,}/g, source: SLACK },
  { name: "a Slack app token", pattern: /\bxapp-[\w-]{4,}/g, source: SLACK },
  {
    name: "the address of a Slack webhook",
    pattern: /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/g,
    source: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
  },
  { name: "a Google access token", pattern: /\bya29\.[\w.-]{4,}/g, source: GOOGLE },
  { name: "a Google refresh token", pattern: /(?<![\w/])1\/\/0[\w-]{4,}/g, source: GOOGLE },
  {
    name: "a Google API key",
    pattern: /\bAIza[\w-]{4,}/g,
    source: "https://docs.cloud.google.com/docs/authentication/api-keys",
  },
  {
    name: "a Google client secret",
    pattern: /\bGOCSPX-[\w-]{20,}/g,
    source: "https://support.google.com/cloud/answer/15549257",
  },
  {
    name: "a Discord token",
    pattern: /(?<![\w.-])[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,}/g,
    source: "https://docs.discord.com/developers/reference#authentication",
  },
  {
    name: "the address of a Discord webhook",
    pattern: /\bdiscord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]{40,}/g,
    source: "https://docs.discord.com/developers/resources/webhook",
  },
  {
    name: "a client secret of Microsoft Entra",
    pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g,
    source: "https://learn.microsoft.com/en-us/purview/sit-defn-azure-ad-client-secret",
  },
  {
    name: "a refresh token of Microsoft",
    pattern: /(?<![\w.-])[01]\.A[\w-]{50,}/g,
    source: "https://learn.microsoft.com/en-us/entra/identity-platform/refresh-tokens",
  },
  {
    name: "a Notion token",
    pattern: /\b(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})\b/g,
    source: "https://developers.notion.com/page/changelog",
  },
  {
    name: "a Linear key",
    pattern: /\blin_(?:api|oauth|wh)_[\w-]{20,}/g,
    source: "https://linear.app/developers/graphql",
  },
  {
    name: "a HubSpot token",
    pattern: /\bpat-[a-z]{2}\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
    source: "https://developers.hubspot.com/docs/apps/legacy-apps/private-apps/overview",
  },
  { name: "an Atlassian token", pattern: /\bAT(?:ATT3|CTT3|OA)[\w=-]{20,}/g, source: ATLASSIAN },
  {
    name: "a Salesforce access token",
    pattern: /\b00D[A-Za-z0-9]{12}(?:[A-Za-z0-9]{3})?![\w.]{40,}/g,
    source: "https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_tokens_scopes.htm",
  },
  {
    name: "a Salesforce refresh token",
    pattern: /\b5Aep861[\w.]{20,}/g,
    source: "https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_tokens_scopes.htm",
  },
  {
    name: "a bearer token of X",
    pattern: /(?<=\bA{16,24})(?!A)[\w%-]{40,}/g,
    source: "https://docs.x.com/fundamentals/authentication/oauth-2-0/application-only",
  },
  {
    name: "a LinkedIn access token",
    // Not within longer base64url: one key or signature in a thousand has these letters behind a hyphen.
    pattern: /(?<![\w.-])AQ[A-Za-z0-9][\w-]{80,}/g,
    source: "https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow",
  },
  { name: "a Stripe key", pattern: /\b[rs]k_live_[\w-]{4,}/g, source: STRIPE },
  { name: "a Stripe test key", pattern: /\b[rs]k_test_[A-Za-z0-9]{24,}/g, source: STRIPE },
  {
    name: "the secret of a Stripe webhook",
    pattern: /\bwhsec_[A-Za-z0-9+/=]{20,}/g,
    source: "https://docs.stripe.com/webhooks/signature",
  },
  { name: "a Shopify token", pattern: /\bshp(?:at|ca|pa|ss|ua|tka)_[0-9a-f]{20,}/gi, source: SHOPIFY },
  {
    name: "an Asana token",
    pattern: /(?<![\w/])[012]\/\d{10,}(?:\/\d{10,})?:[0-9a-f]{32}\b/gi,
    source: "https://developers.asana.com/docs/personal-access-token",
  },
  {
    name: "an Airtable token",
    pattern: /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b/g,
    source: "https://airtable.com/developers/web/guides/personal-access-tokens",
  },
  {
    name: "a GitLab token",
    pattern: /\bgl(?:pat|oas|dt|rt|ptt|cbt|ft|imt|agent|soat|ffct)-[\w.-]{20,}/g,
    source: "https://docs.gitlab.com/security/tokens/#token-prefixes",
  },
  {
    name: "an AWS access key",
    pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g,
    source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html",
  },
  {
    name: "an OpenAI key",
    pattern: /(?<![\w-])sk-(?:proj-|svcacct-|admin-)?[\w-]*T3BlbkFJ[\w-]{20,}/g,
    source: "https://platform.openai.com/docs/api-reference/authentication",
  },
  {
    name: "an Anthropic key",
    pattern: /\bsk-ant-[a-z]+\d\d-[\w-]{40,}/g,
    source: "https://docs.claude.com/en/api/overview",
  },
  { name: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g, source: "https://docs.npmjs.com/about-access-tokens" },
  { name: "a PyPI token", pattern: /\bpypi-AgE[\w-]{40,}/g, source: "https://pypi.org/help/#apitoken" },
  {
    name: "a SendGrid key",
    pattern: /\bSG\.[\w-]{22}\.[\w-]{43}\b/g,
    source: "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys",
  },
  {
    name: "a Twilio key",
    pattern: /\bSK[0-9a-f]{32}\b/g,
    source: "https://www.twilio.com/docs/iam/api-keys",
  },
  {
    name: "a JSON Web Token",
    pattern: /(?<![\w-])eyJ[\w-]{20,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
    source: "https://datatracker.ietf.org/doc/html/rfc7519#section-3",
  },
  {
    name: "a private key",
    pattern: /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY-----[\s\S]{0,4000}/g,
    source: "https://datatracker.ietf.org/doc/html/rfc7468#section-10",
  },
  {
    name: "a password in a URL",
    pattern: /\bhttps?:\/\/[^\s"'/:@]{1,100}:[^\s"'/@]{8,100}@[^\s"'/]+/g,
    source: "https://datatracker.ietf.org/doc/html/rfc3986#section-3.2.1",
  },
];

/**
 * Fields whose values are secrets, for providers whose tokens have no form of their own, such as Calendly, LinkedIn, Pipedrive,
 * Zendesk and Zoom: RFC 6749, sections 2.3.1, 5.1 and 6, and the usual names of keys.
 */
export const SECRET_FIELDS =
  /^(?:(?:access|refresh|id|bot|api|auth|bearer|session|client|app|private|signing|webhook|verification)[_-]?(?:token|secret|key)|client_?assertion|api_?key|secret|password|passwd|authorization|x-api-key|code_verifier)$/i;

/**
 * Words in the names of secrets, in any spelling: `accessToken`, `X-Api-Key`, `join_passcode`. Only for what people read: in a fixture
 * `next_page_token` must stay, which SECRET_FIELDS does not match.
 */
export const SECRET_WORD =
  /token|secret|passw(?:or)?d|pass(?:phrase|code)|pwd|authorization|cookie|signature|verifier|assertion|bearer|(?:access|api|app|auth|client|consumer|encryption|host|master|private|session|signing|webhook)[_-]?key|(?:access|backup|mfa|recovery|security|verification)[_-]?code/i;
/** Short names, which are no secrets within another one. */
const SHORT_SECRET_NAME = /^(?:cvc|cvv|hmac|jwt|otp|pin|sig|totp)$/i;

/** Whether a member, a header or a parameter of this name is a secret whatever it holds. */
export const isSecretName = (name: string): boolean => SECRET_WORD.test(name) || SHORT_SECRET_NAME.test(name);
