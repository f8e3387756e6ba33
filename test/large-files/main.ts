// `npm run large-files`: moves a large file through a server and prints how long it took and how much memory.
import { parseArgs } from 'node:util';
import { moveFile } from './move-file.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  options: { mb: { type: 'string', default: '1024' }, kill: { type: 'boolean', default: false } },
});
const sizeMb = Number(values.mb);
if (!Number.isInteger(sizeMb) || sizeMb < 1) throw new Error(`--mb can't be ${values.mb}; use a whole number above 0`);
const { uploadSeconds, downloadSeconds, grownMb, keptBytes, isSame } = await moveFile(sizeMb * 1024 * 1024, {
  kill: values.kill,
});
const speed = (seconds: number): string => `${seconds.toFixed(1)} s, ${(sizeMb / seconds).toFixed(0)} MB/s`;
print(`${sizeMb} MB; upload ${speed(uploadSeconds)}; download ${speed(downloadSeconds)}`);
if (values.kill) print(`kept after the server was killed: ${(keptBytes / 1024 / 1024).toFixed(0)} MB`);
print(
  `memory grew by ${grownMb.toFixed(0)} MB at most; ${isSame ? 'the same bytes came back' : 'OTHER BYTES CAME BACK'}`,
);
process.exitCode = isSame && grownMb < 64 ? 0 : 1;
