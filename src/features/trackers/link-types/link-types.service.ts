// Types of links, switched on and off for the site, a project with all its trackers, or one tracker. A link needs a type that
// is on at all three; links that are there stay.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf, requireKnownSiteAdmin } from '../../people/index.ts';
import { readAsAdmin, requireStillLiving } from '../../projects/index.ts';
import type { Projects, Viewer } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { listUnusedLinkTypes, saveUnusedLinkTypes } from '../definition/link-types.store.ts';
import type { LinkTypePlace, LinkTypeScope } from '../definition/link-types.store.ts';
import { linkTypes } from '../fields/artifact-link/artifact-link.ts';
import { changeDefinition } from '../trackers/definition-changes.ts';
import type { Trackers } from '../trackers/trackers.service.ts';
import type { LinkTypeChange, LinkTypes } from './link-types.schema.ts';

export type { LinkTypePlace } from '../definition/link-types.store.ts';

type Shown = Static<typeof LinkTypes>;

export interface LinkTypeSwitches {
  /** Throws as Projects.read and Trackers.read. */
  list(viewer: Viewer, place: LinkTypePlace): Promise<Shown>;
  /** Throws as requireKnownSiteAdmin, readAsAdmin and changeDefinition. */
  save(viewer: Viewer, place: LinkTypePlace, change: Static<typeof LinkTypeChange>): Promise<Shown>;
}

interface LinkTypeDeps {
  database: Database;
  clock: Clock;
  projects: Projects;
  trackers: Trackers;
}

async function scopeOf(
  { projects, trackers }: LinkTypeDeps,
  viewer: Viewer,
  place: LinkTypePlace,
): Promise<LinkTypeScope> {
  if ('site' in place) return {};
  if ('project' in place) return { projectId: (await projects.read(viewer, place.project)).id };
  const tracker = await trackers.read(viewer, place.tracker);
  return { projectId: tracker.project.id, trackerId: tracker.id };
}

async function show(db: Reader, scope: LinkTypeScope): Promise<Shown> {
  const rows = await listUnusedLinkTypes(db, scope);
  const levelOf = (row: (typeof rows)[number]) =>
    row.tracker_id !== null ? 'tracker' : row.project_id !== null ? 'project' : 'site';
  const own = scope.trackerId !== undefined ? 'tracker' : scope.projectId !== undefined ? 'project' : 'site';
  return {
    link_types: linkTypes.map(({ shortname, forwardLabel, reverseLabel }) => {
      const off = new Set(rows.filter((row) => row.shortname === shortname).map(levelOf));
      const above = (['site', 'project'] as const).find((level) => level !== own && off.has(level));
      return {
        shortname,
        forward_label: forwardLabel,
        reverse_label: reverseLabel,
        is_used: !off.has(own),
        unused_by: above ?? null,
      };
    }),
  };
}

/** Gives what changed, for the audit log. Types that archives brought switched off stay so. */
async function replace(
  tx: Writer,
  place: LinkTypePlace,
  { link_types: sent }: Static<typeof LinkTypeChange>,
): Promise<{ on: string; off: string }> {
  const scope = 'site' in place ? {} : 'project' in place ? { projectId: place.project } : { trackerId: place.tracker };
  const rows = (await listUnusedLinkTypes(tx, scope)).filter(
    (row) => row.project_id === (scope.projectId ?? null) && row.tracker_id === (scope.trackerId ?? null),
  );
  const before = new Set(rows.map((row) => row.shortname));
  const after = new Set(before);
  for (const { shortname, is_used: isUsed } of sent) {
    if (isUsed) after.delete(shortname);
    else after.add(shortname);
  }
  await saveUnusedLinkTypes(tx, place, [...after]);
  return { on: [...before.difference(after)].join(', '), off: [...after.difference(before)].join(', ') };
}

export function createLinkTypeSwitches(deps: LinkTypeDeps): LinkTypeSwitches {
  const { database, clock, projects } = deps;
  const list: LinkTypeSwitches['list'] = async (viewer, place) =>
    show(database.read, await scopeOf(deps, viewer, place));
  const saveForSite: LinkTypeSwitches['save'] = async (viewer, place, change) => {
    requireKnownSiteAdmin(viewer, 'switch types of links on and off');
    await database.transact(async (tx) => {
      const details = { name: 'link types', ...(await replace(tx, place, change)) };
      await recordAudit(tx, clock, { kind: 'setting-changed', by: actorOf(viewer), details });
      await bumpSiteVersion(tx);
    });
    return list(viewer, place);
  };
  return {
    list,
    async save(viewer, place, change) {
      if ('site' in place) return saveForSite(viewer, place, change);
      if ('tracker' in place) {
        const changed = { changed: 'link_types', value: describe(change) };
        await changeDefinition(deps, viewer, place.tracker, changed, (tx) => replace(tx, place, change));
        return list(viewer, place);
      }
      const { id: projectId } = await readAsAdmin(projects, viewer, place.project);
      await database.transact(async (tx) => {
        await requireStillLiving(tx, projectId);
        const details = { changed: 'link_types', ...(await replace(tx, place, change)) };
        await recordAudit(tx, clock, { kind: 'project-changed', by: actorOf(viewer), projectId, details });
        await bumpSiteVersion(tx);
      });
      return list(viewer, place);
    },
  };
}

const describe = ({ link_types: sent }: Static<typeof LinkTypeChange>): string =>
  sent.map(({ shortname, is_used: isUsed }) => `${shortname} ${isUsed ? 'on' : 'off'}`).join(', ');
