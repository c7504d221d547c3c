// What a release's archive has beside the program: files at its root, and the pages that doctor and errors name.

/** Copied to the root of the archive. */
export const filesBeside = (target: string): string[] => [
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  "docs/alerts.yml",
  "docs/proxies/Caddyfile",
  "docs/proxies/haproxy.cfg",
  "docs/proxies/nginx.conf",
  ...(target.startsWith("linux") ? ["docs/systemd/gateway.service"] : []),
];

/** Files and folders that have the same path in the archive. */
export const PAGES = ["docs/operate", "docs/operate.md", "docs/providers.md"] as const;
