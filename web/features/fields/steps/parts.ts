import { listIn, textIn } from '../../../platform/parse-unknown.ts';
import { defineEditing } from '../editing.ts';
import type { FieldParts } from '../field-parts.ts';
import type { Step, StepsEdit } from './step.ts';

const held = (steps: readonly Step[]): StepsEdit => ({ kind: 'steps', steps });

/** Source and format of a text of a step. */
function stepText(step: unknown, key: string): { text: string; format: string } {
  const source = textIn(step, `commonmark_${key}`);
  if (source !== undefined) return { text: source, format: 'commonmark' };
  return { text: textIn(step, key) ?? '', format: textIn(step, `${key}_format`) ?? 'commonmark' };
}

function stepOf(step: unknown): Step {
  const description = stepText(step, 'description');
  const expected = stepText(step, 'expected_results');
  return {
    description: description.text,
    format: description.format,
    expected: expected.text,
    expectedFormat: expected.format,
  };
}

const keptStep = (step: unknown): Step => ({
  description: textIn(step, 'description') ?? '',
  expected: textIn(step, 'expected') ?? '',
  format: textIn(step, 'format') ?? 'commonmark',
  expectedFormat: textIn(step, 'expectedFormat') ?? 'commonmark',
});

const sentStep = ({ description, format, expected, expectedFormat }: Step, index: number) => ({
  description,
  description_format: format,
  expected_results: expected,
  expected_results_format: expectedFormat,
  rank: index + 1,
});

const stepsEditing = defineEditing<StepsEdit>({
  kind: 'steps',
  read: (value) => held(listIn(value, 'value').map(stepOf)),
  write: ({ steps: all }) => ({ value: all.map(sentStep) }),
  isEmpty: ({ steps: all }) => all.length === 0,
  describe: ({ steps: all }) => all.map(({ description, expected }) => `${description} → ${expected}`).join('\n'),
  parse: (kept) => held(listIn(kept, 'steps').map(keptStep)),
});

export const stepsParts: FieldParts = {
  editing: stepsEditing,
  loadEditor: async () => ({ Editor: (await import('./steps-editor.tsx')).StepsEditor }),
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).StepsReader }),
};
