// The key that makes an event that comes twice one, whether it is pushed, polled or both.

/**
 * The key within an integration: the first type that it ever had, the watched resource where there is one, and the provider's id. An inbound webhook and a
 * poll that give one thing the same type and id, and name no resource, have one key.
 */
export function eventKey(type: string, id: string, resource = ""): string {
  return resource === "" ? `${type}:${id}` : `${type}:${resource}:${id}`;
}
