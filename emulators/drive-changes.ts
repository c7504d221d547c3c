// Adds Drive's log of changes to the Google emulator, out of its list of files.
import { changeLogs } from "./change-log.ts";
import type { GateRequest } from "./gate.ts";
import { bearerOf, type Endpoint, type EndpointContext } from "./service.ts";

interface File extends Record<string, unknown> {
  id: string;
  modifiedTime?: string;
}

const CHANGES = "/drive/v3/changes";
const START = `${CHANGES}/startPageToken`;

export function createDriveChanges(context: EndpointContext): Endpoint {
  const logOf = changeLogs<File>();
  const filesOf = async (request: GateRequest): Promise<File[] | Response> => {
    const response = await context.forward(request, { path: "/drive/v3/files?pageSize=1000" });
    return response.ok ? ((await response.json()) as { files: File[] }).files : response;
  };
  return async (request) => {
    const { pathname, searchParams } = request.url;
    if (request.method !== "GET" || (pathname !== CHANGES && pathname !== START)) return undefined;
    const files = await filesOf(request);
    if (files instanceof Response) return files;
    const log = logOf(context.tokens.userOf(bearerOf(request.headers)) ?? "");
    if (pathname === START) return Response.json({ kind: "drive#startPageToken", startPageToken: log.tokenOf(files) });
    const changes = log.since(searchParams.get("pageToken") ?? "", files);
    if (!changes) return Response.json({ error: { code: 404, message: "Page token not found." } }, { status: 404 });
    const time = new Date().toISOString();
    const removed = changes.gone.map((fileId) => ({ changeType: "file", time, removed: true, fileId }));
    const changed = changes.changed.map((file) => {
      return { changeType: "file", time: file.modifiedTime ?? time, removed: false, fileId: file.id, file };
    });
    return Response.json({
      kind: "drive#changeList",
      newStartPageToken: changes.token,
      changes: [...changed, ...removed],
    });
  };
}
