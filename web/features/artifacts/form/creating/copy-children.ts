// Copies what is below an artifact below its copy, one by one, as its form would be sent.
import { currentZone } from '../../../../platform/i18n.ts';
import { api, take } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { describeError } from '../../../../ui/feedback/async-states.tsx';
import { newKey } from '../../../../platform/network/new-key.ts';
import { fieldIs, isLinksEdit, linksEdit, linkTypesOf, readLinks } from '../../../fields/index.ts';
import { isAutomatic, isEmpty, writeEdit } from '../edits.ts';
import type { ArtifactLink, Edit } from '../../../fields/index.ts';
import { chosenIn, firstStates, governedField } from '../rules.ts';
import { startOf } from './start.ts';

type Artifact = Schemas['Artifact'];
type Tracker = Schemas['Tracker'];

/** Of one copy; what is further below stays where it is, and is told of. */
const copiedMax = 200;

const childType = '_is_child';

const isChild = ({ type, direction }: ArtifactLink): boolean => type === childType && direction === 'forward';

export const childrenOf = ({ values }: Pick<Artifact, 'values'>): number[] =>
  (values ?? [])
    .filter(fieldIs.links)
    .flatMap((value) => readLinks(value))
    .filter(isChild)
    .map(({ id }) => id);

/** Whether new links of the field may be to children. */
export const takesChildren = (field: unknown): boolean =>
  linkTypesOf(field).some(({ shortName, isUsed }) => shortName === childType && isUsed);

/** Links to children belong to the original alone. */
export const withoutChildren = (edit: Edit): Edit =>
  isLinksEdit(edit) ? linksEdit(edit.links.filter((link) => !isChild(link))) : edit;

/** A state that nothing new may have is left to the tracker's default. */
function valuesOf(tracker: Tracker, child: Artifact, parentId: number) {
  const [states, governed] = [firstStates(tracker), governedField(tracker)];
  const start = startOf(tracker, { parent: String(parentId) }, child);
  return tracker.fields.flatMap((field) => {
    const edit = start.get(field.field_id);
    if (edit === undefined || isEmpty(edit) || isAutomatic(edit)) return [];
    const isClosedState =
      field.field_id === governed && states !== undefined && !chosenIn(edit).every((id) => states.has(id));
    return isClosedState ? [] : [writeEdit(field, edit, currentZone())];
  });
}

/** Gives how many were copied, and a sentence on each that was not, whose own children are left out, too. */
export async function copyChildren(source: Artifact, copyId: number): Promise<{ copied: number; problems: string[] }> {
  const seen = new Set([source.id]);
  const problems: string[] = [];
  const waiting = childrenOf(source).map((id) => ({ id, parentId: copyId }));
  let copied = 0;
  for (let next = waiting.shift(); next !== undefined && copied < copiedMax; next = waiting.shift()) {
    if (seen.has(next.id)) continue;
    seen.add(next.id);
    try {
      const child = await take(api.GET('/artifacts/{id}', { params: { path: { id: next.id } } }));
      const tracker = await take(api.GET('/trackers/{id}', { params: { path: { id: child.tracker.id } } }));
      const made = await take(
        api.POST('/artifacts', {
          params: { header: { 'Idempotency-Key': `"${newKey()}"` } },
          body: {
            tracker: { id: tracker.id },
            values: valuesOf(tracker, child, next.parentId),
            files_from: { id: child.id },
          },
        }),
      );
      copied += 1;
      waiting.push(...childrenOf(child).map((id) => ({ id, parentId: made.id })));
    } catch (error) {
      problems.push(`#${next.id}: ${describeError(error)}`);
    }
  }
  problems.push(...waiting.map(({ id }) => `#${id}`));
  return { copied, problems };
}
