// Triggers between trackers: when children reach values, a field of their parent takes one.
import { says } from '../../../platform/texts/said.ts';
import { trackerWrites } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { createTrackerNames } from '../model/export-context.ts';
import type { ExportContext } from '../model/export-context.ts';
import type { ImportContext, ImportedTracker } from '../model/import-context.ts';
import { unknownValue } from '../model/tracker-concept.ts';
import type { FieldValueReference, TriggerRule } from '../model/workflow-model.ts';
import { list, referring, shapeOf, stored } from '../xml/outcome.ts';
import { element, leaf, reference } from '../xml/xml-element.ts';
import { matchShape, parseWord, readChild, readChildReference, readList, readText } from '../xml/xml-shape.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

type FieldValueKey = Definition['triggers'][number]['target'];

const fieldValue = stored('value of a field', { field_id: referring('field'), field_value_id: referring('value') });
const triggerRule = stored('trigger', {
  triggers: list('trigger', fieldValue),
  condition: stored('whether all children or one are asked for'),
  target: fieldValue,
});
const shapes = { triggerRule: shapeOf(triggerRule), fieldValue: shapeOf(fieldValue) };

/** `<triggers>`. */
export const triggersOutcome = list('trigger_rule', triggerRule);

function readFieldValue(found: XmlElement): FieldValueReference {
  matchShape(found, shapes.fieldValue);
  return { fieldRef: readChildReference(found, 'field_id'), valueRef: readChildReference(found, 'field_value_id') };
}

function readTrigger(rule: XmlElement): TriggerRule {
  matchShape(rule, shapes.triggerRule);
  const condition = readChild(rule, 'condition');
  return {
    condition: parseWord(condition, says('archive-xml.text')`the text`, readText(condition).trim(), [
      'all_of',
      'at_least_one',
    ]),
    sources: readList(rule, 'triggers', 'trigger').map(readFieldValue),
    target: readFieldValue(readChild(rule, 'target')),
    line: rule.line,
  };
}

/** Triggers of `<trackers>`, in document order. Throws invalid with the place. */
export const readTriggers = (trackers: XmlElement): TriggerRule[] =>
  readList(trackers, 'triggers', 'trigger_rule').map(readTrigger);

/** Writes triggers with the tracker whose field they set. */
export async function importTriggers(
  context: ImportContext,
  trackers: readonly ImportedTracker[],
  triggers: readonly TriggerRule[],
): Promise<void> {
  const resolve = ({ fieldRef, valueRef }: FieldValueReference): FieldValueKey | undefined => {
    const tracker = trackers.find((candidate) => candidate.fieldsByRef.has(fieldRef));
    const field = tracker?.fieldsByRef.get(fieldRef);
    const valueId = field?.valueIds.get(valueRef);
    return tracker === undefined || field === undefined || valueId === undefined
      ? undefined
      : { trackerId: tracker.id, fieldId: field.id, valueId };
  };
  for (const trigger of triggers) {
    const target = resolve(trigger.target);
    const sources = trigger.sources.map(resolve);
    if (target === undefined || sources.includes(undefined)) {
      context.warn(trigger.line, 'trigger_rule', unknownValue());
      continue;
    }
    const settings_json = JSON.stringify({ condition: trigger.condition, sources, target });
    await trackerWrites.insertDefinitionRows(context.tx, 'triggers', [{ tracker_id: target.trackerId, settings_json }]);
  }
}

/** Triggers of the project's trackers, in their order; one that names what is gone is left out. */
export function exportTriggers(context: ExportContext): TriggerRule[] {
  const refer = ({ trackerId, fieldId, valueId }: FieldValueKey): FieldValueReference[] => {
    const source = context.trackers.get(trackerId);
    const names = source === undefined ? undefined : createTrackerNames(context, source);
    const fieldRef = names?.field(fieldId);
    const valueRef = names?.value(fieldId, valueId);
    return fieldRef === undefined || valueRef === undefined ? [] : [{ fieldRef, valueRef }];
  };
  const all = [...context.trackers].flatMap(([id, { definition }]) =>
    definition.triggers.filter(({ target }) => target.trackerId === id),
  );
  return all
    .sort((a, b) => a.id - b.id)
    .flatMap(({ condition, sources, target }): TriggerRule[] => {
      const [targetRef] = refer(target);
      const sourceRefs = sources.flatMap(refer);
      if (targetRef === undefined || sourceRefs.length !== sources.length) return [];
      return [{ condition, sources: sourceRefs, target: targetRef, line: 0 }];
    });
}

const writeFieldValue = (name: string, { fieldRef, valueRef }: FieldValueReference): string =>
  element(name, {}, [reference('field_id', fieldRef), reference('field_value_id', valueRef)]);

const writeTrigger = ({ sources, condition, target }: TriggerRule): string =>
  element('trigger_rule', {}, [
    element(
      'triggers',
      {},
      sources.map((source) => writeFieldValue('trigger', source)),
    ),
    leaf('condition', condition),
    writeFieldValue('target', target),
  ]);

export const writeTriggers = (triggers: readonly TriggerRule[]): string =>
  element('triggers', {}, triggers.map(writeTrigger));
