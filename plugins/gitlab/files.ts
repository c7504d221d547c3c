// Files of a repository: folders, content, and one file's change as a commit.
import { deleted, endpoint, field, file, fileInput, many, one, path, Refusal, record, t } from "gateway/plugin";
import { inProject, paging } from "./fields.ts";
import { branchName, filePath, inBase64, lastCommit, message, startBranch } from "./repository.ts";

const entry = record({
  name: field.text(),
  path: field.text(),
  type: field.of({
    raw: t.String(),
    shape: t.String({ description: "file, folder or submodule." }),
    map: (type) => (type === "tree" ? "folder" : type === "blob" ? "file" : "submodule"),
  }),
  sha: field.text({ from: "id", description: "SHA of the content." }),
});
const written = record({ path: field.text({ from: "file_path" }), branch: field.text() });

const ref = t.Optional(branchName("Branch, tag or commit; the default is the repository's default branch."));
const ofCommit = {
  branch: { absent: "A read names the branch itself." },
  message: { absent: "It is of the commit, from gitlab_list_commits." },
  start_branch: { absent: "The branch begins there; a file does not say it." },
};
const changed = {
  path: filePath("The file's path in the repository."),
  ...fileInput({}, { description: "The file's complete new content." }),
  branch: branchName("Branch to commit to."),
  message,
  start_branch: startBranch,
};
const MAX_BYTES = 10 * 1024 * 1024;

export const fileEndpoints = {
  list_source_files: endpoint({
    method: "GET",
    path: "/projects/{project}/tree",
    permission: "code.read",
    description: "List the files and folders in one folder of a GitLab project, or all below it.",
    keywords: ["directory", "tree", "source code", "ls"],
    params: inProject,
    query: t.Object({
      path: t.Optional(filePath("Path of the folder; the default is the repository's root.")),
      ref,
      recursive: t.Optional(t.Boolean({ description: "Whether to list the folders below it as well." })),
    }),
    upstream: ({ params, query }) => ({
      path: path`/projects/${params.project}/repository/tree`,
      query: { ...query, pagination: "keyset" },
    }),
    returns: many("files", entry, { pagination: paging }),
  }),
  get_source_file: endpoint({
    method: "GET",
    path: "/projects/{project}/files",
    permission: "code.read",
    description: "Read a file of a GitLab project; its id is the last commit that changed it.",
    keywords: ["file content", "download", "source code", "open", "readme"],
    params: inProject,
    query: t.Object({ path: filePath("The file's path in the repository."), ref }),
    run: async ({ params, query }, upstream) => {
      const { headers, body } = await upstream.open({
        path: path`/projects/${params.project}/repository/files/${query.path}/raw`,
        query: { ref: query.ref ?? "HEAD" },
      });
      const id = headers.get("x-gitlab-last-commit-id");
      if (id === null) throw new Refusal("error", "GitLab's response names no commit.", "unexpected_shape");
      const size = Number(headers.get("x-gitlab-size") ?? Number.NaN);
      return {
        id,
        name: query.path.split("/").at(-1) ?? query.path,
        mimeType: headers.get("content-type")?.split(";")[0]?.trim() || "application/octet-stream",
        size: Number.isSafeInteger(size) ? size : null,
        body,
      };
    },
    returns: file(),
  }),
  create_source_file: endpoint({
    method: "POST",
    reaches: true,
    path: "/projects/{project}/files",
    permission: "code.write",
    description: "Add a file to a GitLab project, as one commit.",
    keywords: ["commit", "push", "upload", "new file", "save"],
    params: inProject,
    maxBodyBytes: MAX_BYTES,
    body: t.Object(changed),
    readAs: ofCommit,
    upstream: ({ params, body: { path: file, message, content, ...body } }) => ({
      path: path`/projects/${params.project}/repository/files/${file}`,
      json: { ...body, ...inBase64(content), commit_message: message },
    }),
    returns: one(written),
  }),
  update_source_file: endpoint({
    method: "PUT",
    reaches: true,
    path: "/projects/{project}/files",
    permission: "code.write",
    description: "Change a file of a GitLab project, as one commit.",
    keywords: ["commit", "push", "edit", "write file", "save"],
    params: inProject,
    maxBodyBytes: MAX_BYTES,
    body: t.Object({ ...changed, last_commit_id: lastCommit }),
    readAs: {
      ...ofCommit,
      last_commit_id: { absent: "It is a condition of the change, and not stored." },
    },
    upstream: ({ params, body: { path: file, message, content, ...body } }) => ({
      path: path`/projects/${params.project}/repository/files/${file}`,
      json: { ...body, ...inBase64(content), commit_message: message },
    }),
    returns: one(written),
  }),
  delete_source_file: endpoint({
    method: "DELETE",
    path: "/projects/{project}/files",
    permission: "code.write",
    reaches: true,
    description: "Delete a file of a GitLab project, as one commit.",
    keywords: ["remove file", "git rm"],
    params: inProject,
    query: t.Object({
      path: filePath("The file's path in the repository."),
      branch: branchName("Branch to commit to."),
      message,
    }),
    upstream: ({ params, query }) => ({
      path: path`/projects/${params.project}/repository/files/${query.path}`,
      query: { branch: query.branch, commit_message: query.message },
    }),
    returns: deleted(),
  }),
};
