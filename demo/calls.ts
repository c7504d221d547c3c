// The demo's calls, one of each kind.

export interface DemoCall {
  /** Starts a new part of the output. */
  title?: string;
  method: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
  isExpected?: (status: number, text: string) => boolean;
}

const bytes = { accept: "application/octet-stream" };

export const DEMO_CALLS: readonly DemoCall[] = [
  { title: "Gmail: list, read, send", method: "GET", path: "/api/v1/google/gmail/messages?limit=2" },
  { method: "GET", path: "/api/v1/google/gmail/messages/mail-1" },
  {
    method: "POST",
    path: "/api/v1/google/gmail/send",
    body: { to: "grace@example.com", subject: "Grüße aus dem Gateway", text: "It works." },
  },
  { title: "Google Calendar: list and create", method: "GET", path: "/api/v1/google/calendar/events?limit=2" },
  {
    method: "POST",
    path: "/api/v1/google/calendar/events",
    body: {
      title: "Demo",
      start: { date_time: "2030-01-02T10:00:00Z" },
      end: { date_time: "2030-01-02T11:00:00Z" },
    },
  },
  { title: "Google Drive: list, read as JSON, read as bytes", method: "GET", path: "/api/v1/google/drive/files" },
  { method: "GET", path: "/api/v1/google/drive/files/file-1/content" },
  { method: "GET", path: "/api/v1/google/drive/files/file-1/content", headers: bytes },
  { title: "GitHub: repositories, issues", method: "GET", path: "/api/v1/github/repos?limit=2" },
  {
    method: "POST",
    path: "/api/v1/github/repos/ada/engine/issues",
    body: { title: "Opened through the gateway", body: "By the demo." },
  },
  { method: "GET", path: "/api/v1/github/repos/ada/engine/issues?limit=2" },
  { title: "Slack: channels, send, read", method: "GET", path: "/api/v1/slack/channels?limit=2" },
  { method: "POST", path: "/api/v1/slack/messages", body: { channel: "C000000001", text: "Hello from the gateway" } },
  { method: "GET", path: "/api/v1/slack/messages?channel=C000000001&limit=2" },
  { title: "Tools: what an agent would find", method: "GET", path: "/api/v1/tools/search/send%20an%20email" },
  { method: "GET", path: "/api/v1/tools/provider/slack" },
  {
    title: "Errors: a wrong key, an unknown field",
    method: "GET",
    path: "/api/v1/github/repos",
    headers: { authorization: "Bearer sk_live_madeup" },
    isExpected: (status) => status === 401,
  },
  { method: "GET", path: "/api/v1/github/repos?lmit=2", isExpected: (status) => status === 400 },
  { title: "Usage: one row for each of these calls", method: "GET", path: "/api/v1/usage?limit=3" },
  { method: "GET", path: "/api/v1/usage/summary" },
];
