// Resource keys, which files that were shared by link need beside their id: developers.google.com/workspace/drive/api/guides/resource-keys.
import { InvalidInput, t } from "gateway/plugin";

const PLAIN = "^[A-Za-z0-9_-]{1,200}$";

/** The query of an endpoint for one file. */
export const keyQuery = t.Object({
  resource_key: t.Optional(
    t.String({
      pattern: PLAIN,
      description: "The file's `resource_key`, or `resourcekey` of a link to it; only a file that has one needs it.",
    }),
  ),
});

export interface FileKey {
  id: string;
  key?: string;
}

/** The header that lists the keys; undefined where no file has one. Commas and slashes divide the list, so neither id nor key has one. */
export function keyHeaders(...files: readonly FileKey[]): Record<string, string> | undefined {
  const pairs = files.flatMap(({ id, key }) => (key ? [[id, key] as const] : []));
  if (pairs.length === 0) return undefined;
  const plain = new RegExp(PLAIN);
  if (!pairs.flat().every((text) => plain.exec(text)?.[0] === text))
    throw new InvalidInput(
      'A file with a resource key has an id and a key of letters, digits, "-" and "_": send both as Google Drive gave them.',
    );
  return { "x-goog-drive-resource-keys": pairs.map(([id, key]) => `${id}/${key}`).join(",") };
}
