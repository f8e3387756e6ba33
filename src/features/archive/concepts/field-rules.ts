// Rules on the fields of a tracker: how dates compare, and which values go with those of another list. `<dependencies>` is the
// older place of the latter.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { trackerWrites } from '../../trackers/index.ts';
import { createTrackerNames } from '../model/export-context.ts';
import type { ExportContext, TrackerSource } from '../model/export-context.ts';
import type { ImportContext, ImportedTracker } from '../model/import-context.ts';
import { checkFields, unknownValue } from '../model/tracker-concept.ts';
import type { TrackerConcept } from '../model/tracker-concept.ts';
import type { DateRule, ListRule } from '../model/workflow-model.ts';
import { each, list, referring, shapeOf, stored } from '../xml/outcome.ts';
import type { Parts } from '../xml/outcome.ts';
import { element, optionalList, reference } from '../xml/xml-element.ts';
import {
  findChild,
  matchShape,
  readChild,
  readChildReference,
  readFilledAttribute,
  readList,
  readSwitch,
  readWord,
} from '../xml/xml-shape.ts';
import { faultAt } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Stands for None. */
const noneId = 100;

const fieldPair: Parts = each('source_field target_field', referring('field'));
const value = stored('value', { '@REF?': stored('what it refers to'), '@is_none?': stored('None') });
const listRule = stored('which values go with a value of another list', {
  ...fieldPair,
  ...each('source_value target_value', value),
});
const comparison = stored('comparison', { '@type': stored('which one') });
const dateRule = stored('how two dates compare', { ...fieldPair, comparator: comparison });
const rules = stored('list', { 'date_rules?': list('rule', dateRule), 'list_rules?': list('rule', listRule) });

const shapes = {
  rules: shapeOf(rules),
  dateRule: shapeOf(dateRule),
  comparison: shapeOf(comparison),
  listRule: shapeOf(listRule),
  value: shapeOf(value),
};

const readFields = (rule: XmlElement) => ({
  sourceFieldRef: readChildReference(rule, 'source_field'),
  targetFieldRef: readChildReference(rule, 'target_field'),
  line: rule.line,
});

function readDateRule(rule: XmlElement): DateRule {
  matchShape(rule, shapes.dateRule);
  const comparator = readChild(rule, 'comparator');
  matchShape(comparator, shapes.comparison);
  return { ...readFields(rule), comparator: readWord(comparator, 'type', ['<', '≤', '=', '≥', '>', '≠']) };
}

function readValueRef(found: XmlElement): string | undefined {
  matchShape(found, shapes.value);
  const isNone = readSwitch(found, 'is_none', false);
  if (isNone !== (found.attributes['REF'] === undefined))
    throw faultAt(found, says('archive-xml.ref-or-none')`it must have either a \`REF\` or \`is_none="1"\``);
  return isNone ? undefined : readFilledAttribute(found, 'REF');
}

function readListRule(rule: XmlElement): ListRule {
  matchShape(rule, shapes.listRule);
  return {
    ...readFields(rule),
    sourceValueRef: readValueRef(readChild(rule, 'source_value')),
    targetValueRef: readValueRef(readChild(rule, 'target_value')),
  };
}

type FieldPair = Pick<ListRule, 'sourceFieldRef' | 'targetFieldRef'>;

function resolveValues(context: ImportContext, tracker: ImportedTracker, rule: ListRule) {
  const idOf = (fieldRef: string, ref: string | undefined): number | undefined =>
    ref === undefined ? noneId : tracker.fieldsByRef.get(fieldRef)?.valueIds.get(ref);
  const source = idOf(rule.sourceFieldRef, rule.sourceValueRef);
  const target = idOf(rule.targetFieldRef, rule.targetValueRef);
  if (source !== undefined && target !== undefined) return { source_value_id: source, target_value_id: target };
  context.warn(rule.line, 'rule', unknownValue());
  return undefined;
}

/** Dependencies become the list rules that they are. */
async function importRules(context: ImportContext, tracker: ImportedTracker): Promise<void> {
  const { dateRules, listRules, dependencies } = tracker.model;
  const rowsOf = (rule: FieldPair, kind: 'date' | 'list', settings: object) => {
    const source = tracker.fieldsByRef.get(rule.sourceFieldRef)?.id;
    const target = tracker.fieldsByRef.get(rule.targetFieldRef)?.id;
    const settings_json = JSON.stringify(settings);
    return source === undefined || target === undefined
      ? []
      : [{ tracker_id: tracker.id, source_field_id: source, target_field_id: target, kind, settings_json }];
  };
  const dates = dateRules.flatMap((rule) => rowsOf(rule, 'date', { comparator: rule.comparator }));
  const lists = [...dependencies, ...listRules].flatMap((rule) => {
    const values = resolveValues(context, tracker, rule);
    return values === undefined ? [] : rowsOf(rule, 'list', values);
  });
  await trackerWrites.insertDefinitionRows(context.tx, 'rules', [...dates, ...lists]);
}

/** Those whose fields and values are exported. */
function exportRules(context: ExportContext, { definition, rows }: TrackerSource) {
  const names = createTrackerNames(context, { definition, rows });
  const pair = (rule: { source_field_id: number; target_field_id: number }) => {
    const sourceFieldRef = names.field(rule.source_field_id);
    const targetFieldRef = names.field(rule.target_field_id);
    return sourceFieldRef === undefined || targetFieldRef === undefined
      ? []
      : [{ sourceFieldRef, targetFieldRef, line: 0 }];
  };
  const isKnown = (fieldId: number, id: number): boolean => id === noneId || names.value(fieldId, id) !== undefined;
  return {
    dateRules: definition.dateRules.flatMap((rule) =>
      pair(rule).map((fields) => ({ ...fields, comparator: rule.comparator })),
    ),
    listRules: definition.listRules
      .filter(
        (rule) =>
          isKnown(rule.source_field_id, rule.source_value_id) && isKnown(rule.target_field_id, rule.target_value_id),
      )
      .flatMap((rule) =>
        pair(rule).map((fields) => ({
          ...fields,
          sourceValueRef: names.value(rule.source_field_id, rule.source_value_id),
          targetValueRef: names.value(rule.target_field_id, rule.target_value_id),
        })),
      ),
    dependencies: [],
  };
}

const writeFields = (rule: FieldPair): string[] => [
  reference('source_field', rule.sourceFieldRef),
  reference('target_field', rule.targetFieldRef),
];

const writeValue = (name: string, ref: string | undefined): string =>
  ref === undefined ? element(name, { is_none: true }) : reference(name, ref);

const writeListRule = (rule: ListRule): string =>
  element('rule', {}, [
    ...writeFields(rule),
    writeValue('source_value', rule.sourceValueRef),
    writeValue('target_value', rule.targetValueRef),
  ]);

const writeDateRule = (rule: DateRule): string =>
  element('rule', {}, [...writeFields(rule), element('comparator', { type: rule.comparator })]);

export const fieldRulesConcept: TrackerConcept<'dateRules' | 'listRules' | 'dependencies'> = {
  elements: { 'dependencies?': list('rule', listRule), 'rules?': rules },
  read(tracker) {
    const dependencies = readList(tracker, 'dependencies', 'rule').map(readListRule);
    const found = findChild(tracker, 'rules');
    if (found === undefined) return { dateRules: [], listRules: [], dependencies };
    matchShape(found, shapes.rules);
    return {
      dateRules: readList(found, 'date_rules', 'rule').map(readDateRule),
      listRules: readList(found, 'list_rules', 'rule').map(readListRule),
      dependencies,
    };
  },
  check(context, { dateRules, listRules, dependencies }, own) {
    const checkRule = ({ line, sourceFieldRef, targetFieldRef }: DateRule | ListRule, what: Said): void =>
      checkFields(context, own, { line, element: 'rule', what }, [sourceFieldRef, targetFieldRef]);
    for (const rule of dateRules) checkRule(rule, says('left.date-rule')`the date rule`);
    for (const rule of [...listRules, ...dependencies]) checkRule(rule, says('left.list-rule')`the list rule`);
  },
  import: importRules,
  export: exportRules,
  write: ({ dateRules, listRules, dependencies }) => [
    optionalList('dependencies', dependencies.map(writeListRule)),
    optionalList('rules', [
      ...(dateRules.length === 0 ? [] : [element('date_rules', {}, dateRules.map(writeDateRule))]),
      ...(listRules.length === 0 ? [] : [element('list_rules', {}, listRules.map(writeListRule))]),
    ]),
  ],
};
