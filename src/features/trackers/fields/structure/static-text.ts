// Field type `staticrichtext`: a text that stands in the form.
import type { Field } from '../../definition/definition.ts';
import type { MarkupText } from '../../../../platform/markup/index.ts';
import { defineDerivedType } from '../define-type.ts';
import { plainDescription } from '../field-type.ts';
import { readByRules } from '../properties.ts';

const textOf = ({ settings }: Field): MarkupText => ({
  content: settings.properties['static_value'] ?? '',
  format: 'html',
});

export const staticTextType = defineDerivedType({
  kind: 'structure',
  show: () => undefined,
  formTexts: (field) => [textOf(field)],
  readProperties: readByRules({ static_value: 'text' }),
  describe({ field, texts }) {
    const text = textOf(field);
    return plainDescription({ static_value: text.content }, texts.html(text));
  },
});
