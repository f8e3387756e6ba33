// Field types `ttmstepdef`, the steps of a test, and `ttmstepexec`, those of an execution, which clients only see.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { MarkupText } from '../../../../platform/markup/index.ts';
import { viewText } from '../../definition/rich-text.ts';
import { listMentionedArtifacts, listReferences, uniteReferences } from '../../definition/text-references.ts';
import type { TextReference } from '../../definition/text-references.ts';
import { defineStoredType } from '../define-type.ts';
import { plainDescription } from '../field-type.ts';
import type { StoredTypeSpec } from '../define-type.ts';
import type { ShowContext } from '../field-type.ts';
import { readSteps } from './step-input.ts';
import { refuseArchived } from '../archived.ts';
import { otherChange } from '../value-change.ts';

const Format = Type.Union([Type.Literal('text'), Type.Literal('html'), Type.Literal('commonmark')]);
const StoredSteps = Type.Array(
  Type.Object({
    description: Type.String(),
    descriptionFormat: Format,
    expectedResults: Type.String(),
    expectedResultsFormat: Format,
  }),
);

type Step = Static<typeof StoredSteps>[number];

const descriptionOf = (step: Step): MarkupText => ({ content: step.description, format: step.descriptionFormat });
const expectedOf = (step: Step): MarkupText => ({ content: step.expectedResults, format: step.expectedResultsFormat });

/** One text of a step under its own key, with its format and, for Markdown, the source. */
function viewStepText(key: string, text: MarkupText, { texts }: ShowContext): Record<string, unknown> {
  const { value, format: shownFormat, commonmark } = viewText(text, texts.html(text), 'value');
  return {
    [key]: value,
    [`${key}_format`]: shownFormat,
    ...(commonmark === undefined ? {} : { [`commonmark_${key}`]: commonmark }),
  };
}

const viewStep = (step: Step, index: number, context: ShowContext): Record<string, unknown> => ({
  id: index + 1,
  ...viewStepText('description', descriptionOf(step), context),
  ...viewStepText('expected_results', expectedOf(step), context),
  rank: index + 1,
});

const shown = {
  isSingle: true,
  isExternal: true,
  schema: StoredSteps,
  entryKeys: { counts: ['value'] },
  isEmpty: (stored) => stored.length === 0,
  tellChange: () => otherChange,
  texts: (stored) => stored.flatMap((step) => [descriptionOf(step), expectedOf(step)]),
  show: (stored, context) =>
    stored === undefined ? undefined : { value: stored.map((step, index) => viewStep(step, index, context)) },
  describe: () => plainDescription(),
} satisfies StoredTypeSpec<typeof StoredSteps>;

const referencesOf = (steps: Static<typeof StoredSteps>): TextReference[] =>
  uniteReferences(
    steps.flatMap((step) => [
      ...listReferences(step.description, step.descriptionFormat === 'html'),
      ...listReferences(step.expectedResults, step.expectedResultsFormat === 'html'),
    ]),
  );

export const stepsType = defineStoredType({
  ...shown,
  isNamed: true,
  toArchive: (stored) => ({ kind: 'ttmstepdef', steps: stored }),
  fromArchive(archived, { field }) {
    if (archived.kind !== 'ttmstepdef') throw refuseArchived(archived, field);
    return [...archived.steps];
  },
  mentions: (stored) => ({
    artifacts: stored.flatMap((step) => [
      ...listMentionedArtifacts(step.description, step.descriptionFormat === 'html'),
      ...listMentionedArtifacts(step.expectedResults, step.expectedResultsFormat === 'html'),
    ]),
  }),
  references: referencesOf,
  parse: ({ value }, context) => (value === undefined || value === null ? undefined : readSteps(value, context)),
});

export const executionStepsType = defineStoredType(shown);
