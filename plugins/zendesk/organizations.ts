// The organizations of a Zendesk account: the companies that its customers belong to.
import { endpoint, field, many, one, path, record, t } from "gateway/plugin";
import { cursorPagination, tagList, zendeskId } from "./fields.ts";

export const organization = record({
  id: field.id(),
  name: field.text(),
  domain_names: field.texts({ description: "Domains whose email addresses make a customer belong to it." }),
  external_id: field.nullableText({ description: "Your own id of the organization in another system." }),
  notes: field.nullableText(),
  details: field.nullableText({ description: "Details, such as the address." }),
  tags: field.texts(),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime(),
});

export const organizationEndpoints = {
  list_organizations: endpoint({
    method: "GET",
    path: "/organizations",
    permission: "organizations.read",
    description: "List the organizations in Zendesk, the companies of its customers.",
    keywords: ["customer companies", "accounts"],
    upstream: () => ({ path: path`/api/v2/organizations` }),
    returns: many("organizations", organization, { at: "organizations", pagination: cursorPagination }),
  }),
  get_organization: endpoint({
    method: "GET",
    path: "/organizations/{id}",
    permission: "organizations.read",
    description: "Get one Zendesk organization with its domains, notes and tags.",
    keywords: ["customer company"],
    params: { id: zendeskId("Id of the organization, from zendesk_list_organizations.") },
    upstream: ({ params }) => ({ path: path`/api/v2/organizations/${params.id}` }),
    returns: one(organization, { at: "organization" }),
  }),
  create_organization: endpoint({
    method: "POST",
    path: "/organizations",
    permission: "organizations.write",
    reaches: false,
    description: "Create an organization in Zendesk. Its name must not exist there yet.",
    keywords: ["new customer company"],
    body: t.Object({
      name: t.String({ minLength: 1, maxLength: 255, description: "Name." }),
      domain_names: t.Optional(
        t.Array(t.String({ minLength: 1, maxLength: 255 }), {
          maxItems: 100,
          description: "Domains whose email addresses make a customer belong to it.",
        }),
      ),
      external_id: t.Optional(
        t.String({ maxLength: 255, description: "Your own id of the organization in another system." }),
      ),
      notes: t.Optional(t.String({ maxLength: 65_536, description: "Notes for agents about the organization." })),
      tags: t.Optional(tagList("Tags of the ticket.")),
    }),
    upstream: ({ body }) => ({ method: "POST", path: path`/api/v2/organizations`, json: { organization: body } }),
    returns: one(organization, { at: "organization" }),
  }),
};
