// Reads global rules of a tracker (dates, dependencies between lists) and triggers between trackers.
import { says } from '../../../platform/texts/said.ts';
import type { DateRule, FieldValueReference, ListRule, TriggerRule } from '../model/workflow-model.ts';
import {
  defineShape,
  findChild,
  matchShape,
  parseWord,
  readChild,
  readChildReference,
  readFilledAttribute,
  readList,
  readSwitch,
  readText,
  readWord,
} from '../xml/xml-shape.ts';
import { faultAt } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const RULES = defineShape({ children: 'date_rules? list_rules?' });
const DATE_RULE = defineShape({ children: 'source_field target_field comparator' });
const LIST_RULE = defineShape({ children: 'source_field target_field source_value target_value' });
const VALUE = defineShape({ attributes: 'REF? is_none?' });
const COMPARATOR = defineShape({ attributes: 'type' });
const TRIGGER_RULE = defineShape({ children: 'triggers condition target' });
const FIELD_VALUE = defineShape({ children: 'field_id field_value_id' });

const readDateRule = (element: XmlElement): DateRule => {
  matchShape(element, DATE_RULE);
  const comparator = readChild(element, 'comparator');
  matchShape(comparator, COMPARATOR);
  return {
    sourceFieldRef: readChildReference(element, 'source_field'),
    targetFieldRef: readChildReference(element, 'target_field'),
    comparator: readWord(comparator, 'type', ['<', '≤', '=', '≥', '>', '≠']),
    line: element.line,
  };
};

const readValueRef = (element: XmlElement): string | undefined => {
  matchShape(element, VALUE);
  const isNone = readSwitch(element, 'is_none', false);
  if (isNone !== (element.attributes['REF'] === undefined))
    throw faultAt(element, says('archive-xml.ref-or-none')`it must have either a \`REF\` or \`is_none="1"\``);
  return isNone ? undefined : readFilledAttribute(element, 'REF');
};

const readListRule = (element: XmlElement): ListRule => {
  matchShape(element, LIST_RULE);
  return {
    sourceFieldRef: readChildReference(element, 'source_field'),
    targetFieldRef: readChildReference(element, 'target_field'),
    sourceValueRef: readValueRef(readChild(element, 'source_value')),
    targetValueRef: readValueRef(readChild(element, 'target_value')),
    line: element.line,
  };
};

/** The three kinds of rules of `<tracker>`, in document order. Throws invalid with the place. */
export const readRules = (
  tracker: XmlElement,
): { readonly dateRules: DateRule[]; readonly listRules: ListRule[]; readonly dependencies: ListRule[] } => {
  const dependencies = readList(tracker, 'dependencies', 'rule').map(readListRule);
  const rules = findChild(tracker, 'rules');
  if (rules === undefined) return { dateRules: [], listRules: [], dependencies };
  matchShape(rules, RULES);
  return {
    dateRules: readList(rules, 'date_rules', 'rule').map(readDateRule),
    listRules: readList(rules, 'list_rules', 'rule').map(readListRule),
    dependencies,
  };
};

const readFieldValue = (element: XmlElement): FieldValueReference => {
  matchShape(element, FIELD_VALUE);
  return {
    fieldRef: readChildReference(element, 'field_id'),
    valueRef: readChildReference(element, 'field_value_id'),
  };
};

const readTriggerRule = (element: XmlElement): TriggerRule => {
  matchShape(element, TRIGGER_RULE);
  const condition = readChild(element, 'condition');
  return {
    condition: parseWord(condition, says('archive-xml.text')`the text`, readText(condition).trim(), [
      'all_of',
      'at_least_one',
    ]),
    sources: readList(element, 'triggers', 'trigger').map(readFieldValue),
    target: readFieldValue(readChild(element, 'target')),
    line: element.line,
  };
};

/** Triggers of `<trackers>`, in document order. Throws invalid with the place. */
export const readTriggers = (trackers: XmlElement): TriggerRule[] =>
  readList(trackers, 'triggers', 'trigger_rule').map(readTriggerRule);
