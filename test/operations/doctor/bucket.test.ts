// What doctor says of the bucket of the backups: one that takes the keys, one that refuses them, and one that is not there.
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { BackupSettings } from "../../../src/foundation/config/backup-settings.ts";
import { checkBucket } from "../../../src/operations/doctor/bucket-check.ts";
import { S3_ACCESS_KEY, S3_REGION, S3_SECRET_KEY, type S3Server, startS3 } from "../../support/s3-server.ts";

let s3: S3Server;
beforeEach(() => {
  s3 = startS3();
});
afterEach(() => s3.stop());

const settings = (changes: { endpoint?: string; secretKey?: string } = {}): { backups: BackupSettings } => ({
  backups: {
    place: {
      s3: {
        ...{ endpoint: s3.url, bucket: "backups", prefix: "one/", region: S3_REGION },
        ...{ accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY, ...changes },
      },
    },
    everyMs: 86_400_000,
    keep: { backups: 7 },
    isVerified: true,
  },
});

test("a bucket that takes the keys is well, and stores nothing", async () => {
  const [line] = await checkBucket(settings());
  expect(line).toMatchObject({ check: "backup bucket", ok: true, message: expect.stringMatching(/can be listed$/) });
  expect(s3.objects.size).toBe(0);
});

test("wrong keys, and a storage that is not there, fail with the setting, and without the key", async () => {
  const [refused] = await checkBucket(settings({ secretKey: "hidden-wrong-key" }));
  expect(refused).toMatchObject({ ok: false, message: expect.stringMatching(/responded with 403 .*_S3_ACCESS_KEY/) });
  const [away] = await checkBucket(settings({ endpoint: "http://127.0.0.1:1" }));
  expect(away).toMatchObject({ ok: false, message: expect.stringMatching(/refuses the connection.*_S3_ENDPOINT/) });
  const [unknown] = await checkBucket(settings({ endpoint: "http://storage.invalid" }));
  expect(unknown?.message).toMatch(/the storage has a name that DNS does not know .*_S3_ENDPOINT/);
  expect(JSON.stringify([refused, away])).not.toContain("hidden");
});

test("no bucket has no line", async () => {
  expect(await checkBucket({ backups: null })).toEqual([]);
  expect(await checkBucket({ backups: { ...settings().backups, place: { folder: "/backups" } } })).toEqual([]);
});
