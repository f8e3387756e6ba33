// Field type `text`: plain text, HTML or Markdown.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { shapeCheck } from '../../../../platform/texts/shape.ts';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import { requireKnownNames } from '../../../../platform/texts/unknown-name.ts';
import type { MarkupFormat } from '../../../../platform/markup/index.ts';
import { viewText } from '../../definition/rich-text.ts';
import { listMentionedArtifacts, listReferences } from '../../definition/text-references.ts';
import { defineStoredType } from '../define-type.ts';
import { integerProperty, plainDescription, referenceFinder } from '../field-type.ts';
import type { ParseContext, ShowContext } from '../field-type.ts';
import type { SubmittedValue } from '../submitted-value.ts';
import { readByRules } from '../properties.ts';
import { scalarOf } from '../cells.ts';
import type { ShownValue } from '../cells.ts';
import { requirePlain } from '../archived.ts';
import { changeOfText } from '../value-change.ts';

const StoredText = Type.Object({
  content: Type.String(),
  format: Type.Union([Type.Literal('text'), Type.Literal('html'), Type.Literal('commonmark')]),
});

/** Whether a stored value is that of a text field. */
export const isStoredText = shapeCheck(StoredText);

/** Bytes of one value; more are answered 400. */
const maxBytes = 65_535;
const formats: readonly MarkupFormat[] = ['text', 'html', 'commonmark'];

/**
 * What GET shows of Markdown is the rendering as `value` and the source as `commonmark`. Of a document that is sent back
 * the source counts, unless it is the current one and only the rendering beside it was edited.
 */
function readText(entry: SubmittedValue, context: ParseContext): Static<typeof StoredText> | undefined {
  const { field, path } = context;
  const { value, commonmark } = entry;
  if (typeof commonmark === 'string' && !isOnlyRenderingEdited(commonmark, value, context)) {
    return { content: commonmark, format: 'commonmark' };
  }
  if (value === undefined) return undefined;
  if (value === null) return { content: '', format: 'commonmark' };
  if (typeof value === 'string') return { content: value, format: readFormat(entry.format) };
  if (typeof value === 'object' && 'content' in value && typeof value.content === 'string') {
    requireKnownNames(value, ['content', 'format'], `${path}.value`);
    return { content: value.content, format: readFormat('format' in value ? value.format : undefined) };
  }
  throw invalid(
    says('text.form')`the field "${field.label}" takes a text or {"content": text, "format": ${formats.join('|')}}`,
    `${path}.value`,
  );
}

function isOnlyRenderingEdited(commonmark: string, value: unknown, { current, currentTexts }: ParseContext): boolean {
  const isCurrent = isStoredText(current) && current.format === 'commonmark' && current.content === commonmark;
  if (!isCurrent || typeof value !== 'string' || currentTexts === undefined) return false;
  return value !== currentTexts.html(current);
}

const showText = (stored: Static<typeof StoredText>, context: ShowContext): Record<string, string> =>
  viewText(stored, context.texts.html(stored), 'value', referenceFinder(context));

const readFormat = (format: unknown): MarkupFormat => formats.find((known) => known === format) ?? 'commonmark';

/** A text as people wrote it, HTML without its tags. */
function writeCell(shown: ShownValue): string {
  if (typeof shown['commonmark'] === 'string') return shown['commonmark'];
  if (shown['format'] === 'text') return String(shown['value']);
  return plainText(String(shown['post_processed_value']));
}

/** The text in HTML that the sanitiser left. */
const plainText = (html: string): string =>
  withoutTags(html).replace(/&(lt|gt|quot|amp);/g, (_all, name) => entities[String(name)] ?? '');

/** All that the sanitiser leaves. */
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

const withoutTags = (html: string): string => html.replace(/<[^<>]*>/g, '');

/** The text as it is written, HTML without its tags. */
const withoutMarkup = (stored: Static<typeof StoredText> | undefined): string =>
  stored?.format === 'html' ? plainText(stored.content) : (stored?.content ?? '');

function parseText(entry: SubmittedValue, context: ParseContext): Static<typeof StoredText> | undefined {
  const text = readText(entry, context);
  if (text !== undefined && Buffer.byteLength(text.content) > maxBytes) {
    throw invalid(
      says('text.length')`the field "${context.field.label}" takes at most ${maxBytes} bytes`,
      `${context.path}.value`,
    );
  }
  const { current } = context;
  // No text is the same in any format, and XML does not tell an empty source from none.
  return text?.content === '' && isStoredText(current) && current.content === '' ? current : text;
}

export const textType = defineStoredType({
  schema: StoredText,
  entryKeys: { counts: ['value', 'commonmark'], shown: ['format', 'post_processed_value'] },
  parse: parseText,
  text: 'formatted',
  readCell: (text) => ({ value: { content: text, format: 'commonmark' } }),
  flatten: (shown) => (shown['format'] === 'text' ? scalarOf(shown['value']) : withoutTags(String(shown['value']))),
  showCell: writeCell,
  toArchive: ({ content, format }) => ({ kind: 'text', value: content, format }),
  fromArchive(archived, { field, definition, nowMs }) {
    const plain = requirePlain(archived, field);
    const value = { content: plain.value, format: plain.kind === 'text' ? plain.format : 'text' };
    return parseText({ field_id: field.id, value }, { field, definition, nowMs, path: '' });
  },
  kin: 'text',
  takeMoved: (stored) => (typeof stored === 'string' ? { content: stored, format: 'text' } : stored),
  isEmpty: (stored) => stored.content === '',
  search: 'text',
  searchText: (stored) => stored.content,
  defaultValue: ({ field }): Static<typeof StoredText> => ({
    content: field.settings.properties['default_value'] ?? '',
    format: 'commonmark',
  }),
  mentions: ({ content, format }) => ({ artifacts: listMentionedArtifacts(content, format === 'html') }),
  tellChange: (before, after) => changeOfText(withoutMarkup(before), withoutMarkup(after)),
  references: ({ content, format }) => listReferences(content, format === 'html'),
  texts: (stored) => [stored],
  show: (stored, context) => (stored === undefined ? undefined : showText(stored, context)),
  showByName: (stored, context) => (stored === undefined ? null : showText(stored, context)),
  readProperties: readByRules({ rows: 'count', cols: 'count', default_value: 'text' }),
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

/** Texts in one of three formats: stored, shown, as plain text. */
export const richTexts = { viewText, referenceFinder, isStoredText, plainText };
