// `npm run bench large-files`: moves a large file through a server, or with --git a Git repository, which it also reads, and prints how long
// each took and how much memory.
import { parseArgs } from 'node:util';
import { moveFile, withSite } from './move-file.ts';
import type { Moved } from './move-file.ts';
import { moveRepository } from './move-repository.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '1024' },
    kill: { type: 'boolean', default: false },
    git: { type: 'boolean', default: false },
  },
});
const sizeMb = Number(values.mb);
if (!Number.isInteger(sizeMb) || sizeMb < 1) throw new Error(`--mb can't be ${values.mb}; use a whole number above 0`);

const moved: Moved = await withSite(sizeMb * 1024 * 1024, async (site) => {
  if (values.git) {
    const { browseSeconds, archiveSeconds, ...rest } = await moveRepository(site);
    print(`folder, lines and changes ${browseSeconds.toFixed(1)} s; archive ${archiveSeconds.toFixed(1)} s`);
    return rest;
  }
  const { keptBytes, ...rest } = await moveFile(site, { kill: values.kill });
  if (values.kill) print(`kept after the server was killed: ${(keptBytes / 1024 / 1024).toFixed(0)} MB`);
  return rest;
});
const { uploadSeconds, downloadSeconds, grownMb, isSame } = moved;
const speed = (seconds: number): string => `${seconds.toFixed(1)} s, ${(sizeMb / seconds).toFixed(0)} MB/s`;
const [up, down] = values.git ? ['push', 'clone'] : ['upload', 'download'];
print(`${sizeMb} MB; ${up} ${speed(uploadSeconds)}; ${down} ${speed(downloadSeconds)}`);
print(
  `memory grew by ${grownMb.toFixed(0)} MB at most; ${isSame ? 'the same bytes came back' : 'OTHER BYTES CAME BACK'}`,
);
process.exitCode = isSame && grownMb < 64 ? 0 : 1;
