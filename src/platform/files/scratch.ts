// Folders for work in passing, in the data folder, because what is worked on may be larger than the system's own place for it.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const scratchPrefix = '.scratch-';
const forgottenAfterMs = 24 * 60 * 60 * 1000;

/** Runs work with a folder of the data folder that goes again; those that a kill left for a day go too. */
export async function withScratch<R>(dataDir: string, work: (folder: string) => Promise<R>): Promise<R> {
  for (const name of (await readdir(dataDir)).filter((one) => one.startsWith(scratchPrefix))) {
    const facts = await stat(join(dataDir, name)).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > forgottenAfterMs)
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const folder = await mkdtemp(join(dataDir, scratchPrefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
