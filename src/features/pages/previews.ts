// What a page is about, for programs that show something of a link to it: what everybody may know, and nothing else.
import type { Database } from '../../platform/database/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { findVisible, listArtifactsByIds, listStamps, parseValues, titleOf } from '../artifacts/index.ts';
import { projectViewers } from '../projects/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import type { Site } from '../site/index.ts';
import { mayField } from '../trackers/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { truncate } from '../../platform/texts/shorten.ts';

export interface Preview {
  title: string;
  /** Empty where there is nothing to say. */
  description: string;
}

export interface PreviewDeps {
  database: Database;
  projects: Projects;
  trackers: Trackers;
}

/** Characters of a text that describes a page; the rest is cut off. */
const descriptionCharactersMax = 300;

const oneLine = (text: string): string =>
  truncate(text, descriptionCharactersMax).toWellFormed().replaceAll(/\s+/g, ' ').trim();

const numberOf = (part: string): number => (/^\d{1,15}$/.test(part) ? Number(part) : 0);

type Find = (deps: PreviewDeps, viewer: Viewer, part: string) => Promise<Preview | undefined>;

const findArtifact: Find = async ({ database, trackers }, viewer, part) => {
  const db = database.read;
  const seen = await findVisible({ db, trackers }, viewer, await listStamps(db, [numberOf(part)]));
  const [row] = await listArtifactsByIds(db, [...seen.ids]);
  const tracker = seen.definitions.get(row?.tracker_id ?? 0);
  if (row === undefined || tracker === undefined) return undefined;
  const title = titleOf(tracker, parseValues(row), (field) => mayField(viewer, tracker, field, 'read')) ?? '';
  const reference = `${tracker.itemName} #${row.id}`;
  return {
    title: title === '' ? reference : title,
    description: `${reference} · ${tracker.name} · ${tracker.project.full_name}`,
  };
};

const findTracker: Find = async ({ trackers }, viewer, part) => {
  const { name, description, project } = await trackers.read(viewer, numberOf(part));
  return { title: `${name} · ${project.full_name}`, description: oneLine(description) };
};

const findProject: Find = async ({ projects }, viewer, part) => {
  const { projects: named } = await projects.list(
    viewer,
    { kind: 'shortname', shortname: part },
    { limit: 1, offset: 0 },
  );
  const { full_name: title, description } = await projects.read(viewer, named[0]?.id ?? numberOf(part));
  return { title, description: oneLine(description) };
};

/** By the address of the page, as the router writes it. */
const finders: Readonly<Record<string, Find>> = {
  '/artifacts/:id': findArtifact,
  '/trackers/:tracker': findTracker,
  '/projects/:project': findProject,
  '/projects/:project/overview': findProject,
};

/** undefined for other pages, and for what not everybody may know. `part` is what the address names. */
export async function findPreview(
  deps: PreviewDeps,
  site: Site,
  url: string,
  part: string,
): Promise<Preview | undefined> {
  const find = finders[url];
  if (find === undefined || site.settings.access_mode !== 'anonymous') return undefined;
  try {
    return await find(deps, projectViewers.anonymousReader(site), part);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
