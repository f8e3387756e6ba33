// Wire shapes of a batch: many creations and updates in one call, all of them or none.
import { Type } from 'typebox';
import { Closed, Nullable, I18nMessage } from '../../../platform/http/index.ts';
import { Artifact, ArtifactUpdate, NewArtifact } from '../artifact/artifacts.schema.ts';

/** Artifacts of one batch, and new ones that one of them links to; more are answered 400. */
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

export const Batch = Closed(
  {
    items: Type.Array(BatchItem, { minItems: 1, maxItems: itemsMax }),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Changes nothing, and tells of each item whether and why it would be refused.' }),
    ),
    send_notifications: Type.Optional(
      Type.Boolean({
        description:
          'With false nobody is mailed about the artifacts of the batch, as administrators of their trackers may ask for; people are told as ever of others that change with them.',
      }),
    ),
  },
  [],
  { title: 'ArtifactBatch' },
);

const Refusal = Type.Object(
  {
    kind: Type.String({ description: 'Such as invalid, forbidden, not-found or precondition-failed.' }),
    path: Type.String({ description: 'The part of the item that is wrong; empty for all of it.' }),
    message: Type.String(),
    i18n: Type.Optional(I18nMessage),
  },
  { description: 'Of a dry run: why the item would be refused; null: it would be done.' },
);

export const BatchAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Nullable(Type.Integer({ description: 'null for a new artifact in a dry run.' })),
        uri: Nullable(Type.String()),
        etag: Nullable(
          Type.String({
            description:
              'For If-Match or if_match of the next change. In a dry run of the version that was looked at; null where there is none.',
          }),
        ),
        is_new: Type.Boolean(),
        refusal: Type.Optional(Nullable(Refusal)),
      }),
    ),
  },
  { title: 'ArtifactBatchAnswer' },
);
