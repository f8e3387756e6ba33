// Wire shape of what many artifacts amount to.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';

const Group = Type.Object({
  value: Nullable(
    Type.Object(
      { id: Type.Integer(), label: Type.String(), color_name: Nullable(Type.String()) },
      { title: 'GroupValue', description: 'null: those without a value.' },
    ),
  ),
  count: Type.Integer({ description: 'An artifact with several values counts for each of them.' }),
});

const Numbers = Type.Object({
  field_id: Type.Integer(),
  count: Type.Integer({ description: 'Artifacts that have a number.' }),
  sum: Type.Number(),
  average: Nullable(Type.Number()),
  min: Nullable(Type.Number()),
  max: Nullable(Type.Number()),
  standard_deviation: Nullable(Type.Number({ description: 'Of the population.' })),
});

export const Summary = Type.Object(
  {
    size: Type.Integer(),
    groups: Type.Array(Group, { description: 'By value of the field of `group_by`, in the order of the list.' }),
    numbers: Type.Array(Numbers, { description: 'Of the fields of `fields`, in their order.' }),
  },
  { title: 'ArtifactsSummary' },
);

export const TrackerCounts = Type.Array(
  Type.Object(
    {
      tracker: Type.Object({ id: Type.Integer(), uri: Type.String() }),
      size: Type.Integer(),
      open: Nullable(Type.Integer({ description: 'null where the tracker has no status that you may read.' })),
    },
    { title: 'TrackerCount' },
  ),
);
