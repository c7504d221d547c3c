// GitLab's webhook of one project: docs.gitlab.com/user/project/integrations/webhooks.
import { hmac, type InboundWebhook, sharedToken, type Verifier, type Webhook } from "gateway/plugin";
import { events } from "./webhook-events.ts";

/** Before the secret of a webhook that signs, which GitLab does from 19.0 on. */
export const SIGNING = "whsec_";

/** One of the signatures; there is a second one while a token is changed. */
const MAX_SIGNATURES = 4;
const nth = (n: number) =>
  hmac({
    secret: "subscription",
    encoding: "base64",
    read: ({ headers }) => {
      const signatures = (headers.get("webhook-signature") ?? "").split(" ");
      const [signature, time] = [signatures[n], headers.get("webhook-timestamp") ?? ""];
      if (signatures.length > MAX_SIGNATURES || !signature?.startsWith("v1,") || !/^\d{1,12}$/.test(time)) return null;
      return { signature: signature.slice("v1,".length), time: Number(time) };
    },
    message: ({ headers, body }, { time }) => [`${headers.get("webhook-id") ?? ""}.${time}.`, body],
  });
const signatures = Array.from({ length: MAX_SIGNATURES }, (_, n) => nth(n));
const byToken = sharedToken(({ headers }) => headers.get("x-gitlab-token"), { secret: "subscription" });

/** A webhook that signs is known by its secret, so that nobody who learned its token can leave the signature out. */
const verify: Verifier = async (inbound, secrets, now) => {
  const secret = secrets.subscription ?? "";
  if (!secret.startsWith(SIGNING)) return byToken(inbound, secrets, now);
  const key = { ...secrets, subscription: atob(secret.slice(SIGNING.length)) };
  const results = await Promise.all(signatures.map((one) => one(inbound, key, now)));
  return results.includes(true);
};

/** Equal on every retry; before 17.4 there is none, and the body counts. */
const eventId = ({ headers }: InboundWebhook) => headers.get("webhook-id") ?? headers.get("idempotency-key");

export const webhook: Webhook = {
  verify,
  // Instances before 19.0 repeat a token and sign nothing.
  signsBody: false,
  eventId,
  events,
};
