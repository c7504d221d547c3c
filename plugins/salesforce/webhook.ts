// Notifications that a flow or trigger in the org sends, since Salesforce has no webhooks: they trigger the polls of the org's users.
import { basicAuth, hmac, type InboundWebhook, valueAt, type Webhook } from "gateway/plugin";
import { nonEmptyTextAt } from "./fields.ts";
import { OBJECTS } from "./sources.ts";

/** HTTP Basic with the org's id and its HMAC under the operator's secret, so that a password is valid for one org only. */
const credentials = (inbound: InboundWebhook) => basicAuth(inbound, /^00D[A-Za-z0-9]{15}$/);

const isAbout = (object: string) => (_: InboundWebhook, item: unknown) => valueAt(item, "objectType") === object;
const NAMES: readonly unknown[] = Object.values(OBJECTS);

export const webhook: Webhook = {
  verify: hmac({
    read: (inbound) => {
      const claim = credentials(inbound);
      return claim && { signature: claim.password };
    },
    message: (inbound) => credentials(inbound)?.user ?? "",
  }),
  // A named credential sends its password and signs nothing.
  signsBody: false,
  eventId: (inbound, item) => {
    const parts = ["objectType", "recordId", "eventType", "timestamp"].map((name) => nonEmptyTextAt(item, name));
    return parts.includes(null) ? null : [credentials(inbound)?.user, ...parts].join("/");
  },
  // The org that the password authenticates, never one that the body names.
  subject: (inbound) => {
    const id = credentials(inbound)?.user;
    return id === undefined ? null : { matches: "workspace", id };
  },
  // The polls read the records with the rights of each user.
  triggersPoll: {
    leads: isAbout(OBJECTS.leads),
    contacts: isAbout(OBJECTS.contacts),
    accounts: isAbout(OBJECTS.accounts),
    opportunities: isAbout(OBJECTS.opportunities),
    cases: isAbout(OBJECTS.cases),
    tasks: isAbout(OBJECTS.tasks),
    records: (_, item) => {
      const object = valueAt(item, "objectType");
      return typeof object === "string" && !NAMES.includes(object);
    },
  },
  events: {},
};
