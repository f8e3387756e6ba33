// Adds links to artifacts and takes them away beside those that they have, with values of other fields where wanted, each artifact by a
// changeset of its own, all in one transaction. What is linked has to be the viewer's to see: who asks for this knows.
import type { Writer } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { artifactLinks, fieldIs } from '../../trackers/index.ts';
import type { ArtifactLink, Definition } from '../../trackers/index.ts';
import { readToChange, readWhole, requireSameSite, requireSignedIn } from '../changes/admission.ts';
import type { ArtifactDeps, WholeArtifact } from '../changes/admission.ts';
import type { SubmittedBody } from '../changes/submitted-values.ts';
import { applyChanges, isLinkList, parseValues } from '../artifact/change.ts';
import { followChange, judgeUpdate, planUpdate } from '../changes/submission.ts';
import type { PlanDeps, Planned as PlannedUpdate } from '../changes/submission.ts';
import { loadAffectedTrackers } from '../workflow/triggers.ts';

export interface LinkChange {
  /** The artifact whose links change. */
  id: number;
  /** A plain link is not added beside a link of another type, and becomes one of another type. */
  added: readonly ArtifactLink[];
  /** Ids of artifacts that it is to link to no more. */
  removed: readonly number[];
  /** Where the request asks for it. */
  path: string;
  /** Values that the same changeset sets; none of the field of links. */
  values?: NonNullable<SubmittedBody['values']>;
}

interface Planned extends LinkChange {
  seen: WholeArtifact;
  fieldId: number;
  definitions: ReadonlyMap<number, Definition>;
  /** Where other values change. */
  update: PlannedUpdate | undefined;
}

const unconditional = { wire: 'json', ifMatch: undefined, ifUnmodifiedSince: undefined } as const;

/**
 * Changes the links, and runs `finish` in the same transaction. Throws as readWhole, forbidden in a closed project, and
 * invalid where the viewer may not change the links or the workflow or a rule refuses.
 */
export async function changeLinks(
  deps: PlanDeps,
  viewer: Viewer,
  changes: readonly LinkChange[],
  finish: (tx: Writer) => Promise<void>,
): Promise<void> {
  requireSignedIn(viewer);
  const planned: Planned[] = [];
  for (const change of changes) planned.push(await plan(deps, viewer, change));
  await deps.database.transact(async (tx) => {
    await requireSameSite(tx, viewer);
    for (const one of planned) await save(deps, tx, viewer, one);
    await finish(tx);
  });
}

async function plan(deps: PlanDeps, viewer: Viewer, change: LinkChange): Promise<Planned> {
  const seen = await readWhole(deps, viewer, change.id);
  requireLivingProject(seen.tracker.project);
  const field = seen.tracker.fields.find(fieldIs.links);
  if (field === undefined) throw invalid(says('links.no-field')`artifact ${change.id} has no link field`, change.path);
  const definitions = await loadAffectedTrackers(deps.trackers, viewer.site.version, [seen.tracker]);
  const { values } = change;
  const update = values === undefined ? undefined : await planUpdate(deps, viewer, seen, { values: [...values] });
  return { ...change, seen, fieldId: field.id, definitions, update };
}

/** The changeset of the links alone. */
function planLinksAlone(deps: ArtifactDeps, viewer: Viewer, { seen, definitions }: Planned): PlannedUpdate {
  const hidden = { targets: new Set<number>(), sources: new Set<number>() };
  const submitted = { values: new Map(), paths: new Map(), reverse: undefined, reverseDefinitions: new Map(), hidden };
  const by = requireSignedIn(viewer);
  const change = { by, atMs: deps.clock.nowMs(), agent: viewer.agent, comments: [], values: submitted.values };
  return { tracker: seen.tracker, submitted, change, transition: undefined, definitions };
}

async function save(deps: ArtifactDeps, tx: Writer, viewer: Viewer, planned: Planned): Promise<void> {
  const { seen, fieldId, path, update } = planned;
  const { tracker } = seen;
  const before = await readToChange(deps, tx, viewer, seen, unconditional);
  const stored = parseValues(before)[fieldId];
  const present = isLinkList(stored) ? stored : [];
  const links = nextLinks(present, planned);
  const isSame = JSON.stringify(links) === JSON.stringify(present);
  if (isSame && update === undefined) return;
  const added = links.filter(({ id, type }) => !present.some((link) => link.id === id && link.type === type));
  for (const { type } of added) artifactLinks.requireUsedLinkType(tracker, type, path);
  const base = update ?? planLinksAlone(deps, viewer, planned);
  const values = new Map<number, unknown>([...base.submitted.values, ...(isSame ? [] : [[fieldId, links] as const])]);
  const paths = new Map([...base.submitted.paths, [fieldId, path]]);
  const judged = judgeUpdate(viewer, { ...base, submitted: { ...base.submitted, values, paths } }, before);
  const after = await applyChanges(tx, tracker, before, [judged.change]);
  await followChange(deps, tx, viewer, { before, after }, judged);
}

function nextLinks(present: readonly ArtifactLink[], { added, removed }: LinkChange): ArtifactLink[] {
  const kept = present.filter(({ id }) => !removed.includes(id));
  const missing = added.filter(
    (link) => !kept.some(({ id, type }) => id === link.id && (link.type === '' || type === link.type)),
  );
  const replaced = new Set(missing.map(({ id }) => id));
  return [...kept.filter(({ id }) => !replaced.has(id)), ...missing];
}
