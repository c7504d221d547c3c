// Money that goes back: Stripe's refunds.
import { endpoint, field, InvalidInput, many, one, oneOf, path, record, t } from "gateway/plugin";
import {
  createdAt,
  createdBetween,
  listPagination,
  metadata,
  metadataInput,
  SMALLEST,
  spanQuery,
  write,
} from "./fields.ts";
import { paymentId } from "./payments.ts";

const refund = record({
  id: field.id(),
  amount: field.integer({ description: SMALLEST }),
  currency: field.text(),
  status: field.nullableText({ description: "succeeded, pending, failed, canceled or requires_action." }),
  reason: field.nullableText(),
  charge_id: field.nullableText({ from: "charge" }),
  payment_id: field.nullableText({ from: "payment_intent" }),
  metadata,
  created_at: createdAt,
});
/** Charges of some payment methods begin with py_. */
const chargeId = t.String({
  pattern: "^(ch|py)_[A-Za-z0-9_]{1,240}$",
  description: "Id of the charge, from stripe_list_charges.",
});

export const refundEndpoints = {
  list_refunds: endpoint({
    method: "GET",
    path: "/refunds",
    permission: "payments.read",
    description: "List the refunds in Stripe, the newest first, of one payment or of all.",
    keywords: ["returned payments"],
    query: t.Object({ payment: t.Optional(paymentId), charge: t.Optional(chargeId), ...createdBetween }),
    upstream: ({ query }) => ({
      path: path`/refunds`,
      query: { payment_intent: query.payment, charge: query.charge, ...spanQuery(query) },
    }),
    returns: many("refunds", refund, { at: "data", pagination: listPagination }),
  }),
  refund_payment: endpoint({
    method: "POST",
    reaches: true,
    spends: true,
    // The money leaves the account, and no call brings it back.
    effect: "destroys",
    path: "/refunds",
    permission: "payments.write",
    description: "Refund a Stripe payment or charge to the customer, in full or in part. This cannot be undone.",
    keywords: ["refund", "money back", "give back", "reimburse", "partial refund"],
    body: t.Object({
      payment: t.Optional(paymentId),
      charge: t.Optional(chargeId),
      amount: t.Optional(
        t.Integer({
          minimum: 1,
          description: `Amount to refund; the default is all that has not been refunded. ${SMALLEST}`,
        }),
      ),
      reason: t.Optional(
        oneOf(
          ["duplicate", "fraudulent", "requested_by_customer"],
          "Reason for the refund; fraudulent also blocks the card.",
        ),
      ),
      metadata: metadataInput,
    }),
    upstream: (call) => {
      const { payment, ...rest } = call.body;
      if ((payment === undefined) === (rest.charge === undefined))
        throw new InvalidInput('A refund is of either a "payment" or a "charge".');
      return write(call, path`/refunds`, { ...rest, payment_intent: payment });
    },
    returns: one(refund),
  }),
};
