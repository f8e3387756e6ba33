// Field types `ttmstepdef`, the steps of a test, and `ttmstepexec`, those of an execution, which clients only see.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { renderText } from '../rich-text.ts';
import { listReferences, uniteReferences } from '../text-references.ts';
import type { TextReference } from '../text-references.ts';
import { defineStoredType, plainDescription } from './field-type.ts';
import type { StoredTypeSpec } from './field-type.ts';
import { readSteps } from './step-input.ts';

const Format = Type.Union([Type.Literal('text'), Type.Literal('html'), Type.Literal('commonmark')]);
const StoredSteps = Type.Array(
  Type.Object({
    description: Type.String(),
    descriptionFormat: Format,
    expectedResults: Type.String(),
    expectedResultsFormat: Format,
  }),
);

/** One text of a step under its own key, with its format and, for Markdown, the source. */
function viewText(key: string, content: string, format: 'text' | 'html' | 'commonmark'): Record<string, unknown> {
  const { value, format: shownFormat, commonmark } = renderText({ content, format }, 'value');
  return {
    [key]: value,
    [`${key}_format`]: shownFormat,
    ...(commonmark === undefined ? {} : { [`commonmark_${key}`]: commonmark }),
  };
}

const shown = {
  schema: StoredSteps,
  entryKeys: { counts: ['value'] },
  isEmpty: (stored) => stored.length === 0,
  show: (stored) => (stored === undefined ? undefined : { value: stored.map(viewStep) }),
  describe: () => plainDescription(),
} satisfies StoredTypeSpec<typeof StoredSteps>;

const viewStep = (step: Static<typeof StoredSteps>[number], index: number): Record<string, unknown> => ({
  id: index + 1,
  ...viewText('description', step.description, step.descriptionFormat),
  ...viewText('expected_results', step.expectedResults, step.expectedResultsFormat),
  rank: index + 1,
});

const referencesOf = (steps: Static<typeof StoredSteps>): TextReference[] =>
  uniteReferences(
    steps.flatMap((step) => [
      ...listReferences(step.description, step.descriptionFormat === 'html'),
      ...listReferences(step.expectedResults, step.expectedResultsFormat === 'html'),
    ]),
  );

export const stepsType = defineStoredType({
  ...shown,
  mentions: (stored) => ({ artifacts: referencesOf(stored).map(({ id }) => id) }),
  references: referencesOf,
  parse: ({ value }, context) => (value === undefined || value === null ? undefined : readSteps(value, context)),
});

export const executionStepsType = defineStoredType(shown);
