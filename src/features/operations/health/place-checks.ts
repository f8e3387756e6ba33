// Where the site lies: folder, rights, room, database, clock.
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { hasCode } from '../../../platform/files/durable-files.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { settingsFiles } from '../../../settings/index.ts';
import { doubtful, ok, wrong } from './check-up.ts';
import type { CheckUp, Patient } from './check-up.ts';
import { countProjects, findLastChangeMs } from './health.store.ts';

/** Anybody on the machine but the owner. */
const others = 0o077;

export async function checkFolder({ dataDir }: Patient): Promise<CheckUp> {
  const isWritable = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return wrong('data folder', `${dataDir} can't be written by this account`, 'run as its owner');
  const open: string[] = [];
  for (const path of [dataDir, ...settingsFiles(dataDir)]) {
    const mode = await modeOf(path);
    if ((mode & others) !== 0) open.push(path);
  }
  if (open.length > 0)
    return doubtful(
      'data folder',
      `other accounts of this machine may look into ${open.join(', ')}`,
      `chmod go= ${open.join(' ')}`,
    );
  return ok('data folder', `${dataDir} is its owner's alone`);
}

/** 0 for what is not there. */
async function modeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mode;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

const gibibyte = 1024 ** 3;
const roomMinBytes = gibibyte;
const roomMinPart = 0.05;

export async function checkRoom({ dataDir }: Patient): Promise<CheckUp> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const part = blocks === 0 ? 1 : bavail / blocks;
  const finding = `${((bavail * bsize) / gibibyte).toFixed(1)} GiB are free, ${Math.round(part * 100)} %`;
  if (bavail * bsize < roomMinBytes || part < roomMinPart)
    return wrong('disk', finding, 'make room, or move the data folder; without any, changes are refused');
  return ok('disk', finding);
}

/** Opening the folder has read the settings and brought the database up to date: what is wrong with these is told before. */
export async function checkDatabase({ file, database }: Patient): Promise<CheckUp> {
  const projects = await countProjects(database.read);
  return ok('database', `${file === undefined ? 'PostgreSQL' : 'SQLite'}, up to date, projects: ${projects}`);
}

/** Times order what happens: a clock that was set back makes new changes older than former ones. */
const slackMs = 5000;

export async function checkClock({ database, clock }: Patient): Promise<CheckUp> {
  const newestMs = await findLastChangeMs(database.read);
  if (newestMs > clock.nowMs() + slackMs)
    return wrong(
      'clock',
      `it is ${formatIso(clock.nowMs())} here, but the last change was at ${formatIso(newestMs)}`,
      'set the clock, best by a time server',
    );
  return ok('clock', `it is ${formatIso(clock.nowMs())}`);
}
