// Artifacts: reading, listing, creating and updating.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../platform/database/index.ts';
import type { Writer } from '../../platform/database/index.ts';
import { DomainError, forbidden, invalid, notFound, preconditionFailed } from '../../platform/errors.ts';
import { lastModifiedSecond } from '../../platform/http/index.ts';
import type { Validity } from '../../platform/http/index.ts';
import { refuseProject, requireLivingProject } from '../projects/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { maySubmit } from '../trackers/index.ts';
import type { TextFormat } from '../trackers/index.ts';
import { admit, checkPreconditions, readToChange, readWhole, requireSameSite, requireSignedIn } from './admission.ts';
import type { ArtifactDeps, Preconditions, SeenArtifact, WholeArtifact } from './admission.ts';
import { reachOf } from './artifacts.access.ts';
import type { ArtifactMove, ArtifactUpdate, NewArtifact } from './artifacts.schema.ts';
import * as store from './artifacts.store.ts';
import type { ArtifactRow, ArtifactStamp } from './artifacts.store.ts';
import type { ValueFormats } from './artifacts.view.ts';
import { applyChanges, createArtifact, parseValues } from './change.ts';
import type { Change } from './change.ts';
import { deleteArtifact, restoreArtifact } from './delete-artifact.ts';
import { listDeleted } from './deleted-artifacts.store.ts';
import { addDefaults, requireAllowedChange } from './field-rules.ts';
import { keepHiddenLinks } from './hidden-links.ts';
import { moveArtifact } from './move-artifact.ts';
import { createRenderer, tagOf } from './rendering.ts';
import type { Renderer, Rendering } from './rendering.ts';
import { applyReverseLinks } from './reverse-links.ts';
import type { SurroundingDeps } from './surroundings.ts';
import { readSubmitted } from './submitted.ts';
import type { ShownById, Submitted } from './submitted.ts';
import { listTrackerArtifacts } from './tracker-page.store.ts';

export interface ArtifactVersion {
  /** Strong, quoted, the version's hash before the dot (spec ruling 17). */
  etag: string;
  /** Seconds since the epoch (spec ruling 18). */
  lastModifiedS: number;
}

export interface Artifacts {
  /** What reading and showing artifacts needs. */
  reading: SurroundingDeps;
  /** The same for what costs much, such as histories; see Database.readBulk. */
  readingBulk: SurroundingDeps;
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
  /** A page of a tracker's visible artifacts in order of id. */
  listOfTracker(
    viewer: Viewer,
    trackerId: number,
    page: Page & { isDescending: boolean },
    formats: ValueFormats,
  ): Promise<{ renderings: Rendering[]; size: number }>;
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
  /** See moveArtifact. */
  move(
    viewer: Viewer,
    id: number,
    body: Static<typeof ArtifactMove>,
    preconditions: Preconditions,
  ): ReturnType<typeof moveArtifact>;
  /** See deleteArtifact. */
  remove(viewer: Viewer, id: number, preconditions: Preconditions): ReturnType<typeof deleteArtifact>;
  /** Deleted artifacts, newest first; for the command line. */
  listDeleted(): ReturnType<typeof listDeleted>;
  /** See restoreArtifact; for the command line. */
  restore(id: number): Promise<void>;
}

export /** XML is another representation, so its tag differs. */
const quoteTag = (tag: string, wire: 'json' | 'xml'): string => `"${tag}${wire === 'xml' ? 'x' : ''}"`;

const readObject = storedJson(Type.Record(Type.String(), Type.Unknown()));

const collectionOnly: ValueFormats = { collection: true, byField: false };

export function createArtifacts(deps: ArtifactDeps): Artifacts {
  const { database, clock, trackers } = deps;
  const reading = { db: database.read, people: deps.people, trackers };
  const readingBulk = { ...reading, db: database.readBulk };
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
  /** A refused precondition tells the current tag. */
  const tellTag = async <R>(
    viewer: Viewer,
    id: number,
    { wire }: Preconditions,
    work: () => Promise<R>,
  ): Promise<R> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'precondition-failed') throw error;
      throw preconditionFailed(error.message, (await show(viewer, await read(viewer, id), collectionOnly, wire)).etag);
    }
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
      const json = JSON.stringify({ ...whole, tracker: await trackers.view(viewer, seen.tracker) });
      const validity = { endsAtMs: shown.validity.endsAtMs };
      return { ...shown, json, etag: quoteTag(tagOf(deps.entityTagKey, seen.stamp, json), wire), validity };
    },
    async listOfTracker(viewer, trackerId, page, formats) {
      const tracker = await trackers.read(viewer, trackerId);
      const reach = reachOf(database.read, viewer, tracker);
      const { stamps, size } = await listTrackerArtifacts(database.read, tracker.id, reach, page);
      const renderings = await renderer.render(viewer, stamps, new Map([[tracker.id, tracker]]), formats);
      return { renderings, size };
    },
    create: (viewer, body) => create(deps, viewer, body),
    update: (viewer, id, body, preconditions) =>
      tellTag(viewer, id, preconditions, () => update({ ...deps, renderer }, viewer, id, body, preconditions)),
    move: (viewer, id, body, preconditions) =>
      tellTag(viewer, id, preconditions, () => moveArtifact(deps, viewer, id, body, preconditions)),
    remove: (viewer, id, preconditions) =>
      tellTag(viewer, id, preconditions, () => deleteArtifact(deps, viewer, id, preconditions)),
    listDeleted: () => listDeleted(database.read),
    restore: async (id) => restoreArtifact(deps, (await deps.site.current()).version, id),
  };
}

/** A second that lies ahead of the clock shows in Last-Modified, which then changes without a commit. */
function validityOf(
  { database, clock }: ArtifactDeps,
  viewer: Viewer,
  stamp: ArtifactStamp,
  { isSettled, versionSecond }: Rendering,
): Validity {
  const isTimeless = isSettled && versionSecond * 1000 <= clock.nowMs();
  return {
    endsAtMs: isTimeless ? Infinity : 0,
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
  requireAllowedChange(viewer, tracker, {}, submitted, 'submit');
  const change: Change = { by, atMs: nowMs, comments: [], values: submitted.values };
  const row = await deps.database.transact(async (tx) => {
    await requireSameSite(tx, viewer);
    const made = await createArtifact(tx, tracker, by, nowMs);
    const saved = await applyChanges(tx, tracker, made, [change]);
    return applyReverse(tx, viewer, { stamp: saved, tracker }, submitted, nowMs);
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
  checkPreconditions(deps, preconditions, seen.stamp);
  const sent = readUpdateForm(body);
  const nowMs = deps.clock.nowMs();
  const showCurrent = () => showValues(deps.renderer, viewer, seen);
  const submitted = await readSubmitted({ ...submitDeps(deps), showCurrent }, viewer, tracker, sent, nowMs, {
    id,
    values: parseValues(seen.stamp),
  });
  const row = await deps.database.transact(async (tx) => {
    const current = await readToChange(deps, tx, viewer, seen, preconditions);
    const before = parseValues(current);
    const values = keepHiddenLinks(tracker, before, {
      values: submitted.values,
      hiddenTargets: submitted.hidden.targets,
    });
    requireAllowedChange(viewer, tracker, before, { values, paths: submitted.paths }, 'update');
    const change: Change = { by, atMs: nowMs, comments: readComment(body, by, nowMs), values };
    const saved = await applyChanges(tx, tracker, current, [change]);
    return applyReverse(tx, viewer, { stamp: saved, tracker }, submitted, nowMs);
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

async function applyReverse(
  tx: Writer,
  viewer: Viewer,
  seen: WholeArtifact,
  submitted: Submitted,
  nowMs: number,
): Promise<ArtifactRow> {
  if (submitted.reverse === undefined) return seen.stamp;
  await applyReverseLinks(tx, {
    viewer,
    target: seen.stamp,
    wanted: submitted.reverse,
    hiddenSources: submitted.hidden.sources,
    nowMs,
    definitions: submitted.reverseDefinitions,
  });
  return (await store.listArtifactsByIds(tx, [seen.stamp.id]))[0] ?? seen.stamp;
}
