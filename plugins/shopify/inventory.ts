// Stock of a Shopify shop: locations, levels, and setting them.
import { endpoint, field, many, nullable, one, oneOf, record, t } from "gateway/plugin";
import { gid, id, numericId } from "./fields.ts";
import { connection, mutationRequest, PAGE_INFO, queryRequest } from "./graphql.ts";

const NAMES = ["available", "on_hand", "committed", "incoming"] as const;
const LEVELS = `query Inventory($id: ID!, $first: Int!, $after: String) { inventoryItem(id: $id) {
  inventoryLevels(first: $first, after: $after) { nodes { location { id name }
    quantities(names: ["available", "on_hand", "committed", "incoming"]) { name quantity } } ${PAGE_INFO} } } }`;
const LOCATIONS = `query Locations($first: Int!, $after: String) {
  locations(first: $first, after: $after) { nodes { id name isActive } ${PAGE_INFO} } }`;
// The directive is required at run time since 2026-04, though the schema does not say so.
const SET = `mutation SetInventory($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id reason createdAt } userErrors { field message code } } }`;

const quantities = t.Array(t.Object({ name: t.String(), quantity: t.Integer() }));
const level = record({
  location_id: id({ from: "location.id" }),
  location_name: field.text({ from: "location.name" }),
  ...Object.fromEntries(
    NAMES.map((name) => [
      name,
      field.of({
        from: "quantities",
        raw: quantities,
        shape: nullable(t.Integer()),
        map: (list) => list.find((one) => one.name === name)?.quantity ?? null,
      }),
    ]),
  ),
});
const location = record({ id: id(), name: field.text(), is_active: field.flag({ from: "isActive" }) });
const adjustment = record({
  id: id(),
  reason: field.text(),
  created_at: field.nullableTime({ from: "createdAt" }),
});

export const inventoryEndpoints = {
  get_inventory: endpoint({
    method: "GET",
    path: "/inventory/{item}",
    permission: "inventory.read",
    description: "Get the stock of one Shopify variant at each location: available, on hand, committed and incoming.",
    keywords: ["stock level", "how many left", "warehouse"],
    params: { item: numericId("The variant's inventory_item_id, from shopify_list_variants.") },
    upstream: ({ params }) => queryRequest(LEVELS, { id: gid("InventoryItem", params.item) }),
    returns: many("levels", level, {
      at: "data.inventoryItem.inventoryLevels.nodes",
      pagination: connection("inventoryItem.inventoryLevels", 50),
    }),
  }),
  list_locations: endpoint({
    method: "GET",
    path: "/locations",
    permission: "inventory.read",
    description: "List the locations of a Shopify shop: its stores and warehouses that hold stock.",
    keywords: ["warehouses", "branches", "stores"],
    upstream: () => queryRequest(LOCATIONS, {}),
    returns: many("locations", location, { at: "data.locations.nodes", pagination: connection("locations") }),
  }),
  set_inventory: endpoint({
    method: "PUT",
    path: "/inventory",
    permission: "inventory.write",
    reaches: false,
    description: "Set the stock quantity of Shopify variants at a location.",
    keywords: ["update stock", "restock", "count stock", "set quantity"],
    body: t.Object({
      name: t.Optional(oneOf(["available", "on_hand"], "Which quantity to set; the default is available.")),
      reason: t.Optional(
        oneOf(
          ["correction", "cycle_count_available", "damaged", "received", "restock", "shrinkage", "other"],
          "Reason for the change; the default is correction.",
        ),
      ),
      quantities: t.Array(
        t.Object(
          {
            inventory_item_id: numericId("The variant's inventory_item_id."),
            location_id: numericId("Id of the location, from shopify_list_locations."),
            quantity: t.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000, description: "The new quantity." }),
            expected: t.Optional(
              t.Integer({ description: "The expected current quantity: if it differs, nothing is set." }),
            ),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 100, description: "The new quantities." },
      ),
    }),
    upstream: ({ body, idempotencyKey }) =>
      mutationRequest(SET, {
        key: idempotencyKey,
        input: {
          name: body.name ?? "available",
          reason: body.reason ?? "correction",
          quantities: body.quantities.map(({ inventory_item_id, location_id, quantity, expected }) => ({
            inventoryItemId: gid("InventoryItem", inventory_item_id),
            locationId: gid("Location", location_id),
            quantity,
            // It must be there, and null compares nothing.
            changeFromQuantity: expected ?? null,
          })),
        },
      }),
    returns: one(adjustment, { at: "data.inventorySetQuantities.inventoryAdjustmentGroup" }),
  }),
};
