// What /metrics says of the machine: the disk of DATA_DIR, the memory limit. A sample is absent where the system does not say.
import { diskSize } from "../../foundation/db/disk.ts";
import { memoryUse } from "../../foundation/metrics/resources.ts";
import { type Family, gauge, type Sample } from "../../foundation/metrics/series.ts";

const samples = (value: number | null | undefined): Sample[] =>
  value === null || value === undefined ? [] : [{ labels: {}, value }];

/** All workers have one disk and one cgroup, so the largest figure stands for them. */
export function resourceFamilies(dataDir: string): Family[] {
  const [disk, memory] = [diskSize(dataDir), memoryUse()];
  const free = disk ? disk.limit - disk.used : null;
  return [
    gauge("gateway_disk_free_bytes", "Free bytes on the disk of DATA_DIR.", samples(free), "min"),
    gauge("gateway_disk_size_bytes", "Bytes of the disk of DATA_DIR.", samples(disk?.limit), "max"),
    gauge("gateway_memory_used_bytes", "Memory that counts towards the limit.", samples(memory?.used), "max"),
    gauge(
      "gateway_memory_limit_bytes",
      "The nearest memory limit, of a cgroup or the process.",
      samples(memory?.limit),
      "min",
    ),
  ];
}
