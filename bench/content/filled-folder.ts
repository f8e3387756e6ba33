// Makes the data folder that the run measures, and with it the import rate.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp } from '../../src/app.ts';
import { TransferOutcome } from '../measuring/messages.ts';
import { memberName, writeProjectArchive } from './project-archive.ts';
import type { Workplace } from '../measuring/workplace.ts';

/** The password of every account of the run. */
export const password = 'correct horse battery staple';

/** An account that never signed in, from 0. */
export const newcomerName = (index: number): string => `newcomer_${index + 1}`;

/** An account that signs in while so many others read, from 0. */
export const guestName = (readers: number, index: number): string => `guest_${readers}_${index + 1}`;

export interface FilledFolder {
  dataDir: string;
  artifactsPerSecond: number;
  importPeakRssMb: number | undefined;
}

/** Makes a folder with one imported project, a member who may sign in, and accounts that never did; its database may be a server's. */
export async function fillFolder(
  workplace: Workplace,
  sizes: { artifacts: number; accounts: readonly string[] },
  databaseUrl = '',
): Promise<FilledFolder> {
  const dataDir = join(workplace.folder, 'data');
  const archive = join(workplace.folder, 'archive');
  await writeProjectArchive(archive, sizes.artifacts);
  if (databaseUrl !== '') {
    mkdirSync(join(dataDir, 'conf'), { recursive: true });
    writeFileSync(join(dataDir, 'conf/local.inc'), `<?php\n$database_url = '${databaseUrl}';\n`);
  }
  await workplace.runTepal(['init', '--data', dataDir]);
  await workplace.runTepal(['config', 'set', 'sys_rest_api_over_http', '1', '--data', dataDir]);
  const order = ['import', archive, '--automap', 'no-email,create:A', '--data', dataDir];
  const { seconds, peakRssMb } = await workplace.runTepal(order);
  await addPasswords(dataDir, sizes.accounts);
  return { dataDir, artifactsPerSecond: sizes.artifacts / seconds, importPeakRssMb: peakRssMb };
}

interface Transfers {
  imported: TransferOutcome;
  exported: TransferOutcome;
}

/** The rate and the memory of importing artifacts with ten fields and of exporting them, each in a process that is up. */
export async function measureTransfers(workplace: Workplace, artifacts: number): Promise<Transfers> {
  const archive = join(workplace.folder, 'import-archive');
  await writeProjectArchive(archive, artifacts, true);
  const dataDir = join(workplace.folder, 'import-data');
  const imported = await workplace.startWorker('content/import-worker.ts').ask({ dataDir, archive }, TransferOutcome);
  const target = join(workplace.folder, 'export.zip');
  const exported = await workplace.startWorker('content/export-worker.ts').ask({ dataDir, target }, TransferOutcome);
  return { imported, exported };
}

/** As many accounts at a time as hashes wait at most. */
const accountsAtOnce = 50;

async function addPasswords(dataDir: string, accounts: readonly string[]): Promise<void> {
  const app = await openApp({ dataDir, logLevel: 'silent' });
  try {
    const { people } = app.features;
    await people.change(memberName(0), { password });
    for (let start = 0; start < accounts.length; start += accountsAtOnce) {
      const part = accounts.slice(start, start + accountsAtOnce);
      await Promise.all(
        part.map((username) => people.create({ username, email: `${username}@example.org`, password })),
      );
    }
  } finally {
    await app.close();
  }
}
