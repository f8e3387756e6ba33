// Artifacts: reading, listing, creating and updating.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { storedJson } from '../../platform/database/index.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { DomainError, forbidden, invalid, notFound, preconditionFailed } from '../../platform/errors.ts';
import { checkWritePreconditions, lastModifiedSecond } from '../../platform/http/index.ts';
import type { Validity } from '../../platform/http/index.ts';
import { StaleMomentError } from '../../platform/stale-moment.ts';
import type { People } from '../people/index.ts';
import { refuseProject, requireLivingProject } from '../projects/index.ts';
import type { Page, Projects, Viewer } from '../projects/index.ts';
import { maySubmit } from '../trackers/index.ts';
import type { Definition, TextFormat, Trackers } from '../trackers/index.ts';
import { findVisible } from './artifacts.access.ts';
import type { ArtifactUpdate, NewArtifact } from './artifacts.schema.ts';
import * as store from './artifacts.store.ts';
import type { ArtifactRow, ArtifactStamp } from './artifacts.store.ts';
import type { ValueFormats } from './artifacts.view.ts';
import { applyChanges, createArtifact, parseValues } from './change.ts';
import type { Change } from './change.ts';
import type { ChartDeps } from './charts.ts';
import { addDefaults, judgeChange } from './field-rules.ts';
import { keepHiddenLinks } from './hidden-links.ts';
import { everything } from './query/condition.ts';
import type { Condition } from './query/condition.ts';
import { createListings } from './query/listings.service.ts';
import type { Listings } from './query/listings.service.ts';
import { createQueries } from './query/queries.service.ts';
import type { Queries } from './query/queries.service.ts';
import { createRenderer, hashVersion, tagOf } from './rendering.ts';
import type { Renderer, Rendering } from './rendering.ts';
import { applyReverseLinks } from './reverse-links.ts';
import { readSubmitted } from './submitted.ts';
import type { ShownById, Submitted } from './submitted.ts';
import { findLocked } from './workflow.ts';
import { enqueueTransitionJobs } from './transition-jobs.ts';
import { fireTriggers, loadReach } from './triggers.ts';
import type { Changed, TriggerWorld } from './triggers.ts';

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
}

export interface ArtifactVersion {
  /** Strong, quoted, the version's hash before the dot (spec ruling 17). */
  etag: string;
  /** Seconds since the epoch (spec ruling 18). */
  lastModifiedS: number;
}

export interface Artifacts {
  /** What reading and showing artifacts needs. */
  reading: ChartDeps;
  /** The same for what costs much, such as histories; see Database.readBulk. */
  readingBulk: ChartDeps;
  /** Throws notFound when there is none, forbidden when the viewer may not see it. */
  read(viewer: Viewer, id: number): Promise<SeenArtifact>;
  /** As read. */
  readWhole(viewer: Viewer, id: number): Promise<WholeArtifact>;
  /** JSON of the artifact and its version; `wire` is the format that the entity tag is for. */
  show(
    viewer: Viewer,
    seen: SeenArtifact,
    formats: ValueFormats,
    wire: 'json' | 'xml',
  ): Promise<ArtifactVersion & { json: string; validity: Validity }>;
  /** As show, with the tracker written out in full. */
  showWithTracker: Artifacts['show'];
  /** A page of a tracker's visible artifacts, or of those that match, in order of id. Throws as Queries does. */
  listOfTracker(
    viewer: Viewer,
    trackerId: number,
    page: Page & { isDescending: boolean },
    formats: ValueFormats,
    query?: ArtifactFilter,
  ): Promise<{ renderings: Rendering[]; size: number }>;
  queries: Queries;
  listings: Listings;
  renderer: Renderer;
  /** Throws notFound, forbidden or invalid. */
  create(viewer: Viewer, body: Static<typeof NewArtifact>): Promise<WholeArtifact>;
  /** Throws as read does, preconditionFailed, or invalid; then nothing is changed (spec rulings 19, 20). */
  update(
    viewer: Viewer,
    id: number,
    body: Static<typeof ArtifactUpdate>,
    preconditions: Preconditions,
  ): Promise<WholeArtifact>;
}

export interface ArtifactDeps {
  database: Database;
  clock: Clock;
  people: People;
  projects: Projects;
  trackers: Trackers;
  /** Trackers of what a tracker's artifacts plan: the planning feature knows. */
  listBacklogTrackers: ChartDeps['listBacklogTrackers'];
  /** Secret that goes into entity tags. */
  entityTagKey: string;
}

/** XML is another representation, so its tag differs. */
const quoteTag = (tag: string, wire: 'json' | 'xml'): string => `"${tag}${wire === 'xml' ? 'x' : ''}"`;

const readObject = storedJson(Type.Record(Type.String(), Type.Unknown()));

const collectionOnly: ValueFormats = { collection: true, byField: false };

export function createArtifacts(deps: ArtifactDeps): Artifacts {
  const { database, clock, trackers } = deps;
  const reading: ChartDeps = {
    db: database.read,
    people: deps.people,
    trackers,
    nowMs: () => clock.nowMs(),
    listBacklogTrackers: deps.listBacklogTrackers,
  };
  const readingBulk = { ...reading, db: database.readBulk };
  const queries = createQueries(deps);
  const renderer = createRenderer(readingBulk, deps.entityTagKey);
  const read = async (viewer: Viewer, id: number): Promise<SeenArtifact> =>
    admit(deps, viewer, await store.findStamp(database.read, id), id);
  const show: Artifacts['show'] = async (viewer, { stamp, tracker }, formats, wire) => {
    const [rendering] = await renderer.render(viewer, [stamp], new Map([[tracker.id, tracker]]), formats);
    if (rendering === undefined) throw notFound();
    const etag = quoteTag(rendering.tag, wire);
    const lastModifiedS = lastModifiedSecond(rendering.versionSecond, clock.nowMs() / 1000);
    const validity = validityOf(deps, viewer, stamp, rendering);
    return { json: rendering.json, etag, lastModifiedS, validity };
  };
  return {
    reading,
    readingBulk,
    read,
    readWhole: (viewer, id) => readWhole(deps, viewer, id),
    renderer,
    show,
    async showWithTracker(viewer, seen, formats, wire) {
      const shown = await show(viewer, seen, formats, wire);
      const whole = readObject(shown.json, `rendering of artifact ${seen.stamp.id}`);
      const [row] = await store.listArtifactsByIds(database.read, [seen.stamp.id]);
      if (row?.version !== seen.stamp.version) throw new StaleMomentError();
      const locked = findLocked(seen.tracker, parseValues(row));
      const json = JSON.stringify({ ...whole, tracker: await trackers.view(viewer, seen.tracker, locked) });
      const validity = { endsAtMs: shown.validity.endsAtMs };
      return { ...shown, json, etag: quoteTag(tagOf(deps.entityTagKey, seen.stamp, json), wire), validity };
    },
    queries,
    listings: createListings({ database, reading }),
    async listOfTracker(viewer, trackerId, page, formats, query) {
      const tracker = await trackers.read(viewer, trackerId);
      const condition = await readFilter(queries, viewer, tracker, query);
      const { stamps, size } = await queries.list(viewer, tracker, condition, page, query?.parameter ?? 'query');
      const renderings = await renderer.render(viewer, stamps, new Map([[tracker.id, tracker]]), formats);
      return { renderings, size };
    },
    create: (viewer, body) => create(deps, viewer, body),
    async update(viewer, id, body, preconditions) {
      try {
        return await update({ ...deps, renderer }, viewer, id, body, preconditions);
      } catch (error) {
        if (!(error instanceof DomainError) || error.kind !== 'precondition-failed') throw error;
        const current = await show(viewer, await read(viewer, id), collectionOnly, preconditions.wire);
        throw preconditionFailed(error.message, current.etag);
      }
    },
  };
}

/** A query as a client sends it. */
export interface ArtifactFilter {
  parameter: 'query' | 'expert_query';
  text: string;
}

function readFilter(
  queries: Queries,
  viewer: Viewer,
  tracker: Definition,
  query: ArtifactFilter | undefined,
): Promise<Condition> {
  if (query === undefined) return Promise.resolve(everything);
  const read = query.parameter === 'query' ? queries.readCriteria : queries.readTql;
  return read(viewer, tracker, query.text, query.parameter);
}

/** A second that lies ahead of the clock shows in Last-Modified, which then changes without a commit. */
function validityOf(
  { database, clock }: ArtifactDeps,
  viewer: Viewer,
  stamp: ArtifactStamp,
  { isSettled, versionSecond, endsAtMs }: Rendering,
): Validity {
  const isTimeless = isSettled && versionSecond * 1000 <= clock.nowMs();
  return {
    endsAtMs: isTimeless ? endsAtMs : 0,
    async holds() {
      const now = await store.findStamp(database.read, stamp.id);
      return (
        now?.site_version === viewer.site.version &&
        now.version === stamp.version &&
        now.context_version === stamp.context_version
      );
    },
  };
}

const readWhole = async (deps: ArtifactDeps, viewer: Viewer, id: number): Promise<WholeArtifact> =>
  admit(deps, viewer, await store.findArtifact.first(deps.database.read, { id }), id);

/** Lets the viewer have what was read, if they may; `site_version` must be that of the viewer's moment. */
async function admit<Stamp extends ArtifactStamp>(
  { database, trackers }: ArtifactDeps,
  viewer: Viewer,
  stamp: (Stamp & { site_version: number }) | undefined,
  id: number,
): Promise<{ stamp: Stamp; tracker: Definition }> {
  if (stamp === undefined) throw notFound(`there is no artifact ${id}`);
  if (stamp.site_version !== viewer.site.version) throw new StaleMomentError();
  const visible = await findVisible({ db: database.read, trackers }, viewer, [stamp]);
  const tracker = visible.definitions.get(stamp.tracker_id);
  if (tracker === undefined) throw notFound(`there is no artifact ${id}`);
  if (!visible.ids.has(id)) throw forbidden();
  return { stamp, tracker };
}

function requireSignedIn(viewer: Viewer): number {
  if (viewer.user === undefined) throw forbidden('anonymous visitors can’t change artifacts');
  return viewer.user.id;
}

const submitDeps = ({ database, people, trackers }: ArtifactDeps) => ({ db: database.read, people, trackers });

async function create(deps: ArtifactDeps, viewer: Viewer, body: Static<typeof NewArtifact>): Promise<WholeArtifact> {
  const by = requireSignedIn(viewer);
  const tracker = await deps.trackers.findDefinition(body.tracker.id, viewer.site.version);
  if (tracker === undefined || tracker.isDeleted) throw notFound(`there is no tracker ${body.tracker.id}`);
  const refusal = refuseProject(viewer, tracker.project);
  if (refusal !== undefined) throw refusal;
  requireLivingProject(tracker.project);
  if (!maySubmit(viewer, tracker)) throw forbidden(`you can't add artifacts to the tracker ${tracker.id}`);
  requireOneForm(body);
  const nowMs = deps.clock.nowMs();
  const submitted = await readSubmitted(submitDeps(deps), viewer, tracker, body, nowMs);
  addDefaults(viewer, tracker, submitted.values, nowMs);
  const { values, transition } = judgeChange(
    viewer,
    tracker,
    { ...submitted, before: {} },
    { permission: 'submit', comment: '', nowMs, submittedAtMs: nowMs },
  );
  const change: Change = { by, atMs: nowMs, comments: [], values };
  const definitions = await loadReachOf(deps, viewer, tracker, submitted);
  const row = await deps.database.transact(async (tx) => {
    await requireSameSite(tx, viewer);
    const made = await createArtifact(tx, tracker, by, nowMs);
    const after = await applyChanges(tx, tracker, made, [change]);
    await enqueueTransitionJobs(tx, tracker, transition, { artifactId: made.id, userId: by, nowMs });
    return finish(tx, viewer, { before: made, after }, submitted, { definitions, nowMs });
  });
  return { stamp: row, tracker };
}

function requireOneForm(body: { values?: unknown; values_by_field?: unknown }): void {
  const isFilled = (part: unknown): boolean =>
    typeof part === 'object' && part !== null && Object.keys(part).length > 0;
  if (isFilled(body.values) && isFilled(body.values_by_field)) {
    throw invalid('give either values or values_by_field, not both', 'values_by_field');
  }
  if (!isFilled(body.values) && !isFilled(body.values_by_field)) {
    throw invalid('give at least one field in values or values_by_field', 'values');
  }
}

async function requireSameSite(tx: Writer, viewer: Viewer): Promise<void> {
  const site = await store.readSiteVersion.first(tx, {});
  if (site?.version !== viewer.site.version) throw new StaleMomentError();
}

async function update(
  deps: ArtifactDeps & { renderer: Renderer },
  viewer: Viewer,
  id: number,
  body: Static<typeof ArtifactUpdate>,
  preconditions: Preconditions,
): Promise<WholeArtifact> {
  const seen = await readWhole(deps, viewer, id);
  const { tracker } = seen;
  requireLivingProject(tracker.project);
  const by = requireSignedIn(viewer);
  const check = (row: ArtifactRow): void =>
    checkWritePreconditions(preconditions, {
      tag: `"${hashVersion(deps.entityTagKey, row)}.0"`,
      versionSecond: row.version_second,
      nowSecond: Math.floor(deps.clock.nowMs() / 1000),
    });
  check(seen.stamp);
  const sent = readUpdateForm(body);
  const nowMs = deps.clock.nowMs();
  const showCurrent = () => showValues(deps.renderer, viewer, seen);
  const submitted = await readSubmitted({ ...submitDeps(deps), showCurrent }, viewer, tracker, sent, nowMs, {
    id,
    values: parseValues(seen.stamp),
  });
  const definitions = await loadReachOf(deps, viewer, tracker, submitted);
  const row = await deps.database.transact(async (tx) => {
    const current = await store.findArtifact.first(tx, { id });
    if (current === undefined || current.tracker_id !== tracker.id || current.site_version !== viewer.site.version) {
      throw new StaleMomentError();
    }
    check(current);
    const before = parseValues(current);
    const sentValues = { values: submitted.values, hiddenTargets: submitted.hidden.targets };
    const comments = readComment(body, by, nowMs);
    const { values, transition } = judgeChange(
      viewer,
      tracker,
      { before, values: keepHiddenLinks(tracker, before, sentValues), paths: submitted.paths },
      {
        permission: 'update',
        comment: comments[0]?.body ?? '',
        nowMs,
        submittedAtMs: current.submitted_at_ms,
      },
    );
    const { site_version: _siteVersion, ...columns } = current;
    const after = await applyChanges(tx, tracker, columns, [{ by, atMs: nowMs, comments, values }]);
    await enqueueTransitionJobs(tx, tracker, transition, { artifactId: id, userId: by, nowMs });
    return finish(tx, viewer, { before: columns, after }, submitted, { definitions, nowMs });
  });
  return { stamp: row, tracker };
}

const readShown = storedJson(
  Type.Object({ values: Type.Array(Type.Object({ field_id: Type.Integer() }, { additionalProperties: true })) }),
);

/** The artifact's `values` as the viewer sees them, by field id. */
async function showValues(renderer: Renderer, viewer: Viewer, { stamp, tracker }: SeenArtifact): Promise<ShownById> {
  const [rendering] = await renderer.render(viewer, [stamp], new Map([[tracker.id, tracker]]), collectionOnly);
  const shown = readShown(rendering?.json ?? '', `rendering of artifact ${stamp.id}`);
  return new Map(shown.values.map((value) => [value.field_id, value]));
}

/** `values` decides; `values_by_field` alone serves who sends back what GET gave by field. */
function readUpdateForm(body: Static<typeof ArtifactUpdate>): Parameters<typeof readSubmitted>[3] {
  if (body.values !== undefined && body.values !== null) return { values: body.values };
  if (body.values_by_field !== undefined && body.values_by_field !== null)
    return { values_by_field: body.values_by_field };
  throw invalid('is required; give [] when only a comment is added', 'values');
}

const commentFormats: readonly TextFormat[] = ['text', 'html', 'commonmark'];

function readComment(body: Static<typeof ArtifactUpdate>, by: number, atMs: number): Change['comments'] {
  const { comment } = body;
  if (comment === undefined || comment === null) return [{ by, atMs, body: '', format: 'commonmark' }];
  const format = commentFormats.find((known) => known === comment.format) ?? 'commonmark';
  if (Buffer.byteLength(comment.body) > 65_535) throw invalid('takes at most 65535 bytes', 'comment.body');
  return [{ by, atMs, body: comment.body, format }];
}

const loadReachOf = (
  { trackers }: ArtifactDeps,
  viewer: Viewer,
  tracker: Definition,
  { reverseDefinitions }: Submitted,
): Promise<ReadonlyMap<number, Definition>> =>
  loadReach(trackers, viewer.site.version, [tracker, ...reverseDefinitions.values()]);

/** What follows from the change of one artifact: links that others get, and triggers. Gives its newest state. */
async function finish(
  tx: Writer,
  viewer: Viewer,
  change: Changed,
  submitted: Submitted,
  world: TriggerWorld,
): Promise<ArtifactRow> {
  const { id } = change.after;
  const sources =
    submitted.reverse === undefined
      ? []
      : await applyReverseLinks(tx, {
          viewer,
          target: change.after,
          wanted: submitted.reverse,
          hiddenSources: submitted.hidden.sources,
          nowMs: world.nowMs,
          definitions: submitted.reverseDefinitions,
        });
  const triggered = await fireTriggers(tx, world, [change, ...sources]);
  if (submitted.reverse === undefined) return triggered.get(id) ?? change.after;
  return (await store.listArtifactsByIds(tx, [id]))[0] ?? change.after;
}
