// Disk, memory and open files that run out: one line for each crossing, in good time.
import { expect, test } from "bun:test";
import { descriptorUse, memoryUse } from "../../src/foundation/metrics/resources.ts";
import { createResourceWatch, type Resources, readResources } from "../../src/server/resource-watch.ts";

function watched() {
  const lines: [string, Record<string, unknown> | undefined][] = [];
  const log = {
    debug() {},
    info() {},
    error() {},
    warn: (event: string, fields?: Record<string, unknown>) => void lines.push([event, fields]),
  };
  let now: Resources = { disk: null, memory: null, descriptors: { used: null, limit: null } };
  const watch = createResourceWatch({ log, read: () => now, readMemory: () => now.memory });
  return {
    lines,
    seeMemory(used: number) {
      now = { ...now, memory: { used, limit: 100 } };
      watch.lookAtMemory();
    },
    see(changes: Partial<Resources>) {
      now = { ...now, ...changes };
      watch.look();
    },
  };
}

test("each crossing is one line, and another only after it has gone down again", () => {
  const { lines, see } = watched();
  const shares = [50, 89, 90, 95, 91, 86, 90, 84, 90];
  for (const used of shares) see({ disk: { used, limit: 100 } });
  expect(lines).toEqual([
    ["disk_nearly_full", { used: 90, limit: 100, percent: 90 }],
    ["disk_nearly_full", { used: 90, limit: 100, percent: 90 }],
  ]);
  see({ memory: { used: 95, limit: 100 }, descriptors: { used: 79, limit: 100 } });
  see({ descriptors: { used: 80, limit: 100 } });
  expect(lines.slice(2).map(([event]) => event)).toEqual(["memory_nearly_used", "descriptors_nearly_used"]);
});

test("memory is looked at alone, and a crossing is one line whichever look sees it", () => {
  const { lines, see, seeMemory } = watched();
  see({ memory: { used: 80, limit: 100 } });
  for (const used of [89, 90, 95]) seeMemory(used);
  see({ disk: { used: 1, limit: 100 } });
  seeMemory(96);
  expect(lines).toEqual([["memory_nearly_used", { used: 90, limit: 100, percent: 90 }]]);
  for (const used of [84, 99]) seeMemory(used);
  expect(lines).toHaveLength(2);
});

test("what has no limit, or is not known, has no line", () => {
  const { lines, see } = watched();
  see({ descriptors: { used: 1_000, limit: null } });
  see({ descriptors: { used: null, limit: 10 } });
  expect(lines).toEqual([]);
});

const files = (texts: Record<string, string>) => (path: string) => texts[path] ?? null;
const GROUP = "/sys/fs/cgroup/system.slice/gateway.service";

test("memory is that of the nearest limit: a cgroup of either version, one above it, or the process's own", () => {
  const second = {
    "/proc/self/cgroup": "0::/system.slice/gateway.service\n",
    [`${GROUP}/memory.max`]: "1000\n",
    [`${GROUP}/memory.current`]: "700\n",
    [`${GROUP}/memory.stat`]: "anon 400\ninactive_file 200\n",
  };
  expect(memoryUse(files(second))).toEqual({ used: 500, limit: 1_000 });
  const above = {
    "/sys/fs/cgroup/system.slice/memory.max": "800\n",
    "/sys/fs/cgroup/system.slice/memory.current": "790\n",
  };
  expect(memoryUse(files({ ...second, ...above }))).toEqual({ used: 790, limit: 800 });
  expect(memoryUse(files({ ...second, [`${GROUP}/memory.max`]: "max\n" }))).toBeNull();
  const first = {
    "/proc/self/cgroup": "4:memory:/docker/abc\n",
    "/sys/fs/cgroup/memory/memory.limit_in_bytes": "2000\n",
    "/sys/fs/cgroup/memory/memory.usage_in_bytes": "1500\n",
    "/sys/fs/cgroup/memory/memory.stat": "total_inactive_file 500\n",
    "/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes": "9223372036854771712\n",
    "/sys/fs/cgroup/memory/docker/abc/memory.usage_in_bytes": "1500\n",
  };
  expect(memoryUse(files(first))).toEqual({ used: 1_000, limit: 2_000 });
  const own = {
    "/proc/self/limits": "Max address space         4096000              unlimited            bytes\n",
    "/proc/self/status": "Name:\tgateway\nVmSize:\t    3000 kB\n",
  };
  expect(memoryUse(files(own))).toEqual({ used: 3_072_000, limit: 4_096_000 });
  expect(memoryUse(files({}))).toBeNull();
});

test("this machine's disk and open files are read", () => {
  const { disk, descriptors } = readResources(".");
  expect(disk?.used).toBeGreaterThan(0);
  expect(disk?.limit).toBeGreaterThan(disk?.used ?? 0);
  if (process.platform === "linux") expect(descriptors.used).toBeGreaterThan(2);
  expect(descriptorUse(files({}), () => ["0", "1", "2", "3"])).toEqual({ used: 3, limit: null });
});
