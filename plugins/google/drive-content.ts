// The content of a file in Google Drive: its bytes, or an export of one of Google's own documents.
import {
  checked,
  entryOf,
  joinPaths,
  path,
  Refusal,
  segments,
  t,
  type Upstream,
  type UpstreamFile,
  type UpstreamRequest,
} from "gateway/plugin";
import { DEFAULT_EXPORT, exportName, isGoogleType, RawFile, SHORTCUT, sizeOf } from "./drive-file.ts";
import { type FileKey, keyHeaders } from "./drive-keys.ts";

const DOCS = "https://docs.google.com";
const RawSource = t.Pick(RawFile, ["name", "mimeType", "size", "shortcutDetails", "exportLinks"]);
const SOURCE_FIELDS = "id,name,mimeType,size,shortcutDetails,exportLinks";

/** A file that has content, and the keys of the shortcut and of itself. */
interface Source {
  id: string;
  name: string;
  mimeType: string;
  size: number | null;
  exportLinks: Record<string, string>;
  headers: Record<string, string> | undefined;
}

/** Resolves a shortcut to its target; any other file is its own source. */
export async function resolveSource(file: FileKey, upstream: Upstream): Promise<Source> {
  const read = async ({ id }: FileKey, headers: Source["headers"]) => {
    const query = { fields: SOURCE_FIELDS, supportsAllDrives: true };
    const { json } = await upstream.request({ path: path`/drive/v3/files/${id}`, query, headers });
    return checked(RawSource, json);
  };
  const found = await read(file, keyHeaders(file));
  const { targetId, targetResourceKey } = found.shortcutDetails ?? {};
  const target =
    found.mimeType === SHORTCUT && targetId !== undefined ? { id: targetId, key: targetResourceKey } : file;
  const headers = keyHeaders(target);
  const source = target === file ? found : await read(target, headers);
  return {
    id: target.id,
    name: source.name,
    mimeType: source.mimeType,
    size: sizeOf(source.size),
    exportLinks: source.exportLinks ?? {},
    headers,
  };
}

/** Exports a Google document; Drive refuses any other file, and what is larger than 10 MB, for which a document has links. */
export async function exportDocument(source: Source, mimeType: string, upstream: Upstream): Promise<UpstreamFile> {
  const { id, name, headers, exportLinks } = source;
  const accept = { accept: "*/*", ...headers };
  const request = { path: path`/drive/v3/files/${id}/export`, query: { mimeType }, headers: accept };
  const link = entryOf(exportLinks, mimeType);
  const opened =
    link === undefined
      ? await upstream.open(request)
      : ((await upstream.open(request, ["invalid"])) ??
        (await upstream.open({ ...exportLinkRequest(link), headers: accept })));
  return { id, name: exportName(name, mimeType), mimeType, size: null, body: opened.body };
}

/** The request for one of a document's `exportLinks`. It carries the token, so it goes to Google Docs and nowhere else. */
export function exportLinkRequest(link: string): UpstreamRequest {
  const url = URL.parse(link);
  // What a segment may have unencoded: the path goes out as Google wrote it.
  if (url?.origin !== DOCS || url.username + url.password + url.hash !== "" || !/^\/[\w./-]+$/.test(url.pathname))
    throw new Refusal(
      "error",
      "Google Drive gave a link for this export that does not lead to Google Docs.",
      "foreign_link",
    );
  const query: Record<string, string[]> = {};
  for (const [name, value] of url.searchParams) query[name] = [...(query[name] ?? []), value];
  return { base: "docs", path: joinPaths(path`/`, segments(url.pathname.slice(1))), query };
}

/** Opens the file's bytes, or an export of a Google document. Drive refuses what has neither. */
export async function openContent(
  source: Source,
  exportType: string | undefined,
  upstream: Upstream,
): Promise<UpstreamFile> {
  const { id, name, mimeType, size, headers } = source;
  const target = isGoogleType(mimeType) ? (exportType ?? entryOf(DEFAULT_EXPORT, mimeType)) : undefined;
  if (target !== undefined) return exportDocument(source, target, upstream);
  const { body } = await upstream.open({
    path: path`/drive/v3/files/${id}`,
    query: { alt: "media", supportsAllDrives: true },
    headers: { accept: "*/*", ...headers },
  });
  return { id, name, mimeType, size, body };
}
