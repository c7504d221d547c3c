// Endpoints of a repository's files: list a folder, read and write a file.
import {
  base64Bytes,
  base64Text,
  checked,
  endpoint,
  entryOf,
  field,
  file,
  fileInput,
  InvalidInput,
  joinPaths,
  many,
  one,
  pages,
  path,
  Refusal,
  record,
  segments,
  t,
  type Upstream,
  type UpstreamFile,
  type UpstreamPath,
} from "gateway/plugin";
import { inRepo } from "./fields.ts";

const filePath = t.String({ minLength: 1, maxLength: 4096, description: "Path of the file, such as docs/guide.md." });
const ref = t.Optional(
  t.String({
    minLength: 1,
    description: "Branch, tag or commit to read; the default is the repository's default branch.",
  }),
);

const entry = record({
  name: field.text(),
  path: field.text(),
  type: field.text({ description: "file, dir, symlink or submodule." }),
  sha: field.text(),
  size: field.integer({ description: "Size in bytes; 0 for a folder." }),
  html_url: field.nullableText(),
});

const writtenFile = record({
  path: field.text({ from: "content.path" }),
  sha: field.text({ from: "content.sha", description: "Id of the new content; send it with the next change." }),
  size: field.integer({ from: "content.size", description: "Size in bytes." }),
  html_url: field.nullableText({ from: "content.html_url" }),
  commit: field.one(record({ sha: field.text(), html_url: field.text() })),
});

/** The path of a file or folder below a method of the API; leading and trailing slashes are dropped. */
function inRepository(
  params: { owner: string; repo: string },
  method: "contents" | "readme",
  filePath: string,
): UpstreamPath {
  const trimmed = filePath.replace(/^\/+|(?<!\/)\/+$/g, "");
  const root = path`/repos/${params.owner}/${params.repo}/${method}`;
  return trimmed === "" ? root : joinPaths(root, path`/`, segments(trimmed));
}

/** Media types by file extension: GitHub names none. */
const MEDIA_TYPES: Record<string, string> = {
  md: "text/markdown",
  json: "application/json",
  html: "text/html",
  css: "text/css",
  csv: "text/csv",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
  zip: "application/zip",
};
function mediaType(name: string, bytes: Uint8Array | null): string {
  const known = entryOf(MEDIA_TYPES, name.slice(name.lastIndexOf(".") + 1).toLowerCase());
  if (known || bytes === null) return known ?? "application/octet-stream";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return bytes.includes(0) ? "application/octet-stream" : "text/plain";
  } catch {
    // Bytes that are not UTF-8 are no text.
    return "application/octet-stream";
  }
}

const RawContent = t.Object({
  type: t.Union(["file", "dir", "symlink", "submodule"].map((type) => t.Literal(type))),
  name: t.String(),
  sha: t.String(),
  size: t.Optional(t.Integer()),
  encoding: t.Optional(t.String()),
  content: t.Optional(t.String()),
});

/**
 * JSON holds files up to 1 MB, the raw media type up to 100 MB: docs.github.com/rest/repos/contents. The JSON comes first,
 * since it tells a file from a folder and has the sha that a change needs.
 */
async function readFile(filePath: UpstreamPath, ref: string | undefined, upstream: Upstream): Promise<UpstreamFile> {
  const { json } = await upstream.request({ path: filePath, query: { ref } });
  if (Array.isArray(json)) throw new InvalidInput("The path is a folder; github_list_files lists it.");
  const { type, name, sha, size = null, encoding, content } = checked(RawContent, json);
  if (type !== "file") throw new InvalidInput(`The path is not a file but a ${type}.`);
  const meta = { id: sha, name };
  if (encoding === "base64" && content !== undefined) {
    const bytes = base64Bytes(content);
    if (!bytes || bytes.byteLength < (size ?? 0))
      throw new Refusal("error", "GitHub's content of the file is incomplete.", "broken_data");
    return { ...meta, mimeType: mediaType(name, bytes), size: bytes.byteLength, body: new Blob([bytes]).stream() };
  }
  const raw = await upstream.open({
    path: filePath,
    query: { ref },
    headers: { accept: "application/vnd.github.raw+json" },
  });
  return { ...meta, mimeType: mediaType(name, null), size, body: raw.body };
}

export const contents = {
  list_files: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/files",
    permission: "repos.read",
    description: "List the files and folders in one folder of a GitHub repository.",
    keywords: ["directory", "tree", "source code", "ls"],
    params: inRepo,
    query: t.Object({
      path: t.Optional(
        t.String({ maxLength: 4096, description: "Path of the folder; the default is the repository's root." }),
      ),
      ref,
    }),
    run: async ({ params, query }, upstream) => {
      const response = await upstream.request({
        path: inRepository(params, "contents", query.path ?? ""),
        query: { ref: query.ref },
      });
      if (!Array.isArray(response.json))
        throw new InvalidInput("The path is not a folder; github_get_file reads a file.");
      return response;
    },
    returns: many("files", entry, { pagination: pages.whole() }),
  }),
  get_file: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/contents",
    permission: "repos.read",
    description:
      "Read a file of a GitHub repository; its id is the content's sha, which github_write_file needs to change it.",
    keywords: ["file content", "download", "source code", "open"],
    params: inRepo,
    query: t.Object({ path: filePath, ref }),
    run: ({ params, query }, upstream) => readFile(inRepository(params, "contents", query.path), query.ref, upstream),
    returns: file(),
  }),
  get_readme: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/readme",
    permission: "repos.read",
    description: "Read the README of a GitHub repository, or of one of its folders.",
    keywords: ["what is this project", "documentation", "introduction", "about the repository"],
    params: inRepo,
    query: t.Object({
      path: t.Optional(
        t.String({
          maxLength: 4096,
          description: "Path of the folder; by default, GitHub finds the repository's own.",
        }),
      ),
      ref,
    }),
    run: ({ params, query }, upstream) =>
      readFile(inRepository(params, "readme", query.path ?? ""), query.ref, upstream),
    returns: file(),
  }),
  write_file: endpoint({
    method: "PUT",
    recipients: ["{owner}/{repo}"],
    reaches: true,
    path: "/repos/{owner}/{repo}/contents",
    permission: "repos.write",
    description: "Create or change a file in a GitHub repository, as one commit.",
    keywords: ["commit", "push", "save", "edit", "update file", "upload"],
    params: inRepo,
    maxBodyBytes: 10 * 1024 * 1024,
    body: t.Object({
      path: filePath,
      ...fileInput({}, { description: "The file's complete new content." }),
      message: t.String({ minLength: 1, description: "Commit message." }),
      branch: t.Optional(
        t.String({ minLength: 1, description: "Branch to commit to; the default is the repository's default branch." }),
      ),
      sha: t.Optional(
        t.String({
          minLength: 1,
          description:
            "The current content's sha, which github_get_file returns as id; required if the file already exists.",
        }),
      ),
    }),
    upstream: ({ params, body }) => ({
      path: inRepository(params, "contents", body.path),
      json: {
        message: body.message,
        content: base64Text(body.content),
        branch: body.branch,
        sha: body.sha,
      },
    }),
    returns: one(writtenFile),
  }),
};
