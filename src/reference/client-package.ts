// Serves the typed client of the gateway's own version at /client.tgz, as a package that npm installs from the address.
import { createHash } from "node:crypto";
import { bytesResponse } from "../web/http/body.ts";
import type { PublicRoute, Tag } from "../web/http/route.ts";

export const CLIENT_PATH = "/client.tgz";

interface Package {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

export function clientPackageRoute(tag: Tag): PublicRoute {
  let loading: Promise<Package> | null = null;
  const load = () => {
    loading ??= readPackage();
    loading.catch(() => {
      // The caller that awaits the package gets the error; the next request tries again.
      loading = null;
    });
    return loading;
  };
  return {
    id: "client_package",
    method: "GET",
    path: CLIENT_PATH,
    summary: "The typed client for TypeScript as an npm package: npm install <this address>.",
    tag,
    access: "public",
    hasEtag: true,
    responses: { "200": { description: "The package.", types: ["application/gzip"] } },
    async handle({ request }) {
      const { bytes, etag } = await load();
      // An upgrade of the gateway brings another package, so each install asks again.
      const headers = { etag, "cache-control": "public, no-cache" };
      const isKnown = request.headers.get("if-none-match")?.includes(etag) ?? false;
      if (isKnown) return { response: new Response(null, { status: 304, headers }) };
      const filename = 'attachment; filename="client.tgz"';
      return {
        response: bytesResponse(bytes, {
          ...headers,
          "content-type": "application/gzip",
          "content-disposition": filename,
        }),
      };
    },
  };
}

async function readPackage(): Promise<Package> {
  const { clientPackage } = await import("gateway:client-package");
  const bytes = await clientPackage();
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"` };
}
