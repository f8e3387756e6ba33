// Fills a data folder with many projects, whose artifacts are read and changed by people with different rights.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { password } from './filled-folder.ts';
import { writeProjectArchive } from './project-archive.ts';
import type { ArchiveProject } from './project-archive.ts';

const projectCount = 20;
const membersPerProject = 20;
/** Each is a member of two projects. */
const personCount = 200;

export const personName = (index: number): string => `person_${(index % personCount) + 1}`;

/** Names of all people. */
export const people: readonly string[] = Array.from({ length: personCount }, (_, index) => personName(index));

/** One project in two is for its members alone. */
export const projects: readonly ArchiveProject[] = Array.from({ length: projectCount }, (_, index) => ({
  name: `bench-${index + 1}`,
  access: index % 2 === 0 ? 'public' : 'private',
  members: Array.from({ length: membersPerProject }, (__, member) =>
    personName((index * personCount) / projectCount + member),
  ),
}));

/** As many accounts at a time as hashes wait at most. */
const accountsAtOnce = 50;

async function fill({ dataDir, database, blobs, features }: App, artifactsPerProject: number): Promise<void> {
  const importer = 'importer';
  await features.people.create({ username: importer, email: 'importer@example.org', isSiteAdmin: true });
  await features.site.changeSetting('sys_rest_api_over_http', '1');
  const archive = join(dataDir, 'archive');
  for (const project of projects) {
    await writeProjectArchive(archive, artifactsPerProject, false, project);
    const deps = { database, clock: systemClock, blobs, parts: features.parts.archive };
    await importArchive(deps, { path: archive, as: importer, mode: { automap: 'A' } });
    rmSync(archive, { recursive: true });
  }
  for (let start = 0; start < people.length; start += accountsAtOnce) {
    const part = people.slice(start, start + accountsAtOnce);
    await Promise.all(part.map((name) => features.people.change(name, { password })));
  }
}

/** Fills a new `dataDir`; its database may be a server's. */
export async function fillManyProjects(dataDir: string, artifacts: number, databaseUrl = ''): Promise<void> {
  mkdirSync(join(dataDir, 'conf'), { recursive: true });
  if (databaseUrl !== '')
    writeFileSync(join(dataDir, 'conf/local.inc'), `<?php\n$database_url = '${databaseUrl}';\n`, { mode: 0o600 });
  const app = await openApp({ dataDir, logLevel: 'silent' });
  try {
    await fill(app, Math.round(artifacts / projectCount));
  } finally {
    await app.close();
  }
}
