// Shared fields whose original is not there: they become fields of their own.
import { says } from '../../../platform/texts/said.ts';
import { fieldIs, typesThat } from '../../trackers/index.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import type { ElementBind, FormElement } from '../model/field-model.ts';
import type { Warn } from '../model/warnings.ts';
import { listFormElements } from '../model/field-model.ts';

/** The type of a field that shares others' where nothing tells theirs: only lists are shared. */
const [plainType = ''] = typesThat(fieldIs.choice);

const noValues = (line: number): ElementBind => ({
  kind: 'static',
  isRankAlpha: false,
  items: [],
  decorators: [],
  defaultRefs: [],
  defaultUsers: [],
  line,
});

/** The trackers with a field of its own in place of each shared one that leads to no original, of which `warn` hears. */
export function freeOrphans(trackers: readonly ArchiveTracker[], warn: Warn): ArchiveTracker[] {
  const byRef = new Map(
    trackers.flatMap(({ formElements }) => listFormElements(formElements)).map((element) => [element.ref, element]),
  );
  const hasOriginal = (element: FormElement): boolean => {
    const seen = new Set<FormElement>();
    let found: FormElement | undefined = element;
    while (found?.type === 'shared' && !seen.has(found)) {
      seen.add(found);
      found = byRef.get(found.originalFieldRef ?? '');
    }
    return found !== undefined && found.type !== 'shared';
  };
  const free = (element: FormElement): FormElement => {
    const children = element.children.map(free);
    if (hasOriginal(element)) return { ...element, children };
    const { line, originalFieldRef = '', originalType, bind } = element;
    warn(
      line,
      'formElement',
      says(
        'left.original',
      )`it shares the field \`${originalFieldRef}\`, which is missing; it becomes a separate field without those values`,
    );
    const type = originalType ?? plainType;
    return {
      ...element,
      type,
      originalFieldRef: undefined,
      bind: bind ?? (type === plainType ? noValues(line) : undefined),
      children,
    };
  };
  return trackers.map((tracker) => ({ ...tracker, formElements: tracker.formElements.map(free) }));
}
