// Field type `staticrichtext`: a text that stands in the form.
import { purifyHtml } from '../rich-text.ts';
import { defineDerivedType, plainDescription } from './field-type.ts';
import { readByRules } from './properties.ts';

export const staticTextType = defineDerivedType({
  kind: 'structure',
  show: () => undefined,
  readProperties: readByRules({ static_value: 'text' }),
  describe({ field }) {
    const html = field.settings.properties['static_value'] ?? '';
    return plainDescription({ static_value: html }, purifyHtml(html));
  },
});
