// Wire shapes of a batch: many creations and updates in one call, all of them or none.
import { Type } from 'typebox';
import { Closed } from '../../../platform/http/index.ts';
import { Artifact, ArtifactUpdate, NewArtifact } from '../change/artifacts.schema.ts';

const itemsMax = 1000;

const NamedLink = Closed({
  name: Type.String({ maxLength: 255, description: 'The `name` of an artifact that this batch makes.' }),
  type: Type.String({
    default: '',
    maxLength: 255,
    description: 'Short name such as _is_child; empty for a plain link.',
  }),
});

export const BatchItem = Closed(
  {
    id: Type.Optional(Type.Integer({ description: 'The artifact to update; without it the item makes one.' })),
    if_match: Type.Optional(Type.String({ maxLength: 1000, description: 'As If-Match: the version to update.' })),
    name: Type.Optional(Type.String({ maxLength: 255, description: 'What other items call the new artifact.' })),
    tracker: Type.Optional(NewArtifact.properties.tracker),
    values: NewArtifact.properties.values,
    values_by_field: NewArtifact.properties.values_by_field,
    comment: ArtifactUpdate.properties.comment,
    named_links: Type.Optional(
      Type.Array(NamedLink, {
        maxItems: itemsMax,
        description: 'Links to new artifacts of this batch, added to the others.',
      }),
    ),
  },
  Object.keys(Artifact.properties),
);

export const Batch = Closed({ items: Type.Array(BatchItem, { minItems: 1, maxItems: itemsMax }) }, [], {
  title: 'ArtifactBatch',
});

export const BatchAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        uri: Type.String(),
        etag: Type.String({ description: 'For If-Match of the next change.' }),
        is_new: Type.Boolean(),
      }),
    ),
  },
  { title: 'ArtifactBatchAnswer' },
);
