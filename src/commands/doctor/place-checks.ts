// Where the site lies: folder, rights, room, database, clock.
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { usesServer } from '../../app.ts';
import type { App } from '../../app.ts';
import { lastSystemProjectId } from '../../features/projects/index.ts';
import { hasCode } from '../../platform/files/durable-files.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { settingsFiles } from '../../settings/index.ts';
import { doubtful, ok, wrong } from './check-up.ts';
import type { CheckUp } from './check-up.ts';

/** Anybody on the machine but the owner. */
const others = 0o077;

export async function checkFolder({ dataDir }: App): Promise<CheckUp> {
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

export async function checkRoom({ dataDir }: App): Promise<CheckUp> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const part = blocks === 0 ? 1 : bavail / blocks;
  const finding = `${((bavail * bsize) / gibibyte).toFixed(1)} GiB are free, ${Math.round(part * 100)} %`;
  if (bavail * bsize < roomMinBytes || part < roomMinPart)
    return wrong('disk', finding, 'make room, or move the data folder; without any, changes are refused');
  return ok('disk', finding);
}

/** Opening the folder has read the settings and brought the database up to date: what is wrong with these is told before. */
export async function checkDatabase({ dataDir, database }: App): Promise<CheckUp> {
  const { projects } = await database.read
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('projects'))
    .where('id', '>', lastSystemProjectId)
    .executeTakeFirstOrThrow();
  return ok('database', `${usesServer(dataDir) ? 'PostgreSQL' : 'SQLite'}, up to date, projects: ${Number(projects)}`);
}

/** Times order what happens: a clock that was set back makes new changes older than former ones. */
const slackMs = 5000;

export async function checkClock({ database, clock }: App): Promise<CheckUp> {
  const newest = await database.read
    .selectFrom('changesets')
    .select('submitted_at_ms')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const newestMs = newest?.submitted_at_ms ?? 0;
  if (newestMs > clock.nowMs() + slackMs)
    return wrong(
      'clock',
      `it is ${formatIso(clock.nowMs())} here, but the last change was at ${formatIso(newestMs)}`,
      'set the clock, best by a time server',
    );
  return ok('clock', `it is ${formatIso(clock.nowMs())}`);
}
