// Creating, changing, upserting and deleting records, ten at a time: airtable.com/developers/web/api/update-multiple-records.
import { base64Text, deleted, endpoint, fileInput, InvalidInput, one, path, resource, t } from "gateway/plugin";
import { baseId, cells, fieldIdOrName, recordId, tableIdOrName } from "./fields.ts";
import { byFieldId, record, writtenRecords } from "./records.ts";

/** Airtable's limit of a request. */
const AT_ONCE = 10;
/** Bytes of an upload, and of its base64 with what stands around it. */
const MAX_FILE = 5 * 1024 * 1024;
const MAX_UPLOAD_BODY = 7 * 1024 * 1024;

const position = { base: baseId, table: tableIdOrName };
const fields = cells(
  "Values by the fields' names or ids; null empties a cell. A list replaces the existing one. airtable_get_table returns the types.",
);
const options = {
  typecast: t.Optional(
    t.Boolean({
      default: false,
      description: "Whether Airtable converts text to the field's type and creates missing select options.",
    }),
  ),
  by_field_id: byFieldId,
};
const listOf = <S extends Parameters<typeof t.Array>[0]>(item: S, description: string) =>
  t.Array(item, { minItems: 1, maxItems: AT_ONCE, description });
const closed = { additionalProperties: false };

/** The body's options in Airtable's words. */
const optionsOf = ({ typecast, by_field_id }: { typecast?: boolean; by_field_id?: boolean }) => ({
  ...(typecast && { typecast }),
  ...(by_field_id && { returnFieldsByFieldId: true }),
});

const upserted = resource({
  raw: t.Object({
    ...writtenRecords.raw.properties,
    createdRecords: t.Array(t.String()),
    updatedRecords: t.Array(t.String()),
  }),
  shape: t.Object({
    ...writtenRecords.shape.properties,
    created_ids: t.Array(t.String(), { description: "Ids of the records that were created." }),
    updated_ids: t.Array(t.String(), { description: "Ids of the records that were updated." }),
  }),
  map: (raw, call) => ({
    records: writtenRecords.map(raw, call)?.records ?? [],
    created_ids: raw.createdRecords,
    updated_ids: raw.updatedRecords,
  }),
});

function sendable(content: Uint8Array): Uint8Array {
  if (content.length === 0) throw new InvalidInput("Airtable takes no empty file.");
  if (content.length > MAX_FILE) throw new InvalidInput("Airtable accepts files of at most 5 MB; send a URL instead.");
  return content;
}

export const recordWriteEndpoints = {
  create_records: endpoint({
    method: "POST",
    path: "/bases/{base}/tables/{table}/records",
    permission: "records.write",
    reaches: false,
    description: "Create one to ten records (rows) in an Airtable table.",
    keywords: ["add row", "new entry", "insert", "append"],
    params: position,
    body: t.Object({ records: listOf(t.Object({ fields }, closed), "The new records."), ...options }),
    readAs: {
      typecast: { absent: "It says how Airtable takes the values." },
      by_field_id: { absent: "It chooses the names in this response." },
    },
    upstream: ({ params, body }) => ({
      path: path`/${params.base}/${params.table}`,
      json: { records: body.records, ...optionsOf(body) },
    }),
    returns: one(writtenRecords),
  }),
  update_record: endpoint({
    method: "PATCH",
    idempotent: true,
    path: "/bases/{base}/tables/{table}/records/{record}",
    permission: "records.write",
    reaches: false,
    description: "Change fields of one Airtable record; the others stay as they are.",
    keywords: ["edit row", "set status", "check box", "fill in"],
    params: { ...position, record: recordId },
    body: t.Object({ fields, ...options }),
    readAs: {
      typecast: { absent: "It says how Airtable takes the values." },
      by_field_id: { absent: "It chooses the names in this response." },
    },
    upstream: ({ params, body }) => ({
      path: path`/${params.base}/${params.table}/${params.record}`,
      json: { fields: body.fields, ...optionsOf(body) },
    }),
    returns: one(record),
  }),
  update_records: endpoint({
    method: "PATCH",
    idempotent: true,
    path: "/bases/{base}/tables/{table}/records",
    permission: "records.write",
    reaches: false,
    description: "Change fields of up to ten Airtable records at once; their other fields stay as they are.",
    keywords: ["edit rows", "bulk update", "several"],
    params: position,
    body: t.Object({
      records: listOf(
        t.Object({ id: recordId, fields }, closed),
        "The records to change, each with its changed fields.",
      ),
      ...options,
    }),
    readAs: {
      typecast: { absent: "It says how Airtable takes the values." },
      by_field_id: { absent: "It chooses the names in this response." },
    },
    upstream: ({ params, body }) => ({
      path: path`/${params.base}/${params.table}`,
      json: { records: body.records, ...optionsOf(body) },
    }),
    returns: one(writtenRecords),
  }),
  upsert_records: endpoint({
    method: "PUT",
    path: "/bases/{base}/tables/{table}/records/upsert",
    permission: "records.write",
    reaches: false,
    description:
      "Create or update up to ten Airtable records, matched by fields such as an email address or your own id.",
    keywords: ["sync", "import", "merge", "insert or update", "without duplicates"],
    params: position,
    body: t.Object({
      records: listOf(t.Object({ fields }, closed), "The records, each with the fields that match."),
      fields_to_merge_on: t.Array(fieldIdOrName("Name or id of a field."), {
        minItems: 1,
        maxItems: 3,
        description: "Fields that together find the record. If several records match, the request fails.",
      }),
      ...options,
    }),
    upstream: ({ params, body }) => ({
      method: "PATCH",
      path: path`/${params.base}/${params.table}`,
      json: {
        performUpsert: { fieldsToMergeOn: body.fields_to_merge_on },
        records: body.records,
        ...optionsOf(body),
      },
    }),
    returns: one(upserted),
  }),
  delete_record: endpoint({
    method: "DELETE",
    path: "/bases/{base}/tables/{table}/records/{record}",
    permission: "records.write",
    reaches: false,
    description: "Delete an Airtable record. It stays in the base's trash for a week.",
    keywords: ["remove row", "delete entry"],
    params: { ...position, record: recordId },
    upstream: ({ params }) => ({ path: path`/${params.base}/${params.table}/${params.record}` }),
    returns: deleted(),
  }),
  delete_records: endpoint({
    method: "POST",
    effect: "destroys",
    idempotent: true,
    path: "/bases/{base}/tables/{table}/records/delete",
    permission: "records.write",
    reaches: false,
    description: "Delete up to ten Airtable records at once.",
    keywords: ["remove rows", "bulk delete", "clean up"],
    params: position,
    body: t.Object({ ids: listOf(recordId, "Ids of the records, from airtable_list_records.") }),
    upstream: ({ params, body }) => ({
      method: "DELETE",
      path: path`/${params.base}/${params.table}`,
      query: { "records[]": body.ids },
    }),
    returns: deleted(),
  }),
  upload_attachment: endpoint({
    method: "POST",
    path: "/bases/{base}/tables/{table}/records/{record}/attachments",
    permission: "records.write",
    reaches: false,
    description: "Attach a file of up to 5 MB to an Airtable record; files that are already in its field are kept.",
    keywords: ["add file", "upload picture", "document", "image"],
    maxBodyBytes: MAX_UPLOAD_BODY,
    params: { ...position, record: recordId },
    body: t.Object({
      field: fieldIdOrName("Name or id of the attachment field."),
      ...fileInput(
        {
          name: t.String({
            minLength: 1,
            maxLength: 255,
            previousNames: ["filename"],
            description: "The file's name, such as invoice.pdf.",
          }),
          mime_type: t.String({
            pattern: "^[\\w.+-]+/[\\w.+-]+$",
            previousNames: ["content_type"],
            description: "Media type, such as application/pdf.",
          }),
        },
        { encoding: "base64" },
      ),
    }),
    upstream: ({ params, body }) => ({
      base: "content",
      path: path`/${params.base}/${params.record}/${body.field}/uploadAttachment`,
      json: { contentType: body.mime_type, filename: body.name, file: base64Text(sendable(body.content)) },
    }),
    returns: one(record),
  }),
};
