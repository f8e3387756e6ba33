// Steps of tests, the one change of a field that stands in an element of plugins.
import { says } from '../../../platform/texts/said.ts';
import { textFormats } from '../model/artifact-model.ts';
import type { FieldChange, TestStep } from '../model/artifact-model.ts';
import { each, formatted, shapeOf, stored } from '../xml/outcome.ts';
import { element, leaf } from '../xml/xml-element.ts';
import { findChildren, matchShape, readAttribute, readChild, readFilledAttribute, readWord } from '../xml/xml-shape.ts';
import { tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

export type StepChange = Extract<FieldChange, { kind: 'ttmstepdef' }>;

const description = formatted('what to do');
const step = stored('step', { description, expected_results: formatted('what comes of it') });

/** `<external_field_change>`. */
export const stepChangeOutcome = stored('new steps of a test', {
  ...each('@field_name @type', stored('which field')),
  'step*': step,
});

const shapes = {
  change: shapeOf(stepChangeOutcome),
  step: shapeOf(step),
  text: shapeOf(description, { text: true }),
};

/** A text with its format, plain where it has none. */
export const readFormattedText = (element: XmlElement) => {
  matchShape(element, shapes.text);
  const isPlain = element.attributes['format'] === undefined;
  return { value: element.text, format: isPlain ? ('text' as const) : readWord(element, 'format', textFormats) };
};

const readStep = (step: XmlElement): TestStep => {
  matchShape(step, shapes.step);
  const description = readFormattedText(readChild(step, 'description'));
  const expected = readFormattedText(readChild(step, 'expected_results'));
  return {
    description: description.value,
    descriptionFormat: description.format,
    expectedResults: expected.value,
    expectedResultsFormat: expected.format,
  };
};

/** Reads `<external_field_change>`, the change of a plugin's field. Throws invalid with the place. */
export const readExternalFieldChange = (change: XmlElement): FieldChange[] => {
  const type = readAttribute(change, 'type');
  if (type !== 'ttmstepdef') {
    tolerate(change, says('archive-xml.change-type')`the change type \`${type}\` is unknown`);
    return [];
  }
  matchShape(change, shapes.change);
  const fieldName = readFilledAttribute(change, 'field_name');
  return [{ fieldName, line: change.line, kind: type, steps: findChildren(change, 'step').map(readStep) }];
};

const writeStep = (step: TestStep): string =>
  element('step', {}, [
    leaf('description', step.description, { format: step.descriptionFormat }),
    leaf('expected_results', step.expectedResults, { format: step.expectedResultsFormat }),
  ]);

export const writeStepChange = ({ fieldName, kind, steps }: StepChange): string =>
  element('external_field_change', { field_name: fieldName, type: kind }, steps.map(writeStep));
