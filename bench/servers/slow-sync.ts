// Lets the processes of a run see a disk whose syncs take longer: the virtual disks of test machines often answer before
// anything is written, and then what is measured of durable writes is no more than what is computed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('slow-sync.c', import.meta.url));

/** Environment in which each sync takes `syncMs` longer; compiles a small library into `folder`. Throws Error without a C compiler, or not on Linux. */
export function slowSyncEnvironment(folder: string, syncMs: number): Record<string, string> {
  const library = join(folder, 'slow-sync.so');
  const { status, stderr, error } = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`--sync-ms needs a C compiler (cc): ${error?.message ?? stderr}`);
  return { LD_PRELOAD: library, BENCH_SYNC_US: String(Math.round(syncMs * 1000)) };
}
