// Reads the reports of a tracker: what a report is and asks is typed; renderers stay source text beside main points.
import type { ArchiveReport, CriterionValue, ReportCriterion, ReportRenderer } from '../model/archive-model.ts';
import { keepBlock } from '../model/raw-block.ts';
import {
  defineShape,
  findChild,
  findChildren,
  matchShape,
  readChild,
  readChildReference,
  readChildText,
  readFilledAttribute,
  readList,
  readSwitch,
  readText,
  readWholeNumber,
} from '../xml/xml-shape.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const REPORT = defineShape({
  attributes: [
    'is_default? is_query_displayed? is_in_expert_mode? expert_query? id? tracker_id? current_renderer_id? user_id?',
    'parent_report_id?',
  ].join(' '),
  children: 'name description? criterias? renderers?',
});
const CRITERION = defineShape({ attributes: 'rank is_advanced? id? report?', children: 'field criteria_value?' });

const readReferences = (element: XmlElement | undefined, name: string): string[] =>
  element === undefined
    ? []
    : findChildren(element, name).flatMap(({ attributes }) =>
        attributes['REF'] === undefined ? [] : [attributes['REF']],
      );

const readCriterionValue = (element: XmlElement): CriterionValue => ({
  type: readFilledAttribute(element, 'type'),
  block: keepBlock(element),
});

const readCriterion = (element: XmlElement): ReportCriterion => {
  matchShape(element, CRITERION);
  const value = findChild(element, 'criteria_value');
  return {
    fieldRef: readChildReference(element, 'field'),
    rank: readWholeNumber(element, 'rank'),
    isAdvanced: readSwitch(element, 'is_advanced', false),
    value: value === undefined ? undefined : readCriterionValue(value),
    line: element.line,
  };
};

/** A renderer whose source text was kept. Throws invalid with the place. */
export const readRenderer = (element: XmlElement): ReportRenderer => ({
  type: readFilledAttribute(element, 'type'),
  rank: readWholeNumber(element, 'rank', 0),
  name: readText(readChild(element, 'name')),
  description: readChildText(element, 'description') ?? '',
  columnFieldRefs: readReferences(findChild(element, 'columns'), 'field'),
  sortFieldRefs: readReferences(findChild(element, 'sort'), 'field'),
  block: keepBlock(element),
});

const readReport = (element: XmlElement): ArchiveReport => {
  matchShape(element, REPORT);
  return {
    xmlId: element.attributes['id'],
    name: readText(readChild(element, 'name')),
    description: readChildText(element, 'description') ?? '',
    isDefault: readSwitch(element, 'is_default', false),
    isQueryDisplayed: readSwitch(element, 'is_query_displayed', true),
    isInExpertMode: readSwitch(element, 'is_in_expert_mode', false),
    expertQuery: element.attributes['expert_query'] ?? '',
    criteria: readList(element, 'criterias', 'criteria').map(readCriterion),
    renderers: readList(element, 'renderers', 'renderer').map(readRenderer),
    line: element.line,
  };
};

/** Reports of `<tracker>` in document order. Throws invalid with the place. */
export const readReports = (tracker: XmlElement): ArchiveReport[] =>
  readList(tracker, 'reports', 'report').map(readReport);
