// Reads the steps of a test as clients send them, and as GET shows them.
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import { requireKnownNames } from '../../../../platform/texts/unknown-name.ts';
import type { MarkupFormat } from '../../../../platform/markup/index.ts';
import type { ParseContext } from '../field-type.ts';

export interface Step {
  description: string;
  descriptionFormat: MarkupFormat;
  expectedResults: string;
  expectedResultsFormat: MarkupFormat;
}

/** Steps of one value; more are answered 400. */
const stepsMax = 1000;
/** Bytes of each of a step's texts; more are answered 400. */
const textMaxBytes = 65_535;
const formats: readonly MarkupFormat[] = ['text', 'html', 'commonmark'];

type Sent = Readonly<Record<string, unknown>>;

const textNames = ['description', 'expected_results'].flatMap((key) => [key, `${key}_format`, `commonmark_${key}`]);
const stepNames = [...textNames, 'rank', 'id'];

const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One text of a step. What GET shows of Markdown is its rendering, with the source under a key of its own, which counts. */
function readText(
  sent: Sent,
  key: 'description' | 'expected_results',
  { field }: ParseContext,
  path: string,
): { content: string; format: MarkupFormat } {
  const source = sent[`commonmark_${key}`];
  const isSource = typeof source === 'string';
  const content = isSource ? source : (sent[key] ?? '');
  const sentFormat = sent[`${key}_format`];
  const format = isSource ? 'commonmark' : formats.find((known) => known === (sentFormat ?? 'text'));
  if (typeof content !== 'string')
    throw invalid(says('steps.text')`the field "${field.label}" takes text`, `${path}.${key}`);
  if (format === undefined)
    throw invalid(says('steps.format')`must be one of ${formats.join(', ')}`, `${path}.${key}_format`);
  if (Buffer.byteLength(content) > textMaxBytes)
    throw invalid(says('steps.length')`can have at most ${textMaxBytes} bytes`, `${path}.${key}`);
  return { content, format };
}

/** The number by which steps are ordered; undefined for none. */
function readRank(sent: Sent, path: string): number | undefined {
  const { rank } = sent;
  if (rank === undefined || rank === null || rank === '') return undefined;
  const number = typeof rank === 'string' ? Number(rank) : rank;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw invalid(says('steps.rank')`is not a whole number`, `${path}.rank`);
}

/**
 * The steps in order of rank; those without a description are left out. Without ranks, which an update must give, a new
 * artifact's steps stay in the order sent. Throws invalid.
 */
export function readSteps(value: unknown, context: ParseContext): Step[] {
  const { field, isUpdate } = context;
  const items: unknown = value === '' ? [] : value;
  const path = `${context.path}.value`;
  if (!Array.isArray(items) || items.length > stepsMax)
    throw invalid(says('steps.many')`the field "${field.label}" takes a list of at most ${stepsMax} steps`, path);
  const ranked = items.map((item: unknown, index) => {
    const place = `${path}[${index}]`;
    if (!isObject(item))
      throw invalid(says('steps.object')`a step must be an object with description and expected_results`, place);
    requireKnownNames(item, stepNames, place);
    const rank = readRank(item, place);
    if (rank === undefined && isUpdate)
      throw invalid(says('steps.no-rank')`every step needs a rank, such as 1`, `${place}.rank`);
    const description = readText(item, 'description', context, place);
    const expected = readText(item, 'expected_results', context, place);
    const step: Step = {
      description: description.content,
      descriptionFormat: description.format,
      expectedResults: expected.content,
      expectedResultsFormat: expected.format,
    };
    return { rank: rank ?? index + 1, step };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ step }) => step)
    .filter((step) => step.description.trim() !== '');
}
