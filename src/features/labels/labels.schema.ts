// Wire shapes of labels (reference pages 82, 90 and 96).
import { Type } from 'typebox';
import { Closed, Nullable } from '../../platform/http/index.ts';
import { colorNames } from '../trackers/index.ts';

const LabelColor = Type.Enum(colorNames);
const LabelText = Type.String({ minLength: 1, maxLength: 255 });

export const Label = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    is_outline: Type.Boolean({ description: 'Drawn as a frame instead of a filled shape.' }),
    color: Type.String(),
  },
  { title: 'Label' },
);

export const LabelList = Type.Object({ labels: Type.Array(Label) }, { title: 'LabelList' });

const looks = { is_outline: Type.Optional(Type.Boolean()), color: Type.Optional(LabelColor) };

export const NewLabel = Closed({ label: LabelText, ...looks }, ['id'], { title: 'NewLabel' });

export const LabelChange = Closed({ label: Type.Optional(LabelText), ...looks }, ['id'], { title: 'LabelChange' });

/** Of one request. */
const labelsPerChangeMax = 50;

const LabelReference = Closed(
  {
    id: Type.Optional(Nullable(Type.Integer())),
    label: Type.Optional(
      Nullable(Type.String({ maxLength: 255, description: 'Made where the project has none such.' })),
    ),
  },
  ['is_outline', 'color'],
);

export const ItemLabelsChange = Closed(
  {
    add: Type.Optional(Nullable(Type.Array(LabelReference, { maxItems: labelsPerChangeMax }))),
    remove: Type.Optional(Nullable(Type.Array(LabelReference, { maxItems: labelsPerChangeMax }))),
  },
  ['labels'],
  { title: 'ItemLabelsChange' },
);

export const LabelledItems = Type.Object(
  {
    labeled_items: Type.Array(
      Type.Object({
        title: Type.String({ description: 'HTML.' }),
        icon: Type.String({ description: 'Always empty: pages draw their own.' }),
        small_icon: Type.String({ description: 'Always empty.' }),
        html_url: Type.String(),
      }),
    ),
    are_there_items_user_cannot_see: Type.Boolean({ description: 'Always false: it would tell of what is hidden.' }),
  },
  { title: 'LabelledItems' },
);
