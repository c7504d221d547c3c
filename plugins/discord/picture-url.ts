// URL of an avatar or a server icon; animated ones have a hash that starts with `a_`.

export function pictureUrl(folder: "avatars" | "icons", id: string, hash: string | null | undefined): string | null {
  return hash ? `https://cdn.discordapp.com/${folder}/${id}/${hash}.${hash.startsWith("a_") ? "gif" : "png"}` : null;
}
