// Wire shapes of sample content.
import { Type } from 'typebox';

export const SampleContent = Type.Object(
  {
    artifact_ids: Type.Array(Type.Integer(), { description: 'Those that are still there.' }),
  },
  { title: 'SampleContent' },
);

export const RemovedSampleContent = Type.Object(
  {
    removed_ids: Type.Array(Type.Integer()),
    kept_ids: Type.Array(Type.Integer(), { description: 'Those that somebody changed; they are no sample any more.' }),
  },
  { title: 'RemovedSampleContent' },
);
