// Field type `text`: plain text, HTML or Markdown.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { renderText } from '../rich-text.ts';
import type { TextFormat } from '../rich-text.ts';
import { defineStoredType, integerProperty, plainDescription } from './field-type.ts';
import type { ParseContext } from './field-type.ts';
import type { SubmittedValue } from './submitted-value.ts';

const StoredText = Type.Object({
  content: Type.String(),
  format: Type.Union([Type.Literal('text'), Type.Literal('html'), Type.Literal('commonmark')]),
});

const maxBytes = 65_535;
const formats: readonly TextFormat[] = ['text', 'html', 'commonmark'];

/** What GET shows of Markdown is the rendering as `value` and the source as `commonmark`: the source counts. */
function readText(entry: SubmittedValue, { field, path }: ParseContext): Static<typeof StoredText> | undefined {
  if (typeof entry.commonmark === 'string') return { content: entry.commonmark, format: 'commonmark' };
  const { value } = entry;
  if (value === undefined) return undefined;
  if (value === null) return { content: '', format: 'commonmark' };
  if (typeof value === 'string') return { content: value, format: readFormat(entry.format) };
  if (typeof value === 'object' && 'content' in value && typeof value.content === 'string') {
    return { content: value.content, format: readFormat('format' in value ? value.format : undefined) };
  }
  throw invalid(
    `the field "${field.label}" takes a text or {"content": text, "format": ${formats.join('|')}}`,
    `${path}.value`,
  );
}

const readFormat = (format: unknown): TextFormat => formats.find((known) => known === format) ?? 'commonmark';

export const textType = defineStoredType({
  schema: StoredText,
  parse(entry, context) {
    const text = readText(entry, context);
    if (text !== undefined && Buffer.byteLength(text.content) > maxBytes) {
      throw invalid(`the field "${context.field.label}" takes at most ${maxBytes} bytes`, `${context.path}.value`);
    }
    return text;
  },
  isEmpty: (stored) => stored.content === '',
  defaultValue: ({ field }): Static<typeof StoredText> => ({
    content: field.settings.properties['default_value'] ?? '',
    format: 'commonmark',
  }),
  show: (stored) => (stored === undefined ? undefined : renderText(stored, 'value')),
  showByName: (stored) => (stored === undefined ? null : renderText(stored, 'value')),
  describe: ({ field }) =>
    plainDescription(
      {
        rows: integerProperty(field, 'rows', 10),
        cols: integerProperty(field, 'cols', 50),
        default_value: field.settings.properties['default_value'] ?? '',
      },
      { format: 'commonmark', content: field.settings.properties['default_value'] ?? '' },
    ),
});
