// What the system allows this process, and how much of that it uses: memory and open files. Null where the system does not say.
import { readdirSync, readFileSync } from "node:fs";

export interface Use {
  used: number;
  limit: number;
}

/** Reads a file of the system; null where there is none. */
export type ReadText = (path: string) => string | null;

const readText: ReadText = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Other systems, and other versions of Linux, have no such file.
    return null;
  }
};

const CGROUPS = "/sys/fs/cgroup";
/** A limit beyond this is none: cgroup v1 writes the largest page-aligned number. */
const NO_LIMIT = 2 ** 60;

/**
 * The memory of the nearest limit. Of a cgroup's figure the cache of files is taken off that the kernel drops first, since a
 * process is not killed for it.
 */
export function memoryUse(read: ReadText = readText): Use | null {
  const uses = [...cgroupUses(read), addressSpace(read)].filter((use) => use !== null);
  const [nearest = null] = uses.sort((one, other) => other.used / other.limit - one.used / one.limit);
  return nearest;
}

function cgroupUses(read: ReadText): Use[] {
  const lines = (read("/proc/self/cgroup") ?? "").split("\n").map((line) => line.split(":"));
  const second = lines.find(([number]) => number === "0")?.[2];
  const first = lines.find(([, controllers]) => controllers?.split(",").includes("memory"))?.[2];
  return [
    ...(second === undefined
      ? []
      : upwards(CGROUPS, second).map((at) =>
          useOf(read, at, { limit: "memory.max", used: "memory.current", cache: "inactive_file" }),
        )),
    ...(first === undefined
      ? []
      : upwards(`${CGROUPS}/memory`, first).map((at) =>
          useOf(read, at, {
            limit: "memory.limit_in_bytes",
            used: "memory.usage_in_bytes",
            cache: "total_inactive_file",
          }),
        )),
  ].filter((use) => use !== null);
}

/** The group's folder and those above it, each of which may set a limit; in a container the mount is the group's own. */
function upwards(root: string, path: string): string[] {
  const names = path.split("/").filter(Boolean);
  return [...names.keys(), names.length].map((count) => [root, ...names.slice(0, count)].join("/"));
}

interface CgroupFiles {
  limit: string;
  used: string;
  cache: string;
}

function useOf(read: ReadText, folder: string, files: CgroupFiles): Use | null {
  const limit = numberOf(read(`${folder}/${files.limit}`));
  const used = numberOf(read(`${folder}/${files.used}`));
  if (limit === null || used === null || limit >= NO_LIMIT) return null;
  const cache = new RegExp(`^${files.cache} (\\d+)$`, "m").exec(read(`${folder}/memory.stat`) ?? "")?.[1];
  return { used: Math.max(0, used - Number(cache ?? 0)), limit };
}

/** `ulimit -v`. */
function addressSpace(read: ReadText): Use | null {
  const limit = limitOf(read, "Max address space");
  const used = /^VmSize:\s+(\d+) kB$/m.exec(read("/proc/self/status") ?? "")?.[1];
  return limit === null || used === undefined ? null : { used: Number(used) * 1_024, limit };
}

export interface FileUse {
  used: number | null;
  limit: number | null;
}

/** Open files and connections, and how many may be open. */
export function descriptorUse(read: ReadText = readText, list = () => readdirSync("/proc/self/fd")): FileUse {
  return { used: countOf(list), limit: limitOf(read, "Max open files") };
}

function countOf(list: () => readonly string[]): number | null {
  try {
    // The look itself opens the folder.
    return list().length - 1;
  } catch {
    // Only Linux lists them.
    return null;
  }
}

/** The soft limit, which is the one in force. */
function limitOf(read: ReadText, name: string): number | null {
  return numberOf(new RegExp(`^${name}\\s+(\\d+)`, "m").exec(read("/proc/self/limits") ?? "")?.[1] ?? null);
}

function numberOf(text: string | null): number | null {
  const digits = text?.trim();
  return digits !== undefined && /^\d+$/.test(digits) ? Number(digits) : null;
}
