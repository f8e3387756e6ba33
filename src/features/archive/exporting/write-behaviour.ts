// Writes the semantics of a tracker.
import type { ArchiveTracker, Semantic } from '../model/archive-model.ts';
import { element, leaf, reference } from '../xml/xml-element.ts';

const references = (name: string, refs: readonly string[]): string[] => refs.map((ref) => reference(name, ref));

function writeMeaning(semantic: Semantic): (string | undefined)[] {
  switch (semantic.type) {
    case 'status':
      return [
        reference('field', semantic.fieldRef),
        element('open_values', {}, references('open_value', semantic.openValueRefs)),
      ];
    case 'done':
      return [element('closed_values', {}, references('closed_value', semantic.closedValueRefs))];
    case 'timeframe': {
      const { timeframe } = semantic;
      if (timeframe.kind === 'inherited') return [element('inherited_from_tracker', { id: timeframe.trackerRef })];
      return [
        reference('start_date_field', timeframe.startDateFieldRef),
        timeframe.kind === 'duration'
          ? reference('duration_field', timeframe.durationFieldRef)
          : reference('end_date_field', timeframe.endDateFieldRef),
      ];
    }
    case 'progress': {
      const { progress } = semantic;
      if (progress.kind === 'links') return [element('artifact_link_type', { shortname: progress.linkType })];
      return [
        reference('total_effort_field', progress.totalEffortFieldRef),
        reference('remaining_effort_field', progress.remainingEffortFieldRef),
      ];
    }
    case 'tooltip':
      return references('field', semantic.fieldRefs);
    case 'plugin_cardwall_card_fields':
      return [
        ...references('field', semantic.fieldRefs),
        semantic.backgroundColorFieldRef === undefined
          ? undefined
          : reference('background-color', semantic.backgroundColorFieldRef),
      ];
    case 'title':
    case 'description':
    case 'contributor':
    case 'initial_effort':
    case 'velocity':
      return [reference('field', semantic.fieldRef)];
  }
}

/** Labels and descriptions of those semantics that must have them; the others must not. */
const semanticTexts: Partial<Record<Semantic['type'], readonly [label: string, description: string]>> = {
  title: ['Title', 'The field that names an artifact'],
  description: ['Description', 'The field that describes an artifact'],
  status: ['Status', 'The field that says whether an artifact is open'],
  contributor: ['Assigned to', 'The field of the people who work on an artifact'],
  initial_effort: ['Initial effort', 'The field of the effort that was estimated'],
  done: ['Done', 'The values of the status that say that an artifact is done'],
  velocity: ['Velocity', 'The field of what was achieved'],
};

function writeSemantic(semantic: Semantic): string {
  const [label, description] = semanticTexts[semantic.type] ?? [];
  const texts =
    label === undefined || description === undefined
      ? []
      : [leaf('shortname', semantic.type), leaf('label', label), leaf('description', description)];
  return element('semantic', { type: semantic.type }, [...texts, ...writeMeaning(semantic)]);
}

/** Those that the format knows. */
export const writeSemantics = ({ semantics }: ArchiveTracker): string =>
  element('semantics', {}, semantics.map(writeSemantic));
