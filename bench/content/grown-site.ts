// Fills a data folder with one project that is measured, and with as many other people, projects and groups as a site may have.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { password } from './filled-folder.ts';
import { memberName, projectName, writeProjectArchive } from './project-archive.ts';
import type { ArchiveProject } from './project-archive.ts';

export interface SiteSize {
  /** Members of the project that is measured, from 20 up. */
  people: number;
  projects: number;
  /** Static groups, divided among the projects; the one who reads is a member of each. */
  groups: number;
}

/** Artifacts of the project that is measured. */
export const measuredArtifacts = 6000;
/** All numbers beside the ordinary fields. */
const wideFields = 285;
const wideArtifacts = 100;

export const wideName = 'wide';
/** Who reads and changes. */
export const readerName = memberName(1);

const basicMembers = 20;

/** The measured project first. */
function listProjects({ people, projects, groups }: SiteSize): ArchiveProject[] {
  const members = Array.from({ length: people }, (_, index) =>
    index < basicMembers ? memberName(index) : `person_${index + 1}`,
  );
  const groupsOf = (project: number): NonNullable<ArchiveProject['groups']> =>
    Array.from({
      length: Math.floor(((project + 1) * groups) / projects) - Math.floor((project * groups) / projects),
    }).map((_, index) => ({ name: `group_${index + 1}`, members: [readerName] }));
  return Array.from({ length: projects }, (_, index) => ({
    name: index === 0 ? projectName : `bench-${index + 1}`,
    access: 'public',
    members: index === 0 ? members : members.slice(0, 2),
    groups: groupsOf(index),
  }));
}

async function fill({ dataDir, database, blobs, features }: App, size: SiteSize): Promise<void> {
  const importer = 'importer';
  await features.people.create({ username: importer, email: 'importer@example.org', isSiteAdmin: true });
  await features.site.changeSetting('sys_rest_api_over_http', '1');
  const archive = join(dataDir, 'archive');
  const deps = { database, clock: systemClock, blobs, parts: features.parts.archive };
  const [measured, ...others] = listProjects(size);
  if (measured === undefined) throw new Error('a site has one project or more');
  const wide: ArchiveProject = { ...measured, name: wideName, groups: [], extraFields: wideFields };
  for (const [project, artifacts] of [
    [measured, measuredArtifacts],
    [wide, wideArtifacts],
    ...others.map((other) => [other, 1] as const),
  ] as const) {
    await writeProjectArchive(archive, artifacts, false, project);
    await importArchive(deps, { path: archive, as: importer, mode: { automap: 'A' } });
    rmSync(archive, { recursive: true });
  }
  for (const name of [memberName(0), readerName]) await features.people.change(name, { password });
}

/** Fills a new `dataDir`. */
export async function fillSite(dataDir: string, size: SiteSize): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const app = await openApp({ dataDir, logLevel: 'silent' });
  try {
    await fill(app, size);
  } finally {
    await app.close();
  }
}
