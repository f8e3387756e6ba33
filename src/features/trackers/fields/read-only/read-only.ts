// Field types that show what the artifact itself knows: its numbers, its people, its dates.
import { formatIso, formatMinute } from '../../../../platform/texts/dates.ts';
import { viewUser } from '../../../people/index.ts';
import { viewOfferedUser } from '../bind.ts';
import { referenceUrl } from '../../definition/text-references.ts';
import { defineDerivedType } from '../define-type.ts';
import { plainDescription } from '../field-type.ts';
import type { ArtifactFacts, FieldType, SearchKind } from '../field-type.ts';
import { readByRules } from '../properties.ts';
import { flatScalar, labelIn } from '../cells.ts';

const defineNumber = (
  read: (artifact: ArtifactFacts) => number,
  search?: SearchKind,
  specificProperties: unknown = [],
  readProperties = readByRules({}),
): FieldType =>
  defineDerivedType({
    readProperties,
    flatten: flatScalar,
    ...(search === undefined ? {} : { search }),
    show: ({ artifact }) => ({ value: read(artifact) }),
    showByName: ({ artifact }) => ({ value: read(artifact) }),
    describe: () => plainDescription(specificProperties),
  });

export const artifactIdType = defineNumber((artifact) => artifact.id, 'artifact-id');
export const trackerNumberType = defineNumber((artifact) => artifact.number, 'artifact-number');
export const priorityType = defineNumber(
  (artifact) => artifact.rank,
  'rank',
  { maxchars: 0, size: 5, default_value: null },
  readByRules({ maxchars: 'count', size: 'count', default_value: 'whole' }),
);

/** `list` are the bindings that clients know: who submitted is one of the submitters. */
const definePerson = (
  search: SearchKind,
  read: (artifact: ArtifactFacts) => number,
  list: { id: number; label: string }[],
): FieldType =>
  defineDerivedType({
    search,
    flatten: ({ value }) => labelIn(value),
    show: (context) => ({ value: viewUser(context.user(read(context.artifact)), context.baseUrl) }),
    describe: ({ boundUsers, baseUrl }) => ({
      values: boundUsers.map((user) => viewOfferedUser(user, baseUrl)),
      bindings: { type: 'users', list },
      defaultValue: [],
      specificProperties: [],
    }),
  });

export const submittedByType = definePerson('submitted-by', (artifact) => artifact.submittedBy, [
  { id: 0, label: 'artifact_submitters' },
]);
export const updatedByType = definePerson('updated-by', (artifact) => artifact.updatedBy, []);

const defineMoment = (search: SearchKind, read: (artifact: ArtifactFacts) => number): FieldType =>
  defineDerivedType({
    search,
    flatten: flatScalar,
    show: ({ artifact }) => ({ value: formatIso(read(artifact)) }),
    describe: ({ nowMs }) => ({ ...plainDescription([], formatMinute(nowMs)), extra: { is_time_displayed: true } }),
  });

export const submittedOnType = defineMoment('submitted-on', (artifact) => artifact.submittedAtMs);
export const updatedOnType = defineMoment('updated-on', (artifact) => artifact.updatedAtMs);

/** Links and references in texts, in both directions; then what refers from outside, such as commits. */
export const crossReferenceType = defineDerivedType({
  role: 'references',
  show({ artifact, links, references, reverseLinks, reverseReferences, externalReferences, linked, baseUrl }) {
    const targets = new Set([...links.map((link) => link.id), ...references]);
    const sources = new Set([...reverseLinks.map((link) => link.id), ...reverseReferences]);
    const ordered = [
      ...[...targets.difference(sources)].map((id) => ({ id, direction: 'out' })),
      ...[...sources.difference(targets)].map((id) => ({ id, direction: 'in' })),
      ...[...targets.intersection(sources)].map((id) => ({ id, direction: 'both' })),
    ];
    const artifacts = ordered.flatMap(({ id, direction }) => {
      if (id === artifact.id) return [];
      const target = linked(id);
      if (target === undefined) return [];
      const url = referenceUrl(target.itemName, id, target.projectId, baseUrl);
      return [{ ref: `${target.itemName} #${id}`, url, direction }];
    });
    return { value: [...artifacts, ...externalReferences.map(({ ref, url }) => ({ ref, url, direction: 'in' }))] };
  },
  describe: () => plainDescription(),
});
