// Lets a viewer have an artifact, to read it or to change it: one way to it for everything that is done with artifacts.
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { checkWritePreconditions } from '../../../platform/http/index.ts';
import { VersionConflictError } from '../../../platform/version-conflict.ts';
import type { Attachments } from '../../attachments/index.ts';
import type { People } from '../../people/index.ts';
import { forbiddenIn } from '../../projects/index.ts';
import type { Projects, Viewer } from '../../projects/index.ts';
import type { SiteService } from '../../site/index.ts';
import type { Definition, Trackers } from '../../trackers/index.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import * as store from '../artifact/artifacts.store.ts';
import type { ArtifactRow, ArtifactStamp } from '../artifact/artifacts.store.ts';
import type { ChartDeps } from '../computed/charts.ts';
import type { QueryDeps } from '../query/index.ts';
import type { TopBacklogAct } from '../workflow/allowed-actions.ts';
import type { TransitionEffects } from '../workflow/transition-effects.ts';
import { hashVersion } from '../rendering/rendered-json.ts';

export interface ArtifactDeps {
  database: Database;
  clock: Clock;
  people: People;
  projects: Projects;
  trackers: Trackers;
  attachments: Pick<Attachments, 'prepare' | 'copy'>;
  site: SiteService;
  /** Trackers of what a tracker's artifacts plan: the planning feature knows. */
  listBacklogTrackers: ChartDeps['listBacklogTrackers'];
  /** Trackers whose artifacts burnups count: the same one knows. */
  listBurnupTrackers: ChartDeps['listBurnupTrackers'];
  /** What the viewer may do with an artifact in the backlog of its project, or nothing: the same one knows. */
  listTopBacklogActs(viewer: Viewer, artifact: { id: number; tracker: Definition }): Promise<readonly TopBacklogAct[]>;
  listExternalReferences: ChartDeps['listExternalReferences'];
  addToTopBacklog: TransitionEffects['addToTopBacklog'];
  addToProgramBacklog: TransitionEffects['addToProgramBacklog'];
  listByFullText: QueryDeps['listByFullText'];
  texts: ChartDeps['texts'];
  /** Secret that goes into entity tags. */
  entityTagKey: string;
}

/** An artifact that the viewer may see: enough to show it, or to say what it is linked with. */
export interface SeenArtifact {
  stamp: ArtifactStamp;
  tracker: Definition;
}

/** The same with everything stored of it, to change it or to tell its history. */
export interface WholeArtifact {
  stamp: ArtifactRow;
  tracker: Definition;
}

export interface Preconditions {
  /** Format of the answer: a refusal tells the current entity tag of that format. */
  wire: 'json' | 'xml';
  ifMatch: string | undefined;
  ifUnmodifiedSince: string | undefined;
  /** Waits until a version's second has begun; where a date guards the change. */
  untilBegun?: ((versionSecond: number) => Promise<void>) | undefined;
}

/** The artifact with everything stored of it. Throws as Artifacts.read. */
export const readWhole = async (deps: ArtifactDeps, viewer: Viewer, id: number): Promise<WholeArtifact> =>
  admit(deps, viewer, await store.findArtifact(deps.database.read, id), id);

/** Those of the artifacts that the viewer sees, by id, with everything stored of them; read together. */
export async function listWhole(
  { database: { read: db }, trackers }: Pick<ArtifactDeps, 'database' | 'trackers'>,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, WholeArtifact>> {
  const rows = await store.listArtifactsByIds(db, ids);
  const visible = await findVisible({ db, trackers }, viewer, rows);
  return new Map(
    rows.flatMap((stamp): [number, WholeArtifact][] => {
      const tracker = visible.definitions.get(stamp.tracker_id);
      return tracker === undefined || !visible.ids.has(stamp.id) ? [] : [[stamp.id, { stamp, tracker }]];
    }),
  );
}

/** Lets the viewer have what was read, if they may; `site_version` must be that of the viewer's moment. */
export async function admit<Stamp extends ArtifactStamp>(
  { database, trackers }: ArtifactDeps,
  viewer: Viewer,
  stamp: (Stamp & { site_version: number }) | undefined,
  id: number,
): Promise<{ stamp: Stamp; tracker: Definition }> {
  if (stamp === undefined) throw notFound(says('artifact.missing')`there is no artifact ${id}`);
  if (stamp.site_version !== viewer.site.version) throw new VersionConflictError();
  const visible = await findVisible({ db: database.read, trackers }, viewer, [stamp]);
  const tracker = visible.definitions.get(stamp.tracker_id);
  if (tracker === undefined) throw notFound(says('artifact.missing')`there is no artifact ${id}`);
  if (!visible.ids.has(id)) throw forbiddenIn(viewer, tracker.project);
  return { stamp, tracker };
}

/** The viewer's id. Throws forbidden for nobody. */
export function requireSignedIn(viewer: Viewer): number {
  if (viewer.user === undefined)
    throw forbidden(says('artifact.anonymous')`anonymous visitors can't change artifacts; sign in`);
  return viewer.user.id;
}

/** Throws VersionConflictError when rights or definitions may have changed since the viewer was loaded. */
export async function requireSameSite(tx: Writer, viewer: Viewer): Promise<void> {
  const site = await store.readSiteVersion.first(tx, {});
  if (site?.version !== viewer.site.version) throw new VersionConflictError();
}

/** Throws preconditionFailed, or invalid for a malformed header (spec rulings 17 to 19). */
export const checkPreconditions = (
  { clock, entityTagKey }: ArtifactDeps,
  preconditions: Preconditions,
  row: ArtifactStamp,
): void =>
  checkWritePreconditions(preconditions, {
    tag: `"${hashVersion(entityTagKey, row)}.0"`,
    versionSecond: row.version_second,
    nowSecond: Math.floor(clock.nowMs() / 1000),
  });

/** As checkPreconditions, before the transaction: where a date decides, once no version of the artifact lies ahead of the clock. */
export async function awaitPreconditions(
  deps: ArtifactDeps,
  preconditions: Preconditions,
  row: ArtifactStamp,
): Promise<void> {
  await preconditions.untilBegun?.(row.version_second);
  checkPreconditions(deps, preconditions, row);
}

/**
 * The row as the transaction sees it. Throws VersionConflictError when it is gone, is in another tracker, or rights or
 * definitions may have changed, and as checkPreconditions.
 */
export async function readToChange(
  deps: ArtifactDeps,
  tx: Writer,
  viewer: Viewer,
  { stamp, tracker }: WholeArtifact,
  preconditions: Preconditions,
): Promise<ArtifactRow> {
  const current = await store.findArtifact(tx, stamp.id);
  if (current === undefined || current.tracker_id !== tracker.id || current.site_version !== viewer.site.version) {
    throw new VersionConflictError();
  }
  checkPreconditions(deps, preconditions, current);
  const { site_version: _siteVersion, ...row } = current;
  return row;
}
