// Makes the list of wings and rooms in docs/architecture/rooms.md from the READMEs of src/, and writes it there.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = join(ROOT, "docs/architecture/rooms.md");
/** The list stands between these lines. */
const BEGIN = "<!-- wings: made by scripts/describe-rooms.ts -->";
const END = "<!-- /wings -->";

/** From the ground up. */
export const WINGS = [
  "plugin",
  "foundation",
  "metering",
  "web",
  "providers",
  "connections",
  "identity",
  "events",
  "agents",
  "operations",
  "dashboard",
  "reference",
  "plugin-kit",
  "server",
];

const paragraphOf = (lines: readonly string[]) => {
  const text = lines.slice(lines.findIndex((line) => line !== ""));
  const end = text.indexOf("");
  return (end === -1 ? text : text.slice(0, end)).join(" ");
};

/** A wing's first paragraph, and that of each of its rooms. */
function wing(name: string): string {
  const [head = "", ...rooms] = readFileSync(join(ROOT, "src", name, "README.md"), "utf8")
    .trim()
    .split("\n## ");
  const rows = rooms.map((room) => {
    const [title = "", ...lines] = room.split("\n");
    return `- \`${name}/${title}/\`: ${paragraphOf(lines)}`;
  });
  return [`**\`${name}/\`** ${paragraphOf(head.split("\n").slice(1))}`, ...(rows.length > 0 ? ["", ...rows] : [])].join(
    "\n",
  );
}

/** The rooms of which a wing's README speaks. */
export function roomsOf(name: string): string[] {
  const text = readFileSync(join(ROOT, "src", name, "README.md"), "utf8");
  return [...text.matchAll(/^## (.+)$/gm)].map(([, room = ""]) => room);
}

/** The folders of a wing; of src/ itself for "". */
export function foldersOf(name: string): string[] {
  const entries = readdirSync(join(ROOT, "src", name), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** docs/architecture/rooms.md with its list made again. */
export function roomsPage(): string {
  const text = readFileSync(PAGE, "utf8");
  const before = text.slice(0, text.indexOf(BEGIN) + BEGIN.length);
  return `${before}\n\n${WINGS.map(wing).join("\n\n")}\n\n${text.slice(text.indexOf(END))}`;
}

if (import.meta.main) writeFileSync(PAGE, roomsPage());
