// What a batch would do, item by item, without doing it: everything is judged as for a real one, in a transaction that is
// always undone.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Static } from 'typebox';
import { DomainError, invalid } from '../../../platform/errors.ts';
import { says, messageAndI18n } from '../../../platform/texts/said.ts';
import type { Viewer } from '../../projects/index.ts';
import { requireSignedIn } from '../changes/admission.ts';
import type { PlanDeps } from '../changes/submission.ts';
import { planItems, saveSteps } from './batch.ts';
import type { Step } from './batch.ts';
import type { Batch, BatchAnswer, BatchItem } from './batch.schema.ts';

type Item = Static<typeof BatchItem>;
type Preview = Static<typeof BatchAnswer>['items'][number];

/** Ends a transaction whose work could have been done. */
class UndoneError extends Error {}

/**
 * Tells of each item whether it would be refused, where those that are refused are not sent along. Throws VersionConflictError as
 * applyBatch does, and what is not about an item.
 */
export async function previewBatch(
  deps: PlanDeps,
  viewer: Viewer,
  { items, send_notifications: isNotified = true }: Static<typeof Batch>,
): Promise<Static<typeof BatchAnswer>> {
  requireSignedIn(viewer);
  const refusals = new Map<number, DomainError>();
  let steps: readonly Step[] = [];
  // Refused items are left out next time, so that each step of judging finds its own; there are no more than four.
  for (;;) {
    const places = [...items.keys()].filter((place) => !refusals.has(place));
    if (places.length === 0) break;
    const attempt = await tryItems(
      deps,
      viewer,
      places.flatMap((place) => items[place] ?? []),
      isNotified,
    );
    if (attempt.refused.length === 0) {
      steps = attempt.steps.map((step) => ({ ...step, index: places[step.index] ?? step.index }));
      break;
    }
    for (const error of attempt.refused) refusals.set(places[placeOf(error) ?? 0] ?? 0, error);
    await spread(items, refusals);
  }
  const etags = new Map(steps.map(({ index, etag }) => [index, etag]));
  return { items: items.map((item, place) => show(item, etags.get(place), refusals.get(place))) };
}

interface Attempt {
  steps: readonly Step[];
  /** With paths that start with `items[n]`. */
  refused: readonly DomainError[];
}

async function tryItems(deps: PlanDeps, viewer: Viewer, items: readonly Item[], isNotified: boolean): Promise<Attempt> {
  let steps: Step[] = [];
  try {
    steps = await planItems(deps, viewer, items, isNotified);
    await deps.database.transact(async (tx) => {
      await saveSteps(deps, tx, viewer, steps);
      throw new UndoneError();
    });
  } catch (error) {
    if (error instanceof UndoneError) return { steps, refused: [] };
    if (error instanceof DomainError && placeOf(error) !== undefined)
      return { steps: [], refused: error.all ?? [error] };
    throw error;
  }
  throw new Error('a transaction that undoes itself was committed');
}

const itemPath = /^items\[(\d+)\]\.?/;

/** Place of the item that a refusal is about; undefined where it is about none. */
function placeOf({ path = '' }: DomainError): number | undefined {
  const place = itemPath.exec(path)?.[1];
  return place === undefined ? undefined : Number(place);
}

/** Refuses what links to new artifacts that are refused, and what links to that. */
async function spread(items: readonly Item[], refusals: Map<number, DomainError>): Promise<void> {
  const linkers = new Map<string, Set<number>>();
  for (const [place, { named_links: links = [] }] of items.entries()) {
    if (isSliceOver()) await yieldSlice();
    for (const { name } of links) {
      const known = linkers.get(name);
      if (known === undefined) linkers.set(name, new Set([place]));
      else known.add(place);
    }
  }
  const waiting = [...refusals.keys()];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (isSliceOver()) await yieldSlice();
    const name = items[place]?.name;
    for (const linker of name === undefined ? [] : (linkers.get(name) ?? [])) {
      if (refusals.has(linker)) continue;
      refusals.set(
        linker,
        invalid(says('batch.named-refused')`links to "${name ?? ''}", which was rejected`, 'named_links'),
      );
      waiting.push(linker);
    }
  }
}

const show = ({ id }: Item, etag: string | undefined, refusal: DomainError | undefined): Preview => ({
  id: id ?? null,
  uri: id === undefined ? null : `artifacts/${id}`,
  etag: refusal === undefined ? (etag ?? null) : null,
  is_new: id === undefined,
  refusal:
    refusal === undefined
      ? null
      : {
          kind: refusal.kind,
          path: (refusal.path ?? '').replace(itemPath, ''),
          ...messageAndI18n(
            refusal.message === '' ? says('refused')`you don't have permission to do this` : refusal.sentence,
          ),
        },
});
