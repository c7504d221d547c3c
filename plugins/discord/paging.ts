// Paging of endpoints whose `run` filters or cuts the pages itself.
import { type Pagination, textAt, type UpstreamResponse } from "gateway/plugin";

/** A page that a `run` has cut. `items` that are no list are reported as the provider's error. */
export function pageResponse(res: UpstreamResponse, items: unknown, next: string | null = null): UpstreamResponse {
  return { ...res, json: { items, next } };
}
export const pluginPages = (max: number): Pagination => ({
  max,
  apply: (req) => req,
  next: (res) => textAt(res.json, "next"),
});
