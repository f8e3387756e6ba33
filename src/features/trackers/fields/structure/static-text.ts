// Field type `staticrichtext`: a text that stands in the form.
import type { Field } from '../../definition/definition.ts';
import type { MarkupText } from '../../definition/rich-text.ts';
import { defineDerivedType, plainDescription } from '../field-type.ts';
import { readByRules } from '../properties.ts';

const textOf = ({ settings }: Field): MarkupText => ({
  content: settings.properties['static_value'] ?? '',
  format: 'html',
});

/** The texts among these fields that are shown as HTML wherever the fields are described. */
export const listStaticTexts = (fields: readonly Field[]): MarkupText[] =>
  fields.filter(({ type }) => type === 'staticrichtext').map(textOf);

export const staticTextType = defineDerivedType({
  kind: 'structure',
  show: () => undefined,
  readProperties: readByRules({ static_value: 'text' }),
  describe({ field, texts }) {
    const text = textOf(field);
    return plainDescription({ static_value: text.content }, texts.html(text));
  },
});
