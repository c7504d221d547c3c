// Made-up tools of other providers, which make a catalogue as large as those of many integrations.
import type { SearchableTool } from "../src/agents/tools/search.ts";

const VERBS = ["list", "get", "create", "update", "delete", "search", "send", "archive", "export", "approve"];
const QUALIFIERS = ["", "monthly", "shared", "default", "external", "linked", "public"];
/** Every fifth is an object that tools of ours have too. */
const OBJECTS = (
  "invoice payment refund subscription message shipment parcel warehouse order contact coupon campaign survey " +
  "response event employee payroll shift timesheet task asset device certificate domain file backup cluster " +
  "container dashboard issue metric incident patient appointment comment lecture student exam grade user recipe " +
  "booking room flight deal vehicle driver route sensor page reading forecast budget ledger channel account tax " +
  "donation volunteer note property tenant lease claim folder policy"
).split(" ");

export function otherTools(count: number): SearchableTool[] {
  return Array.from({ length: count }, (_, at) => {
    const verb = VERBS[at % VERBS.length] as string;
    const object = OBJECTS[Math.floor(at / VERBS.length) % OBJECTS.length] as string;
    const round = Math.floor(at / (VERBS.length * OBJECTS.length));
    const provider = `vendor${round}`;
    const qualifier = QUALIFIERS[round % QUALIFIERS.length] as string;
    const what = [qualifier, object].filter(Boolean).join("_");
    return {
      name: `${provider}_${verb}_${what}`,
      description: `${verb} one ${what.replace("_", " ")} of Vendor ${round}, with its name, owner, status and dates.`,
      provider,
      providerName: `Vendor ${round}`,
      service: `${object}s`,
      method: verb === "create" || verb === "send" ? "POST" : "GET",
      path: `/api/v1/${provider}/${object}s/{id}`,
      parameters: ["id", "limit", "cursor", "status"],
      keywords: [object, `${verb} ${object}`],
      serviceKeywords: [object],
    };
  });
}
