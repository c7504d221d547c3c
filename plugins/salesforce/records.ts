// Records of every object, standard and custom, by id; and creating tasks.
import { deleted, endpoint, one, path, t } from "gateway/plugin";
import { apiFields, objectName, recordId } from "./fields.ts";
import { createdRecord, record, updatedRecord } from "./record.ts";
import { dataPath } from "./soql.ts";

const object = objectName("The object's API name, such as Contact, Case or Invoice__c, from salesforce_list_objects.");
const id = recordId("Id of the record, 15 or 18 characters, from a list or salesforce_search_records.");
const fields = apiFields("Values by the fields' API names, such as LastName, from salesforce_describe_object.");

export const recordEndpoints = {
  get_record: endpoint({
    method: "GET",
    path: "/records/{object}/{id}",
    permission: "records.read",
    description: "Get one Salesforce record of any kind by its id: a contact, case, opportunity or custom object.",
    keywords: ["read record", "details", "case", "custom object"],
    params: { object, id },
    query: t.Object({
      fields: t.Optional(
        t.String({
          pattern: "^[A-Za-z][A-Za-z0-9_.]*(,[A-Za-z][A-Za-z0-9_.]*)*$",
          maxLength: 4_000,
          description: "API names of the fields to return, separated by commas; the default is all.",
        }),
      ),
    }),
    upstream: ({ params, query }) => ({
      path: dataPath(path`/sobjects/${params.object}/${params.id}`),
      query: { fields: query.fields },
    }),
    returns: one(record),
  }),
  create_record: endpoint({
    method: "POST",
    reaches: true,
    path: "/records/{object}",
    permission: "records.write",
    description: "Create a Salesforce record of any kind, such as a contact, lead, account, opportunity or case.",
    keywords: ["add contact", "new lead", "new opportunity", "new deal", "open case"],
    params: { object },
    body: t.Object({ fields }),
    upstream: ({ params, body }) => ({ path: dataPath(path`/sobjects/${params.object}`), json: body.fields }),
    returns: one(createdRecord()),
  }),
  update_record: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: true,
    path: "/records/{object}/{id}",
    permission: "records.write",
    description:
      "Change fields of a Salesforce record, such as the stage of an opportunity or a contact's phone number.",
    keywords: [
      "edit",
      "move stage",
      "close deal",
      "change owner",
      "complete task",
      "contact",
      "lead",
      "account",
      "case",
    ],
    params: { object, id },
    body: t.Object({ fields }),
    upstream: ({ params, body }) => ({
      path: dataPath(path`/sobjects/${params.object}/${params.id}`),
      json: body.fields,
    }),
    returns: one(updatedRecord),
  }),
  delete_record: endpoint({
    method: "DELETE",
    path: "/records/{object}/{id}",
    permission: "records.write",
    reaches: false,
    description: "Delete a Salesforce record. It goes to the org's recycle bin.",
    keywords: ["remove", "contact", "lead", "account", "opportunity", "case"],
    params: { object, id },
    upstream: ({ params }) => ({ path: dataPath(path`/sobjects/${params.object}/${params.id}`) }),
    returns: deleted(),
  }),
  create_task: endpoint({
    method: "POST",
    reaches: { when: ["owner_id"] },
    path: "/tasks",
    permission: "tasks.write",
    description: "Create a Salesforce task for a user, or log a call or an email that is done, on a contact or deal.",
    keywords: ["to-do", "follow-up", "reminder", "log call", "log activity", "note"],
    body: t.Object({
      subject: t.String({ minLength: 1, maxLength: 255, description: "Subject of the task, such as Call." }),
      description: t.Optional(t.String({ maxLength: 32_000, description: "Comments, plain text." })),
      due_date: t.Optional(t.String({ format: "date", description: "A day, such as 2026-01-31." })),
      status: t.Optional(
        t.String({
          description: "Status, as the Salesforce org names it, such as Completed; the default is Not Started.",
        }),
      ),
      priority: t.Optional(
        t.String({ description: "Priority, as the Salesforce org names it, such as High; the default is Normal." }),
      ),
      person_id: t.Optional(recordId("Id of the contact or lead that it is about.")),
      related_id: t.Optional(recordId("Id of the account, opportunity, case or other record that it belongs to.")),
      owner_id: t.Optional(recordId("Id of the assignee; the default is the connected user.")),
    }),
    upstream: ({ body }) => ({
      path: dataPath(path`/sobjects/Task`),
      json: {
        Subject: body.subject,
        Description: body.description,
        ActivityDate: body.due_date,
        Status: body.status,
        Priority: body.priority,
        WhoId: body.person_id,
        WhatId: body.related_id,
        OwnerId: body.owner_id,
      },
    }),
    returns: one(createdRecord("Task")),
  }),
};
