// Where the site lies: folder, rights, room, database, clock.
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { hasCode } from '../../../platform/files/durable-files.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { settingsFiles } from '../../../settings/index.ts';
import { asIs, doubtful, ok, wrong } from './check-up.ts';
import type { Finding, Patient } from './check-up.ts';
import { countProjects, findLastChangeMs } from './health.store.ts';

/** Anybody on the machine but the owner. */
const others = 0o077;

export async function checkFolder({ dataDir }: Patient): Promise<Finding> {
  const isWritable = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return wrong(
      {
        en: `this account has no write permission for ${dataDir}`,
        fr: `ce compte n’a pas la permission d’écrire dans ${dataDir}`,
      },
      { en: 'run as its owner', fr: 'lancez le serveur avec le compte de son propriétaire' },
    );
  const open: string[] = [];
  for (const path of [dataDir, ...settingsFiles(dataDir)]) {
    const mode = await modeOf(path);
    if ((mode & others) !== 0) open.push(path);
  }
  if (open.length > 0)
    return doubtful(
      {
        en: `other accounts on this server can read ${open.join(', ')}`,
        fr: `d’autres comptes de ce serveur peuvent lire ${open.join(', ')}`,
      },
      asIs(`chmod go= ${open.join(' ')}`),
    );
  return ok({ en: `only its owner can read ${dataDir}`, fr: `seul son propriétaire peut lire ${dataDir}` });
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

export async function checkRoom({ dataDir }: Patient): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const part = blocks === 0 ? 1 : bavail / blocks;
  const [free, percent] = [(bavail * bsize) / gibibyte, Math.round(part * 100)];
  const finding = {
    en: `${free.toFixed(1)} GiB are free, ${percent} %`,
    fr: `${free.toFixed(1).replace('.', ',')} Gio libres, ${percent} %`,
  };
  if (bavail * bsize < roomMinBytes || part < roomMinPart)
    return wrong(finding, {
      en: 'free some space, or move the data folder; when the disk is full, changes are rejected',
      fr: 'libérez de l’espace, ou déplacez le dossier de données ; quand le disque est plein, les modifications sont refusées',
    });
  return ok(finding);
}

/** Opening the folder has read the settings and brought the database up to date: what is wrong with these is told before. */
export async function checkDatabase({ file, database }: Patient): Promise<Finding> {
  const projects = await countProjects(database.read);
  const engine = file === undefined ? 'PostgreSQL' : 'SQLite';
  return ok({ en: `${engine}, up to date, projects: ${projects}`, fr: `${engine}, à jour, projets : ${projects}` });
}

/** Times order what happens: a clock that was set back makes new changes older than former ones. */
const slackMs = 5000;

export async function checkClock({ database, clock }: Patient): Promise<Finding> {
  const newestMs = await findLastChangeMs(database.read);
  const [now, newest] = [formatIso(clock.nowMs()), formatIso(newestMs)];
  if (newestMs > clock.nowMs() + slackMs)
    return wrong(
      {
        en: `it is ${now} here, but the last change was at ${newest}`,
        fr: `il est ${now} ici, mais la dernière modification date de ${newest}`,
      },
      {
        en: 'set the clock, preferably with a time server',
        fr: 'mettez l’horloge à l’heure, de préférence par un serveur de temps',
      },
    );
  return ok({ en: `it is ${now}`, fr: `il est ${now}` });
}
