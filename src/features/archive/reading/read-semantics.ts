// Reads the semantics of a tracker.
import { says } from '../../../platform/texts/said.ts';
import type { Progress, RawBlock, Semantic, Timeframe } from '../model/archive-model.ts';
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
  readReference,
} from '../xml/xml-shape.ts';
import type { Shape } from '../xml/xml-shape.ts';
import { faultAt, tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const shapeOf = (children: string): Shape =>
  defineShape({ attributes: 'type', children: `shortname? label? description? ${children}` });

const ONE_FIELD = shapeOf('field');
const SEMANTICS = defineShape({ children: 'semantic*' });
const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ['title', ONE_FIELD],
  ['description', ONE_FIELD],
  ['contributor', ONE_FIELD],
  ['initial_effort', ONE_FIELD],
  ['velocity', ONE_FIELD],
  ['status', shapeOf('field open_values?')],
  ['done', shapeOf('closed_values?')],
  ['timeframe', shapeOf('start_date_field? duration_field? end_date_field? inherited_from_tracker?')],
  ['progress', shapeOf('total_effort_field? remaining_effort_field? artifact_link_type?')],
  ['tooltip', shapeOf('field*')],
  ['plugin_cardwall_card_fields', shapeOf('field* background-color?')],
]);
const INHERITED = defineShape({ attributes: 'id' });
const LINK_TYPE = defineShape({ attributes: 'shortname' });

/** Whether a semantic has a typed form; the others stay source text. */
export const isTypedSemantic = (type: string | undefined): boolean => type !== undefined && SHAPES.has(type);

const listPresent = (element: XmlElement, names: readonly string[]): string =>
  names.filter((name) => findChild(element, name) !== undefined).join(' ');

const readTimeframe = (element: XmlElement): Timeframe => {
  const parts = ['start_date_field', 'duration_field', 'end_date_field', 'inherited_from_tracker'];
  switch (listPresent(element, parts)) {
    case 'start_date_field duration_field':
      return {
        kind: 'duration',
        startDateFieldRef: readChildReference(element, 'start_date_field'),
        durationFieldRef: readChildReference(element, 'duration_field'),
      };
    case 'start_date_field end_date_field':
      return {
        kind: 'end-date',
        startDateFieldRef: readChildReference(element, 'start_date_field'),
        endDateFieldRef: readChildReference(element, 'end_date_field'),
      };
    case 'inherited_from_tracker': {
      const inherited = readChild(element, 'inherited_from_tracker');
      matchShape(inherited, INHERITED);
      return { kind: 'inherited', trackerRef: readFilledAttribute(inherited, 'id') };
    }
    default:
      throw faultAt(
        element,
        says(
          'archive-xml.timeframe',
        )`a time frame needs a start date field with a duration or an end date field, or a tracker to inherit from`,
      );
  }
};

const readProgress = (element: XmlElement): Progress => {
  const parts = ['total_effort_field', 'remaining_effort_field', 'artifact_link_type'];
  switch (listPresent(element, parts)) {
    case 'total_effort_field remaining_effort_field':
      return {
        kind: 'effort',
        totalEffortFieldRef: readChildReference(element, 'total_effort_field'),
        remainingEffortFieldRef: readChildReference(element, 'remaining_effort_field'),
      };
    case 'artifact_link_type': {
      const linkType = readChild(element, 'artifact_link_type');
      matchShape(linkType, LINK_TYPE);
      return { kind: 'links', linkType: readFilledAttribute(linkType, 'shortname') };
    }
    default:
      throw faultAt(
        element,
        says('archive-xml.progress')`a progress needs the fields of total and remaining effort, or a link type`,
      );
  }
};

const readSemantic = (element: XmlElement, shape: Shape): Semantic => {
  matchShape(element, shape);
  const base = {
    line: element.line,
    shortname: readChildText(element, 'shortname'),
    label: readChildText(element, 'label'),
    description: readChildText(element, 'description'),
  };
  const type = element.attributes['type'];
  switch (type) {
    case 'title':
    case 'description':
    case 'contributor':
    case 'initial_effort':
    case 'velocity':
      return { ...base, type, fieldRef: readChildReference(element, 'field') };
    case 'status': {
      const openValueRefs = readList(element, 'open_values', 'open_value').map(readReference);
      return { ...base, type, fieldRef: readChildReference(element, 'field'), openValueRefs };
    }
    case 'done':
      return { ...base, type, closedValueRefs: readList(element, 'closed_values', 'closed_value').map(readReference) };
    case 'timeframe':
      return { ...base, type, timeframe: readTimeframe(element) };
    case 'progress':
      return { ...base, type, progress: readProgress(element) };
    case 'tooltip':
      return { ...base, type, fieldRefs: findChildren(element, 'field').map(readReference) };
    case 'plugin_cardwall_card_fields': {
      const background = findChild(element, 'background-color');
      return {
        ...base,
        type,
        fieldRefs: findChildren(element, 'field').map(readReference),
        backgroundColorFieldRef: background === undefined ? undefined : readReference(background),
      };
    }
    default:
      throw faultAt(element, says('archive-xml.semantic')`a semantic of type \`${type ?? ''}\` can't be read`);
  }
};

/** Splits `<semantics>` into typed ones and source text. Throws invalid with the place; a type may stand only once. */
export const readSemantics = (
  list: XmlElement | undefined,
): { readonly semantics: Semantic[]; readonly otherSemantics: RawBlock[] } => {
  const semantics: Semantic[] = [];
  const otherSemantics: RawBlock[] = [];
  if (list === undefined) return { semantics, otherSemantics };
  matchShape(list, SEMANTICS);
  const seen = new Set<string>();
  for (const element of findChildren(list, 'semantic')) {
    const type = readFilledAttribute(element, 'type');
    if (seen.has(type)) {
      tolerate(element, says('archive-xml.semantic-twice')`the semantic \`${type}\` is already defined`);
      continue;
    }
    seen.add(type);
    const shape = SHAPES.get(type);
    if (shape === undefined) otherSemantics.push(keepBlock(element));
    else semantics.push(readSemantic(element, shape));
  }
  return { semantics, otherSemantics };
};
