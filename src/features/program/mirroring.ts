// When milestones of teams follow their program: after each change of an increment, an iteration or a feature, and all of them once a
// program has other teams.
import type { Database, Writer } from '../../platform/database/index.ts';
import type { EventRow, Follower } from '../../platform/events/index.ts';
import { handleJob } from '../../platform/jobs/index.ts';
import type { JobHandler } from '../../platform/jobs/index.ts';
import { requireSameSite } from '../artifacts/index.ts';
import type { SiteService } from '../site/index.ts';
import {
  listIncrementsOf,
  listIterationsOf,
  loadMirrorWorld,
  mirrorJob,
  mirrorTimebox,
  readerOfAll,
} from './mirror-timeboxes.ts';
import type { MirrorWorld } from './mirror-timeboxes.ts';
import type { ProgramDeps } from './program-deps.ts';
import { findPlan, listOpenIds, listParts } from './program.store.ts';
import type { Plan, TrackerPart } from './program.store.ts';

const kinds = ['artifact-created', 'artifact-updated', 'artifact-restored'];

/** Open increments that new teams get a milestone for, the newest. */
const incrementsMax = 200;

export interface MirroringDeps extends ProgramDeps {
  site: SiteService;
}

export const createMirroring = (deps: MirroringDeps): { follower: Follower; handler: JobHandler } => ({
  follower: {
    name: 'programs',
    kinds,
    startsAt: 'now',
    async handle(events) {
      const touched = await listTimeboxes(deps.database, events);
      if (touched.length === 0) return undefined;
      const site = await deps.site.current();
      const found = await Promise.all(
        touched.map(async ({ plan, ids }) => ({ ids, world: await loadMirrorWorld(deps, site, plan) })),
      );
      return async (tx) => {
        for (const { world, ids } of found) await mirrorAll(deps, tx, world, ids);
      };
    },
  },
  handler: handleJob(mirrorJob, async ({ projectId }, attempt) => {
    const { database } = deps;
    const site = await deps.site.current();
    const plan = await findPlan(database.read, projectId);
    const world = plan && (await loadMirrorWorld(deps, site, plan));
    const tracker = world?.definitions.get(plan?.increment_tracker_id ?? -1);
    const increments = tracker === undefined ? [] : await listOpenIds(database.read, tracker, incrementsMax);
    for (const id of increments) {
      if (world === undefined) break;
      const iterations = await listIterationsOf(database.read, [id], world.plan);
      await database.transact((tx) => mirrorAll(deps, tx, world, [id, ...iterations]));
    }
    await database.transact((tx) => attempt.finish(tx));
  }),
});

/** Throws VersionConflictError where definitions or teams may have changed since the world was loaded. */
async function mirrorAll(
  { clock }: MirroringDeps,
  tx: Writer,
  world: MirrorWorld,
  ids: readonly number[],
): Promise<void> {
  await requireSameSite(tx, readerOfAll(world.site));
  for (const id of ids) await mirrorTimebox(tx, world, clock.nowMs(), id);
}

interface Touched {
  plan: Plan;
  /** Increments before iterations, which stand inside of them. */
  ids: readonly number[];
}

/** What the events touch, by program. */
async function listTimeboxes({ read: db }: Database, events: readonly EventRow[]): Promise<Touched[]> {
  const parts = await listParts(db, [...new Set(events.flatMap(({ trackerId }) => trackerId ?? []))]);
  const touched: Touched[] = [];
  for (const [projectId, own] of Map.groupBy(parts, (one) => one.projectId)) {
    const plan = await findPlan(db, projectId);
    if (plan === undefined) continue;
    const artifactsOf = (part: TrackerPart['part']): number[] => {
      const trackers = new Set(own.flatMap((one) => (one.part === part ? one.trackerId : [])));
      return events.flatMap(({ trackerId, artifactId }) => (trackers.has(trackerId ?? -1) ? (artifactId ?? []) : []));
    };
    const increments = [...artifactsOf('increment'), ...(await listIncrementsOf(db, artifactsOf('feature'), plan))];
    const iterations = [...artifactsOf('iteration'), ...(await listIterationsOf(db, increments, plan))];
    const ids = new Set([...increments, ...iterations]);
    touched.push({ plan, ids: [...ids] });
  }
  return touched;
}
